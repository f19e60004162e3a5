import type { Lazy } from '../base/promises.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { Emitter } from '../base/emitter.ts';
import type { EndpointName } from '../base/endpoints.ts';
import { Cancelled, ServiceError, StorageError } from '../base/errors.ts';
import type { Bot, UserRef } from '../base/model.ts';
import { cutEnd, oneLine } from '../base/text.ts';
import type { BotService, Clock, Log } from '../base/ports.ts';
import { requireAllowedWrite } from '../service/confirmedItems.ts';
import { wordsOf } from '../catalogue/verdict.ts';
import type { JournalStore, WriteRecord } from '../catalogue/journal.ts';

/** Writes that are kept; of more the oldest are forgotten. */
export const MOST_WRITES = 10_000;

/** Of so many writes this window remembers who they were about. */
const MOST_USERS = 2000;

const NOBODY: UserRef = { pageId: '', channel: 0 };

/** Characters of what was said. */
const LONGEST = 300;

const DAY_MS = 86_400_000;

interface RecorderParts {
  readonly catalogue: Lazy<Catalogue>;
  readonly journal: Lazy<JournalStore>;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the tag is on the user; `undefined`: nobody knows. */
  readonly isOn: (bot: string, user: UserRef, tagId: string) => boolean | undefined;
  /** For how many days the IDs of users are kept; 0: they are not. */
  readonly keepDays: () => number;
}

type Subject = Pick<WriteRecord, 'kind' | 'itemId' | 'itemName' | 'itemType' | 'parentId'>;

/** What a write is, before anything is known of its end. */
interface Begun extends Subject {
  readonly user: UserRef | null;
  readonly changes: boolean;
}

interface ToRecord {
  readonly kind: WriteRecord['kind'];
  /** ID of the tag or folder that the write names. */
  readonly names: string | undefined;
  readonly about: () => Promise<Begun>;
}

const ENDPOINTS = {
  ...{ attach: 'attachTag', detach: 'detachTag' },
  ...{ create: 'createItem', delete: 'deleteItem' },
} as const satisfies Record<WriteRecord['kind'], EndpointName>;

