import type { Lazy } from '../base/promises.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type BotService, type EndpointName, readsOf } from '../base/endpoints.ts';
import { Cancelled, messageOf, ServiceError, StorageError } from '../base/errors.ts';
import type { Bot, NewItem, UserRef } from '../base/model.ts';
import { cutEnd, oneLine } from '../base/safeText.ts';
import { type Clock, Emitter, type Log } from '../base/ports.ts';
import { requireAllowedWrite } from '../catalogue/confirmedTags.ts';
import type { KnownTags } from '../service/userMemory.ts';
import { errorTextOf } from '../catalogue/failureResult.ts';
import { isSeenSince } from '../catalogue/places.ts';
import type { JournalStore, WriteRecord } from '../catalogue/journal.ts';
import { setRecent } from '../base/userCollections.ts';
import { DAY_MS } from '../base/numbers.ts';

/** Maximum number of recorded writes. The oldest are deleted. */
const MAX_WRITES = 10_000;

/** Maximum number of writes whose customers are kept in this window's memory. */
const MAX_REMEMBERED_USERS = 2000;

const MAX_ERROR_LENGTH = 300;

/** Setting: number of days for which customer IDs are stored. 0: they are not stored. It may change at any time. */
export const KEEP_DAYS_SETTING = 'botTags.journal.keepUserIds';

interface RecorderNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly journal: Lazy<JournalStore>;
  readonly clock: Clock;
  readonly log: Log;
  readonly known: Pick<KnownTags, 'isAttached'>;
  readonly readSetting: (key: typeof KEEP_DAYS_SETTING) => number;
}

/** Write that is to be recorded and sent. */
interface WriteRequest {
  readonly kind: WriteRecord['kind'];
  /** The item to create, or the ID of another item. */
  readonly item: NewItem | string;
  readonly user: UserRef | null;
}

type WriteContent = Pick<
  WriteRecord,
  'kind' | 'itemId' | 'itemName' | 'itemType' | 'parentId' | 'user' | 'hasEffect'
>;

export const WRITE_ENDPOINTS = {
  attach: 'attachTag',
  detach: 'detachTag',
  create: 'createItem',
  delete: 'deleteItem',
} as const satisfies Record<WriteRecord['kind'], EndpointName>;

/** Records each write before it is sent, and then its result. By default, the customer is kept in memory only. */
export class Recorder {
  readonly #services: RecorderNeeds;
  /** Customers by write ID, in memory only. */
  readonly #users = new Map<string, UserRef>();
  readonly #sending = new Set<string>();
  readonly #completed = new Emitter<WriteRecord>();
  /** Fires for a write of this window after its result has been recorded. */
  readonly onDidComplete = this.#completed.event;
  #cleanupTime = Number.NEGATIVE_INFINITY;

  constructor(services: RecorderNeeds) {
    this.#services = services;
  }

