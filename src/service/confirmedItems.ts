import type { BotService, EndpointName } from '../base/endpoints.ts';
import { ServiceError } from '../base/errors.ts';
import type { CatalogueItem, RemoteItem } from '../base/model.ts';

/** Item as the catalogue and the confirmation prompt describe it, and the write that follows. */
export interface ExpectedItem {
  readonly id: string;
  readonly botId: string;
  /** Type that was shown to the user. Not checked if absent. */
  readonly type?: number | undefined;
  readonly endpoint: EndpointName;
}

/**
 * Reads an item before a write that cannot be undone, so that nothing is written if the catalogue is wrong.
 * @throws {ServiceError} of the write, with outcome `not-sent`: the item cannot be read, or is not as expected
 */
export async function requireItem(
  service: Pick<BotService, 'getItem'>,
  { id, botId, type, endpoint }: ExpectedItem,
  signal: AbortSignal,
): Promise<RemoteItem> {
  const item = await readItem(service, id, endpoint, signal);
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

/** Returns `false` if the service reported that the item does not exist. Any other error is thrown. */
export async function isFound(read: Promise<unknown>): Promise<boolean> {
  try {
    await read;
    return true;
  } catch (error) {
    if (ServiceError.isGone(error)) return false;
    throw error;
  }
}

/** Reads the item. A failure is rethrown as a failure of the write, which was not sent. */
async function readItem(
  service: Pick<BotService, 'getItem'>,
  id: string,
  endpoint: EndpointName,
  signal: AbortSignal,
): Promise<RemoteItem> {
  try {
    return await service.getItem(id, signal);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { bot, retryAfterMs } = error;
    throw Object.assign(new ServiceError(endpoint, error.problem, 'not-sent'), {
      bot,
      retryAfterMs,
    });
  }
}

/** Returns whether the service ever returned the item. A workspace file is no proof, because anyone can edit it. */
export function isConfirmed({ source, lastSeen }: CatalogueItem): boolean {
  return source !== 'file' || lastSeen !== null;
}