/** Writes down every write before it is sent, and what became of it. Who it was about stays in memory, as a rule. */
export class Recorder {
  readonly #parts: RecorderParts;
  /** By write ID. */
  readonly #users = new Map<string, UserRef>();
  readonly #sending = new Set<string>();
  readonly #completed = new Emitter<WriteRecord>();
  /** Of this window's writes, once their end is written down. */
  readonly onDidComplete = this.#completed.event;
  /** ms */
  #tidied = Number.NEGATIVE_INFINITY;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /**
   * The same service, whose writes are recorded. One that cannot be is not sent: it throws `ServiceError` with the problem
   * `not-recorded`.
   */
  readonly recorded = (bot: Bot, service: BotService): BotService => {
    const tagging =
      (kind: 'attach' | 'detach') =>
      (tagId: string, user: UserRef, signal: AbortSignal): Promise<void> =>
        this.#record(bot, this.#tagging(bot, kind, tagId, user), signal, () =>
          service[`${kind}Tag`](tagId, user, signal),
        );
    return {
      ...readsOf(service),
      createItem: (item, signal) => {
        const { name: itemName, type: itemType, parentId = null } = item;
        const what = { kind: 'create', itemId: '', itemName, itemType, parentId } as const;
        const about = async (): Promise<Begun> => ({ ...what, user: null, changes: true });
        const names = item.parentId;
        return this.#record(bot, { kind: 'create', names, about }, signal, () =>
          service.createItem(item, signal),
        );
      },
      deleteItem: (id, signal) =>
        this.#record(
          bot,
          {
            kind: 'delete',
            names: id,
            about: async () => ({
              ...(await this.#item(bot, 'delete', id)),
              ...{ user: null, changes: true },
            }),
          },
          signal,
          () => service.deleteItem(id, signal),
        ),
      attachTag: tagging('attach'),
      detachTag: tagging('detach'),
    };
  };

  /** Whom a write is about, as far as this window knows. */
  userOf({ id, user }: Pick<WriteRecord, 'id' | 'user'>): UserRef | null {
    return user ?? this.#users.get(id) ?? null;
  }

  /** Whether this window waits for its end. */
  isSending(id: string): boolean {
    return this.#sending.has(id);
  }

  /** Whether this window waits for the end of any. */
  get isBusy(): boolean {
    return this.#sending.size > 0;
  }

  /** Collects the IDs of this window's writes that succeed and that `isOne` accepts, until it is disposed. */
  note(isOne: (done: WriteRecord) => boolean): {
    readonly ids: readonly string[];
    dispose(): void;
  } {
    const ids: string[] = [];
    const listening = this.onDidComplete((done) => {
      if (done.result === 'done' && isOne(done)) ids.push(done.id);
    });
    return { ids, dispose: () => listening.dispose() };
  }

  /** Forgets what is kept for longer than the setting says. */
  async forgetOld(): Promise<void> {
    const { clock, keepDays } = this.#parts;
    const days = keepDays();
    const before = days > 0 ? clock.now() - days * DAY_MS : Number.MAX_SAFE_INTEGER;
    await this.#write((journal) => journal.forgetUsers(before));
  }

  forgetAll(): void {
    this.#users.clear();
  }

  #tagging(bot: Bot, kind: 'attach' | 'detach', tagId: string, user: UserRef) {
    // Asked at once: while the write is on its way nobody knows.
    const changes = this.#parts.isOn(bot.key, user, tagId) === (kind === 'detach');
    const about = async (): Promise<Begun> => ({
      ...(await this.#item(bot, kind, tagId)),
      ...{ user, changes },
    });
    return { kind, names: tagId, about };
  }

  /** What the catalogue knows of the item. */
  async #item({ key }: Bot, kind: WriteRecord['kind'], itemId: string): Promise<Subject> {
    const item = (await this.#parts.catalogue()).item(key, itemId);
    const { name: itemName = '', type: itemType = 0, parentId = null } = item ?? {};
    return { kind, itemId, itemName, itemType, parentId };
  }

  async #record<T>(
    bot: Bot,
    { kind, names, about }: ToRecord,
    signal: AbortSignal,
    send: () => Promise<T>,
  ): Promise<T> {
    const catalogue = await this.#parts.catalogue();
    // Not sent to be refused: it may wait for its turn, and be allowed then, without a record.
    requireAllowedWrite(catalogue, bot, ENDPOINTS[kind], names);
    // It says no by itself, and nothing is sent.
    if (signal.aborted) return send();
    const what = await about();
    const write = await this.#begin(bot, what);
    this.#sending.add(write.id);
    try {
      const result = await send();
      const itemId = typeof result === 'string' ? result : write.itemId;
      await this.#complete({ ...write, itemId, result: 'done' });
      return result;
    } catch (error) {
      await this.#complete({ ...write, ...endOf(error, what.user) });
      throw error;
    } finally {
      this.#sending.delete(write.id);
    }
  }

  async #begin(bot: Bot, { user, ...what }: Begun): Promise<WriteRecord> {
    const { clock, keepDays } = this.#parts;
    const write: WriteRecord = {
      ...{ id: crypto.randomUUID(), bot: bot.key, botLabel: bot.label, ...what },
      ...{ user: keepDays() > 0 ? user : null, result: 'sent', words: null, undoneBy: null },
      time: clock.now(),
    };
    if (user !== null) this.#remember(write.id, user);
    let saved: WriteRecord | undefined;
    try {
      saved = await this.#write((journal, catalogue) => {
        const listed = catalogue.bot(bot.key);
        if (listed === undefined) return undefined;
        const record = { ...write, botLabel: listed.label };
        journal.saveWrite(record);
        return record;
      });
    } catch (error) {
      const detail = StorageError.is(error) ? error.detail : messageOf(error);
      const trouble = StorageError.is(error) ? { trouble: error.trouble } : {};
      throw notSent(bot, what.kind, { kind: 'not-recorded', detail, ...trouble });
    }
    // Another window has removed the bot with its token; a record would outlive "Remove All Data…".
    if (saved === undefined) throw notSent(bot, what.kind, { kind: 'token-missing' });
    await this.#tidyDaily();
    return saved;
  }

  /** The write itself is over: that its end could not be written down leaves it as one whose end nobody knows. */
  async #complete(write: WriteRecord): Promise<void> {
    try {
      // The setting may have said meanwhile that nobody is to be kept.
      const user = this.#parts.keepDays() > 0 ? write.user : null;
      await this.#write((journal) => journal.updateWrite({ ...write, user }));
      this.#completed.fire(write);
    } catch (error) {
      this.#parts.log.warn(`The end of a write is not in the Journal: ${String(error)}`);
    }
  }

  async #tidyDaily(): Promise<void> {
    const now = this.#parts.clock.now();
    if (Math.abs(now - this.#tidied) < DAY_MS) return;
    this.#tidied = now;
    try {
      await this.forgetOld();
      await this.#write((journal) => journal.prune(MOST_WRITES));
    } catch (error) {
      this.#tidied = Number.NEGATIVE_INFINITY;
      this.#parts.log.warn(`The Journal could not be tidied: ${String(error)}`);
    }
  }

  #remember(id: string, user: UserRef): void {
    this.#users.set(id, user);
    const oldest = this.#users.keys().next().value;
    if (this.#users.size > MOST_USERS && oldest !== undefined) this.#users.delete(oldest);
  }

  async #write<T>(step: (journal: JournalStore, catalogue: Catalogue) => T): Promise<T> {
    const [catalogue, journal] = [await this.#parts.catalogue(), await this.#parts.journal()];
    return catalogue.whenFree(() => step(journal, catalogue));
  }
}

function notSent(
  { key }: Bot,
  kind: WriteRecord['kind'],
  problem: ServiceError['problem'],
): ServiceError {
  return Object.assign(new ServiceError(ENDPOINTS[kind], problem, 'not-sent'), { bot: key });
}

function endOf(error: unknown, user: UserRef | null): Pick<WriteRecord, 'result' | 'words'> {
  if (ServiceError.is(error)) {
    const about = { kind: 'attach', tagId: '', user: user ?? NOBODY, line: 0 } as const;
    const result = error.outcome === 'unknown' ? 'unknown' : 'failed';
    return { result, words: wordsOf(error, about) };
  }
  const words = cutEnd(oneLine(messageOf(error)), LONGEST);
  // A write can be cancelled only while it waits for a connection.
  return { result: Cancelled.is(error) ? 'failed' : 'unknown', words };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readsOf(service: BotService) {
  return {
    getItem: service.getItem.bind(service),
    listUserTags: service.listUserTags.bind(service),
    listCustomers: service.listCustomers.bind(service),
    walkCustomers: service.walkCustomers.bind(service),
    walkRecords: service.walkRecords.bind(service),
  };
}
