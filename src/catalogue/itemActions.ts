import { mapLimited } from '../base/promises.ts';
import {
  isConfirmed,
  requireAllowedWrite,
  requireItem,
  type Wanted,
} from '../service/confirmedItems.ts';
import { Cancelled, ServiceError } from '../base/errors.ts';
import type { Bot, CatalogueItem, NewItem, RemoteItem } from '../base/model.ts';
import type { BotService } from '../base/ports.ts';
import type { Catalogue } from './catalogue.ts';

/** For how long is tried to write down what cannot be asked for again, ms. */
const RECORD_PATIENCE = 60_000;

/** "Get tag" requests under way at once. */
const AT_ONCE = 8;

/** The ID is there, but at another bot. */
export class WrongBotError extends Error {
  override readonly name = 'WrongBotError';
  readonly itemBotId: string;

  constructor(id: string, itemBotId: string) {
    super(`${id} belongs to the bot ${itemBotId}`);
    this.itemBotId = itemBotId;
  }

  static is(error: unknown): error is WrongBotError {
    return error instanceof Error && error.name === 'WrongBotError';
  }
}

/** "Create" was answered with the ID of something that is in the list already. */
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

  static is(error: unknown): error is KnownIdError {
    return error instanceof Error && error.name === 'KnownIdError';
  }
}

/** The service did it, but the list could not be written. */
export class NotRecordedError extends Error {
  override readonly name = 'NotRecordedError';
  readonly done: 'created' | 'deleted';
  readonly id: string;

  constructor(done: 'created' | 'deleted', id: string, cause: unknown) {
    super(
      `${id} was ${done} in the service, but the list does not have it so: ${reasonOf(cause)}`,
      {
        cause,
      },
    );
    this.done = done;
    this.id = id;
  }

  static is(error: unknown): error is NotRecordedError {
    return error instanceof Error && error.name === 'NotRecordedError';
  }
}

/** What the service says of an item, where that is not what the catalogue said. */
export type Finding = { readonly id: string } & (
  | { readonly kind: 'renamed' | 'gone' | 'failed' }
  | { readonly kind: 'wrong-bot'; readonly botId: string }
);

interface OneItem {
  readonly service: BotService;
  readonly bot: Bot;
  readonly id: string;
  readonly signal: AbortSignal;
}

/** An item as the question before its deletion described it. */
export interface ToDelete {
  readonly id: string;
  /** Absent: nothing was said of its type. */
  readonly type?: number | undefined;
}

/** Result of asking the service about items. */
export interface Refreshed {
  readonly checked: number;
  /** Items that the catalogue had wrong, or that could not be read. */
  readonly findings: readonly Finding[];
}

/** Number of findings by kind. */
export interface FindingCounts {
  readonly renamed: number;
  readonly gone: number;
  readonly wrongBot: number;
  readonly failed: number;
}

export function countFindings(findings: readonly Finding[]): FindingCounts {
  const counts = { renamed: 0, gone: 0, wrongBot: 0, failed: 0 };
  for (const { kind } of findings) counts[kind === 'wrong-bot' ? 'wrongBot' : kind]++;
  return counts;
}

/** IDs of the items, first those that "get tag" has not described yet: a canceled refresh continues when it is repeated. */
export function unaskedFirst(items: readonly CatalogueItem[]): readonly string[] {
  const isOpen = ({ created, state }: CatalogueItem): boolean =>
    created === null || state === 'error';
  const open = items.filter(isOpen);
  return [...open, ...items.filter((item) => !isOpen(item))].map(({ id }) => id);
}

/** Creates, adds, deletes and refreshes tags and folders: at the service first, then in the catalogue. */
export class ItemActions {
  readonly #catalogue: Catalogue;
  readonly #serviceOf: (bot: Bot) => Promise<BotService>;

  constructor(catalogue: Catalogue, serviceOf: (bot: Bot) => Promise<BotService>) {
    this.#catalogue = catalogue;
    this.#serviceOf = serviceOf;
  }

  /**
   * Throws `KnownIdError` when the ID is not a new one, `NotRecordedError` when it could not be added to the list.
   * @returns the new ID
   */
  async create(bot: Bot, item: NewItem, signal: AbortSignal): Promise<string> {
    const service = await this.#serviceOf(bot);
    const record = this.#catalogue.creating(bot.key, item);
    const id = await service.createItem({ ...item, botId: bot.botId }, signal);
    const known = await this.#record('created', id, () => record(id));
    if (known !== undefined) throw new KnownIdError(known);
    return id;
  }

  /** Throws `WrongBotError` when the service says that another bot owns it. */
  async addExisting(bot: Bot, id: string, signal: AbortSignal): Promise<CatalogueItem> {
    const service = await this.#serviceOf(bot);
    const remote = await service.getItem(id, signal);
    if (remote.botId !== bot.botId) throw new WrongBotError(id, remote.botId);
    return this.#catalogue.whenFree(() => this.#catalogue.recordSeen(bot.key, remote, 'added'));
  }

