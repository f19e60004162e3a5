import { mapLimited } from '../base/promises.ts';
import { isConfirmed, requireItem, type ExpectedItem } from '../service/confirmedItems.ts';
import { Cancelled, messageOf, ServiceError } from '../base/errors.ts';
import type { Bot, CatalogueItem, NewItem, RemoteItem } from '../base/model.ts';
import type { BotService } from '../base/endpoints.ts';
import type { Catalogue } from './catalogue.ts';
import { requireAllowedWrite } from './confirmedTags.ts';

/** Time for which recording the result of a write is retried, in ms. The service does not report the result again. */
const RECORD_TIMEOUT_MS = 60_000;

/** Maximum number of concurrent "get tag" requests. */
const MAX_CONCURRENT = 8;

/** The ID of a tag or folder exists, but belongs to another bot. */
export class WrongBotError extends Error {
  override readonly name = 'WrongBotError';
  readonly itemBotId: string;

  constructor(id: string, itemBotId: string) {
    super(`${id} belongs to the bot ${itemBotId}`);
    this.itemBotId = itemBotId;
  }
}

/** The response to "create" has the ID of an item that is already in the catalogue. */
export class KnownIdError extends Error {
  override readonly name = 'KnownIdError';
  readonly id: string;
  readonly itemName: string;

  constructor({ id, name }: Pick<CatalogueItem, 'id' | 'name'>) {
    super(
      `the service answered with the ID of an item that is in the list already: ${id}, ${name}`,
    );
    this.id = id;
    this.itemName = name;
  }
}

/** The service carried out the change, but the catalogue could not be updated. */
export class NotRecordedError extends Error {
  override readonly name = 'NotRecordedError';
  readonly done: 'created' | 'deleted';
  readonly id: string;

  constructor(done: 'created' | 'deleted', id: string, cause: unknown) {
    super(
      `${id} was ${done} in the service, but the list could not be updated: ${messageOf(cause)}`,
      {
        cause,
      },
    );
    this.done = done;
    this.id = id;
  }
}

/** Difference between the service and the catalogue for one item. */
export type Finding = { readonly id: string } & (
  | { readonly kind: 'renamed' | 'gone' | 'failed' }
  | { readonly kind: 'wrong-bot'; readonly botId: string }
);

interface ItemRequest {
  readonly service: BotService;
  readonly bot: Bot;
  readonly id: string;
  readonly signal: AbortSignal;
}

/** Item to delete, as the user confirmed it. */
export interface ItemToDelete {
  readonly id: string;
  /** Type that was shown to the user; absent if none was. */
  readonly type?: number | undefined;
}

export interface RefreshResult {
  /** Number of items for which a "get tag" request was sent. */
  readonly checked: number;
  readonly findings: readonly Finding[];
}

export function countFindings(findings: readonly Finding[]) {
  const counts = { renamed: 0, gone: 0, wrongBot: 0, failed: 0 };
  for (const { kind } of findings) counts[kind === 'wrong-bot' ? 'wrongBot' : kind]++;
  return counts;
}

/** Puts items first that "get tag" has not returned yet, so a canceled refresh continues when it is repeated. */
export function idsUncheckedFirst(items: readonly CatalogueItem[]): readonly string[] {
  const isUnchecked = ({ created, state }: CatalogueItem): boolean =>
    created === null || state === 'error';
  const uncheckedItems = items.filter(isUnchecked);
  return [...uncheckedItems, ...items.filter((item) => !isUnchecked(item))].map(({ id }) => id);
}

/** Creates, adds, deletes and refreshes tags and folders: first in the service, then in the catalogue. */
export class ItemActions {
  readonly #catalogue: Catalogue;
  readonly #serviceOf: (bot: Bot) => Promise<BotService>;

  constructor(catalogue: Catalogue, serviceOf: (bot: Bot) => Promise<BotService>) {
    this.#catalogue = catalogue;
    this.#serviceOf = serviceOf;
  }