  /**
   * Wraps a service so that its writes are recorded. A write that cannot be recorded is not sent.
   * @throws {ServiceError} with the problem `not-recorded` in that case
   */
  readonly recorded = (bot: Bot, service: BotService): BotService => ({
    ...readsOf(service),
    createItem: (item, signal) =>
      this.#record(bot, { kind: 'create', item, user: null }, signal, () =>
        service.createItem(item, signal),
      ),
    deleteItem: (item, signal) =>
      this.#record(bot, { kind: 'delete', item, user: null }, signal, () =>
        service.deleteItem(item, signal),
      ),
    attachTag: (item, user, signal) =>
      this.#record(bot, { kind: 'attach', item, user }, signal, () =>
        service.attachTag(item, user, signal),
      ),
    detachTag: (item, user, signal) =>
      this.#record(bot, { kind: 'detach', item, user }, signal, () =>
        service.detachTag(item, user, signal),
      ),
  });

  /** Returns the customer of a write; `null` if this window does not know the customer. */
  userOf({ id, user }: Pick<WriteRecord, 'id' | 'user'>): UserRef | null {
    return user ?? this.#users.get(id) ?? null;
  }

  /** Returns whether this window is waiting for the response to the write. */
  isSending(id: string): boolean {
    return this.#sending.has(id);
  }

  get isBusy(): boolean {
    return this.#sending.size > 0;
  }

  /** Collects the IDs of this window's successful writes that `accepts` accepts, until the result is disposed. */
  collectIds(accepts: (done: WriteRecord) => boolean): {
    readonly ids: readonly string[];
    dispose(): void;
  } {
    const ids: string[] = [];
    const listening = this.onDidComplete((done) => {
      if (done.result === 'done' && accepts(done)) ids.push(done.id);
    });
    return { ids, dispose: () => listening.dispose() };
  }

  async deleteOldUserIds(): Promise<void> {
    const { clock, readSetting } = this.#services;
    const days = readSetting(KEEP_DAYS_SETTING);
    const before = days > 0 ? clock.now() - days * DAY_MS : Number.MAX_SAFE_INTEGER;
    await this.#changeJournal((journal) => journal.removeUsers(before));
  }

  /** Removes all customers from this window's memory. */
  clearUsers(): void {
    this.#users.clear();
  }

  async #record<T>(
    bot: Bot,
    request: WriteRequest,
    signal: AbortSignal,
    send: () => Promise<T>,
  ): Promise<T> {
    const { kind, item, user } = request;
    // Read before the request is sent: while the write is under way, the state of the tag is unknown.
    const hasEffect = this.#hasEffect(bot, request);
    const catalogue = await this.#services.catalogue();
    // The client checks again when it sends the write. Without this check, a write that is forbidden now would be recorded
    // as a failed one, or would wait for its turn and be sent because it is allowed by then.
    const requestItemId = typeof item === 'string' ? item : item.parentId;
    requireAllowedWrite(catalogue, bot, WRITE_ENDPOINTS[kind], requestItemId);
    // An aborted call rejects by itself, and nothing is sent.
    if (signal.aborted) return send();
    const known = typeof item === 'string' ? catalogue.item(bot.key, item) : item;
    const write = await this.#begin(bot, {
      kind,
      itemId: typeof item === 'string' ? item : '',
      itemName: known?.name ?? '',
      itemType: known?.type ?? 0,
      parentId: known?.parentId ?? null,
      user,
      hasEffect,
    });
    this.#sending.add(write.id);
    try {
      const result = await send();
      const itemId = typeof result === 'string' ? result : write.itemId;
      await this.#complete({ ...write, itemId, result: 'done' });
      return result;
    } catch (error) {
      await this.#complete({ ...write, ...resultOf(error, user) });
      throw error;
    } finally {
      this.#sending.delete(write.id);
    }
  }

  /** Returns whether the write is known to change something. A create or delete always does. */
  #hasEffect({ key }: Bot, { kind, item, user }: WriteRequest): boolean {
    if (user === null || typeof item !== 'string') return true;
    return this.#services.known.isAttached(key, user, item) === (kind === 'detach');
  }

  async #begin(bot: Bot, { user, ...content }: WriteContent): Promise<WriteRecord> {
    const { clock, readSetting } = this.#services;
    const write: WriteRecord = {
      id: crypto.randomUUID(),
      bot: bot.key,
      botLabel: bot.label,
      ...content,
      user: readSetting(KEEP_DAYS_SETTING) > 0 ? user : null,
      result: 'sent',
      errorText: null,
      undoneBy: null,
      time: clock.now(),
    };
    if (user !== null) setRecent(this.#users, write.id, user, MAX_REMEMBERED_USERS);
    let saved: WriteRecord | undefined;
    try {
      saved = await this.#changeJournal((journal, catalogue) => {
        const listed = catalogue.bot(bot.key);
        if (listed === undefined) return undefined;
        const record = { ...write, botLabel: listed.label };
        journal.saveWrite(record);
        return record;
      });
    } catch (error) {
      const detail = StorageError.is(error) ? error.detail : messageOf(error);
      const trouble = StorageError.is(error) ? { trouble: error.trouble } : {};
      throw notSent(bot, content.kind, { kind: 'not-recorded', detail, ...trouble });
    }
    // Another window has removed the bot and its token. A record would remain after "Remove All Data…".
    if (saved === undefined) throw notSent(bot, content.kind, { kind: 'token-missing' });
    await this.#cleanDaily();
    return saved;
  }

  /** Records the result. The write has ended, so a failure to record leaves it with an unknown result. */
  async #complete(write: WriteRecord): Promise<void> {
    try {
      // The setting may have been changed to store no customers while the request was under way.
      const user = this.#services.readSetting(KEEP_DAYS_SETTING) > 0 ? write.user : null;
      const hasEffect = await this.#changeJournal((journal, catalogue) => {
        const isEffective = write.hasEffect && !isOfKnownItem(catalogue, write);
        journal.updateWrite({ ...write, user, hasEffect: isEffective });
        return isEffective;
      });
      this.#completed.fire({ ...write, hasEffect });
    } catch (error) {
      this.#services.log.warn(`The end of a write is not in the Journal: ${String(error)}`);
    }
  }

  async #cleanDaily(): Promise<void> {
    const now = this.#services.clock.now();
    if (Math.abs(now - this.#cleanupTime) < DAY_MS) return;
    this.#cleanupTime = now;
    try {
      await this.deleteOldUserIds();
      await this.#changeJournal((journal) => journal.prune(MAX_WRITES));
    } catch (error) {
      this.#cleanupTime = Number.NEGATIVE_INFINITY;
      this.#services.log.warn(`The Journal could not be tidied: ${String(error)}`);
    }
  }

  async #changeJournal<T>(step: (journal: JournalStore, catalogue: Catalogue) => T): Promise<T> {
    const [catalogue, journal] = [await this.#services.catalogue(), await this.#services.journal()];
    return catalogue.whenFree(() => step(journal, catalogue));
  }
}

/** Returns whether the service answered a create with the ID of an earlier item, which an undo must not delete. */
function isOfKnownItem(catalogue: Catalogue, { kind, bot, itemId, time }: WriteRecord): boolean {
  const item = kind === 'create' ? catalogue.item(bot, itemId) : undefined;
  return item !== undefined && !isSeenSince(item, time);
}

function notSent(
  { key }: Bot,
  kind: WriteRecord['kind'],
  problem: ServiceError['problem'],
): ServiceError {
  return Object.assign(new ServiceError(WRITE_ENDPOINTS[kind], problem, 'not-sent'), { bot: key });
}

function resultOf(error: unknown, user: UserRef | null): Pick<WriteRecord, 'result' | 'errorText'> {
  if (error instanceof ServiceError) {
    // `errorTextOf` uses only the user of the operation.
    const operation =
      user === null ? undefined : ({ kind: 'attach', tagId: '', user, line: 0 } as const);
    const result = error.outcome === 'unknown' ? 'unknown' : 'failed';
    return { result, errorText: errorTextOf(error, operation) };
  }
  const errorText = cutEnd(oneLine(messageOf(error)), MAX_ERROR_LENGTH);
  // A write can be canceled only while it waits for a connection.
  return { result: Cancelled.is(error) ? 'failed' : 'unknown', errorText };
}