  /**
   * Deletes an item if the service, which is asked right before, says that it is the bot's and of this type. Throws
   * `ServiceError` when it is not.
   * Removes from the catalogue what the service lists as deleted. What the catalogue knows below the item
   * and the service does not list is asked for, one by one, and never assumed gone.
   * Throws `NotRecordedError` when the list could not be written.
   * @returns the IDs that the service lists
   */
  async delete(bot: Bot, { id, type }: ToDelete, signal: AbortSignal): Promise<readonly string[]> {
    requireAllowedWrite(this.#catalogue, bot, 'deleteItem', id);
    const service = await this.#serviceOf(bot);
    const known = [id, ...this.#catalogue.below(bot.key, id).map((item) => item.id)];
    const deleted = await this.#correcting({ service, bot, id, signal }, async (wanted) => {
      await requireItem(service, { ...wanted, type }, signal);
      return service.deleteItem(id, signal);
    });
    await this.#record('deleted', id, () => this.#catalogue.removeItems(bot.key, deleted));
    const listed = new Set(deleted);
    const unlisted = known.filter((one) => !listed.has(one));
    await mapLimited(unlisted, AT_ONCE, (one) => this.#checkUnlisted(service, bot, one, signal));
    return deleted;
  }

  /**
   * Reads each item with "get tag". Stops, throwing, when the service cannot be reached or refuses the
   * token: then nothing is known of the items, and none is marked.
   * @param ids all of the bot's when absent
   */
  async refresh(
    bot: Bot,
    ids: readonly string[] | undefined,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void = () => {},
  ): Promise<Refreshed> {
    const wanted = ids ?? unaskedFirst(this.#catalogue.items(bot.key));
    if (wanted.length === 0) return { checked: 0, findings: [] };
    const service = await this.#serviceOf(bot);
    const findings: Finding[] = [];
    let checked = 0;
    await mapLimited(wanted, AT_ONCE, async (id) => {
      const finding = await this.#check(service, bot, id, signal);
      checked++;
      if (finding !== undefined) findings.push(finding);
      onProgress(checked, wanted.length);
    });
    return { checked, findings };
  }

  async #record<T>(done: 'created' | 'deleted', id: string, step: () => T): Promise<T> {
    try {
      return await this.#catalogue.whenFree(step, RECORD_PATIENCE);
    } catch (error) {
      throw new NotRecordedError(done, id, error);
    }
  }

  /**
   * Asks the service for items that only a workspace file has named, before a question is shown. Throws like `delete`.
   */
  async confirm(bot: Bot, items: readonly CatalogueItem[], signal: AbortSignal): Promise<void> {
    const claimed = items.filter((item) => !isConfirmed(item));
    if (claimed.length === 0) return;
    const service = await this.#serviceOf(bot);
    await mapLimited(claimed, AT_ONCE, async ({ id }) => {
      const remote = await this.#correcting({ service, bot, id, signal }, (wanted) =>
        requireItem(service, wanted, signal),
      );
      await this.#catalogue.whenFree(() => this.#catalogue.recordChecked(bot.key, remote));
    });
  }

  /** Puts the list right where the step's failure shows that it is wrong. */
  async #correcting<T>(
    { service, bot, id, signal }: OneItem,
    step: (wanted: Wanted) => Promise<T>,
  ): Promise<T> {
    try {
      return await step({ id, botId: bot.botId, endpoint: 'deleteItem' });
    } catch (error) {
      // A failure here would hide why nothing was deleted.
      if (ServiceError.isGone(error)) await this.#mark(bot, id, error).catch(() => undefined);
      if (ServiceError.isMismatch(error))
        await this.#check(service, bot, id, signal).catch(() => undefined);
      throw error;
    }
  }

  /** The delete itself has succeeded: that this could not be checked is a mark on the item, no failure. */
  async #checkUnlisted(
    service: BotService,
    bot: Bot,
    id: string,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const finding = await this.#check(service, bot, id, signal);
      if (finding?.kind !== 'gone') return;
      await this.#catalogue.whenFree(() => this.#catalogue.removeItems(bot.key, [id]));
    } catch (error) {
      if (signal.aborted || Cancelled.is(error)) throw error;
      await this.#mark(bot, id, error);
    }
  }

  async #check(
    service: BotService,
    bot: Bot,
    id: string,
    signal: AbortSignal,
  ): Promise<Finding | undefined> {
    let remote: RemoteItem;
    try {
      remote = await service.getItem(id, signal);
      if (remote.botId !== bot.botId) throw new WrongBotError(remote.id, remote.botId);
    } catch (error) {
      if (signal.aborted || Cancelled.is(error) || saysNothingOfTheItem(error)) throw error;
      return this.#mark(bot, id, error);
    }
    const before = await this.#catalogue.whenFree(() =>
      this.#catalogue.recordChecked(bot.key, remote),
    );
    const isRenamed = before !== undefined && before.name !== remote.name;
    return isRenamed ? { id, kind: 'renamed' } : undefined;
  }

  async #mark(bot: Bot, id: string, error: unknown): Promise<Finding> {
    const isGone = ServiceError.isGone(error);
    await this.#catalogue.whenFree(() =>
      this.#catalogue.mark(bot.key, id, isGone ? 'gone' : 'error', isGone ? null : reasonOf(error)),
    );
    if (WrongBotError.is(error)) return { id, kind: 'wrong-bot', botId: error.itemBotId };
    return { id, kind: isGone ? 'gone' : 'failed' };
  }
}

function saysNothingOfTheItem(error: unknown): boolean {
  if (ServiceError.isUnauthorized(error)) return true;
  return (
    ServiceError.is(error) &&
    ['connect', 'circuit-open', 'token-missing'].includes(error.problem.kind)
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