  /**
   * Creates an item, and returns its ID.
   * @throws {KnownIdError} if the ID is already in the catalogue
   * @throws {NotRecordedError} if the item could not be added to the catalogue
   */
  async create(bot: Bot, item: NewItem, signal: AbortSignal): Promise<string> {
    const service = await this.#serviceOf(bot);
    // Read before the request is sent, because a scan may find the new item before the response arrives.
    const requestTime = this.#catalogue.now();
    const id = await service.createItem({ ...item, botId: bot.botId }, signal);
    const knownItem = await this.#record('created', id, () =>
      this.#catalogue.recordCreated(bot.key, id, item, requestTime),
    );
    if (knownItem !== undefined) throw new KnownIdError(knownItem);
    return id;
  }

  /** @throws {WrongBotError} if the service reports another bot as the owner */
  async addExisting(bot: Bot, id: string, signal: AbortSignal): Promise<CatalogueItem> {
    const service = await this.#serviceOf(bot);
    const remote = await service.getItem(id, signal);
    if (remote.botId !== bot.botId) throw new WrongBotError(id, remote.botId);
    return this.#catalogue.whenFree(() => this.#catalogue.recordSeen(bot.key, remote, 'added'));
  }

  /**
   * Deletes an item, after checking with the service that the item belongs to the bot and has this type. Removes the
   * items from the catalogue that the service lists as deleted, and returns their IDs. Other known items below the
   * deleted item are checked one by one, and never assumed to be gone.
   * @throws {ServiceError} if the check fails
   * @throws {NotRecordedError} if the catalogue could not be updated
   */
  async delete(
    bot: Bot,
    { id, type }: ItemToDelete,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    requireAllowedWrite(this.#catalogue, bot, 'deleteItem', id);
    const service = await this.#serviceOf(bot);
    const ids = [id, ...this.#catalogue.below(bot.key, id).map((item) => item.id)];
    const request: ItemRequest = { service, bot, id, signal };
    const deletedIds = await this.#correctOnError(request, async (expected) => {
      await requireItem(service, { ...expected, type }, signal);
      return service.deleteItem(id, signal);
    });
    const deletedItems = deletedIds.map((itemId) => ({ bot: bot.key, id: itemId }));
    await this.#record('deleted', id, () => this.#catalogue.removeItems(deletedItems));
    const deletedSet = new Set(deletedIds);
    const undeletedIds = ids.filter((itemId) => !deletedSet.has(itemId));
    await mapLimited(undeletedIds, MAX_CONCURRENT, (itemId) =>
      this.#checkUndeleted({ ...request, id: itemId }),
    );
    return deletedIds;
  }

  /** Reads the items with "get tag". Stops with an error if the service as a whole cannot be used. */
  async refresh(
    bot: Bot,
    ids: readonly string[],
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void = () => {},
  ): Promise<RefreshResult> {
    if (ids.length === 0) return { checked: 0, findings: [] };
    const service = await this.#serviceOf(bot);
    const findings: Finding[] = [];
    let checked = 0;
    await mapLimited(ids, MAX_CONCURRENT, async (id) => {
      const finding = await this.#check({ service, bot, id, signal });
      checked++;
      if (finding !== undefined) findings.push(finding);
      onProgress(checked, ids.length);
    });
    return { checked, findings };
  }

  /** Runs a step that changes the catalogue after the service has carried out the write. */
  async #record<T>(done: 'created' | 'deleted', id: string, step: () => T): Promise<T> {
    try {
      return await this.#catalogue.whenFree(step, RECORD_TIMEOUT_MS);
    } catch (error) {
      throw new NotRecordedError(done, id, error);
    }
  }

  /**
   * Checks with the service that items known only from a workspace file belong to the bot, before the user is asked.
   * @throws {ServiceError} if a check fails
   */
  async confirm(bot: Bot, items: readonly CatalogueItem[], signal: AbortSignal): Promise<void> {
    const unconfirmedItems = items.filter((item) => !isConfirmed(item));
    if (unconfirmedItems.length === 0) return;
    const service = await this.#serviceOf(bot);
    await mapLimited(unconfirmedItems, MAX_CONCURRENT, async ({ id }) => {
      const remote = await this.#correctOnError({ service, bot, id, signal }, (expected) =>
        requireItem(service, expected, signal),
      );
      await this.#catalogue.whenFree(() => this.#catalogue.recordChecked(bot.key, remote));
    });
  }

  /** Runs a step, and corrects the catalogue if the step's error shows that the catalogue is wrong. */
  async #correctOnError<T>(
    request: ItemRequest,
    step: (expected: ExpectedItem) => Promise<T>,
  ): Promise<T> {
    const { bot, id } = request;
    try {
      // All callers prepare or carry out a deletion.
      return await step({ id, botId: bot.botId, endpoint: 'deleteItem' });
    } catch (error) {
      // Errors of the correction are ignored, because they would hide why the step failed.
      if (ServiceError.isGone(error)) await this.#mark(bot, id, error).catch(() => undefined);
      if (ServiceError.isMismatch(error)) await this.#check(request).catch(() => undefined);
      throw error;
    }
  }

  /** Checks an item that was not listed as deleted. The deletion succeeded, so a failed check only marks the item. */
  async #checkUndeleted(request: ItemRequest): Promise<void> {
    const { bot, id, signal } = request;
    try {
      const finding = await this.#check(request);
      if (finding?.kind !== 'gone') return;
      await this.#catalogue.whenFree(() => this.#catalogue.removeItems([{ bot: bot.key, id }]));
    } catch (error) {
      if (signal.aborted || Cancelled.is(error)) throw error;
      await this.#mark(bot, id, error);
    }
  }

  /** Reads an item with "get tag", and updates the catalogue. Throws if the service as a whole cannot be used. */
  async #check({ service, bot, id, signal }: ItemRequest): Promise<Finding | undefined> {
    let remote: RemoteItem;
    try {
      remote = await service.getItem(id, signal);
      if (remote.botId !== bot.botId) throw new WrongBotError(remote.id, remote.botId);
    } catch (error) {
      if (signal.aborted || Cancelled.is(error) || isServiceProblem(error)) throw error;
      return this.#mark(bot, id, error);
    }
    const previousItem = await this.#catalogue.whenFree(() =>
      this.#catalogue.recordChecked(bot.key, remote),
    );
    const isRenamed = previousItem !== undefined && previousItem.name !== remote.name;
    return isRenamed ? { id, kind: 'renamed' } : undefined;
  }

  /** Sets the state of an item after a failed check, and returns the failure as a finding. */
  async #mark(bot: Bot, id: string, error: unknown): Promise<Finding> {
    const isGone = ServiceError.isGone(error);
    await this.#catalogue.whenFree(() =>
      this.#catalogue.mark(
        bot.key,
        id,
        isGone ? 'gone' : 'error',
        isGone ? null : messageOf(error),
      ),
    );
    if (error instanceof WrongBotError) return { id, kind: 'wrong-bot', botId: error.itemBotId };
    return { id, kind: isGone ? 'gone' : 'failed' };
  }
}

/** Checks whether the service as a whole cannot be used. Such an error says nothing about a single item. */
function isServiceProblem(error: unknown): boolean {
  if (ServiceError.isUnauthorized(error)) return true;
  return (
    error instanceof ServiceError &&
    ['connect', 'circuit-open', 'token-missing'].includes(error.problem.kind)
  );
}
