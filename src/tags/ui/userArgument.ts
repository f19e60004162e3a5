import { FACEBOOK, LINE, type UserRef } from '../../base/model.ts';
import type { UserArgument } from '../../commands/argumentParts.ts';

/** A user from an argument object, with the channel as the service numbers it. */
export function userOfArgument({ channel, ...user }: UserArgument): UserRef {
  if (typeof channel === 'number') return { ...user, channel };
  return { ...user, channel: channel === 'line' ? LINE : FACEBOOK };
}
