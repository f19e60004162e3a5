import type { EndpointName } from '../base/endpoints.ts';
import { ServiceError, type WriteRefusal } from '../base/errors.ts';
import type { Bot, RemoteItem } from '../base/model.ts';
import type { BotService } from '../base/ports.ts';

/** An item as a question described it, and the write that is to follow. */
export interface Wanted {
  readonly id: string;
  readonly botId: string;
  /** Absent: nothing was said of its type. */
  readonly type?: number | undefined;
  readonly endpoint: EndpointName;
}

/**
 * Asks the service for an item before a write that cannot be undone, so that a list that is wrong changes nothing.
 * @throws {ServiceError} of the write, `not-sent`: the item belongs to another bot, has another type than was said, or
 * cannot be read
 */
export async function requireItem(
  service: Pick<BotService, 'getItem'>,
  { id, botId, type, endpoint }: Wanted,
  signal: AbortSignal,
): Promise<RemoteItem> {
  const item = await itemFor(service, id, endpoint, signal);
  if (item.botId !== botId) {
    const problem = { kind: 'other-bot', id, botId: item.botId } as const;
    throw new ServiceError(endpoint, problem, 'not-sent');
  }
  if (type !== undefined && item.type !== type) {
    const problem = { kind: 'other-type', id, type: item.type } as const;
    throw new ServiceError(endpoint, problem, 'not-sent');
  }
  return item;
}

/** The write was not sent, whatever became of the read before it. */
async function itemFor(
  service: Pick<BotService, 'getItem'>,
  id: string,
  endpoint: EndpointName,
  signal: AbortSignal,
): Promise<RemoteItem> {
  try {
    return await service.getItem(id, signal);
  } catch (error) {
    if (!ServiceError.is(error)) throw error;
    const { bot, retryAfterMs } = error;
    throw Object.assign(new ServiceError(endpoint, error.problem, 'not-sent'), {
      bot,
      retryAfterMs,
    });
  }
}

/** Throws `ServiceError` when the catalogue does not let such a write leave. */
export function requireAllowedWrite(
  catalogue: { refusal(key: string, id?: string): WriteRefusal | undefined },
  { key }: Pick<Bot, 'key'>,
  endpoint: EndpointName,
  id?: string,
): void {
  const problem = catalogue.refusal(key, id);
  if (problem === undefined) return;
  throw Object.assign(new ServiceError(endpoint, problem, 'not-sent'), { bot: key });
}
