import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { FACEBOOK, LINE } from '../../base/model.ts';
import {
  wholeChoice,
  type ColumnChoice,
  type Input,
  type ValueFrom,
  type WholeChoice,
} from '../input/inputFiles.ts';
import type { UsersFileArgument } from '../../commands/argumentParts.ts';
import { comma } from '../../base/ui/localeTexts.ts';

/** What has to be known of an input. */
export const NEEDED = ['user', 'page', 'channel'] as const;
export type Needed = (typeof NEEDED)[number];

/** The headings do not tell it. */
export function isUnclearIn({ missing, several }: Input['guess'], needed: Needed): boolean {
  if (missing.includes(needed)) return true;
  return needed === 'user' ? several.has('rawUid') || several.has('uid') : several.has(needed);
}

/** For a program: throws `UserError` for what neither it nor the headings tell. */
export function choiceOf(input: Input, given: UsersFileArgument): WholeChoice {
  const { columns = {}, pageId, channel } = given;
  const at = (heading: string | undefined): number | undefined =>
    heading === undefined ? undefined : indexOf(input, heading);
  const rawUid = at(columns.rawUid);
  const uid = at(columns.uid);
  const said: Record<Needed, boolean> = {
    user: rawUid !== undefined || uid !== undefined,
    page: columns.page !== undefined || pageId !== undefined,
    channel: columns.channel !== undefined || channel !== undefined,
  };
  const { choice } = input.guess;
  const whole = wholeChoice({
    rawUid: said.user ? rawUid : choice.rawUid,
    uid: said.user ? uid : choice.uid,
    page: from(pageId, at(columns.page)) ?? choice.page,
    channel: from(codeOf(channel), at(columns.channel)) ?? channelIn(choice, said.user, rawUid),
    name: at(columns.name) ?? choice.name,
    status: choice.status,
  } satisfies ColumnChoice);
  const unclear = NEEDED.filter((one) => !said[one] && isUnclearIn(input.guess, one));
  if (whole !== undefined && unclear.length === 0) return whole;
  if (unclear.length === 0) unclear.push('channel');
  throw new UserError(
    vscode.l10n.t(
      'The column headings of the file do not make clear which columns hold the following values: {0}. Specify these columns in the arguments of the command.',
      unclear.join(comma()),
    ),
  );
}

/** What the heading of a column of IDs says of their channel holds for no other column. */
function channelIn(
  { channel, rawUid: guessed }: ColumnChoice,
  isUserSaid: boolean,
  rawUid: number | undefined,
): ColumnChoice['channel'] {
  const isOther = isUserSaid && rawUid !== guessed;
  return channel !== undefined && 'value' in channel && isOther ? undefined : channel;
}

function from<T>(value: T | undefined, column: number | undefined): ValueFrom<T> | undefined {
  if (value !== undefined) return { value };
  return column === undefined ? undefined : { column };
}

function codeOf(channel: UsersFileArgument['channel']): number | undefined {
  if (channel === 'facebook') return FACEBOOK;
  return channel === 'line' ? LINE : channel;
}

function indexOf({ columns }: Input, heading: string): number {
  const found = columns.findIndex(({ name }) => name === heading);
  if (found >= 0) return found;
  throw new UserError(
    vscode.l10n.t('The file has no column "{0}". Use a column heading of the file.', heading),
  );
}
