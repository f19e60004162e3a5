import { runInSlices } from '../base/promises.ts';
import type { Catalogue } from './catalogue.ts';
import type { CatalogueItem } from '../base/model.ts';
import type { CatalogueChange, Disposable } from '../base/ports.ts';

/** Maximum number of changed items per bot to read one by one. Above it, reading all items of the bot is cheaper. */
const MAX_CHANGES = 5000;

const ALL_ITEMS = 'all';

/** Idle time in ms after which the built value is dropped. The next use builds it again. */
const IDLE_TIMEOUT_MS = 10 * 60_000;

/** Value that is built from the items of a catalogue, such as a search index. */
export interface ItemSink {
  set(item: CatalogueItem): void;
  delete(bot: string, id: string): void;
  /** Returns the IDs of all items that were set and not deleted. */
  idsOf(bot: string): Iterable<string>;
}

/** Builds a value from the items of a catalogue on first use, and updates it on each later use. */
export class LiveItems<T extends ItemSink> implements Disposable {
  readonly #catalogue: Catalogue;
  readonly #create: () => T;
  readonly #subscription: Disposable;
  #value: T | undefined;
  #opening: Promise<T> | undefined;
  /** IDs of the items to read again, by bot. `ALL_ITEMS`: all items of the bot are read again. */
  #changed = new Map<string, Set<string> | typeof ALL_ITEMS>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #disposed = new AbortController();

  constructor(catalogue: Catalogue, create: () => T) {
    this.#catalogue = catalogue;
    this.#create = create;
    this.#subscription = catalogue.onDidChange((changes) => {
      for (const change of changes) this.#addChange(change);
    });
  }

  /** Returns the value, updated with all changes so far. Reads in slices, so other work continues. */
  async open(): Promise<T> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reset(), IDLE_TIMEOUT_MS);
    this.#opening ??= this.#bringUpToDate().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  /** Stops reading. A value that is being opened is returned incomplete. */
  dispose(): void {
    this.#disposed.abort();
    clearTimeout(this.#timer);
    this.#subscription.dispose();
    this.#reset();
  }

  async #bringUpToDate(): Promise<T> {
    try {
      for (;;) {
        const value = this.#value ?? (await this.#read());
        await this.#apply(value);
        if (this.#disposed.signal.aborted) return value;
        // Repeats if the value was dropped, or items have changed, in the meantime.
        if (this.#value === value && this.#changed.size === 0) return value;
      }
    } catch (error) {
      // The next call must not return an incomplete value.
      this.#reset();
      throw error;
    }
  }

  /** Reads all items. Changes during the read are recorded, and those items are read again. */
  async #read(): Promise<T> {
    const value = this.#create();
    this.#reset();
    this.#value = value;
    await runInSlices(this.#readInto(value), this.#disposed.signal);
    return value;
  }

  *#readInto(value: T): Generator<void> {
    for (const { key } of this.#catalogue.bots()) {
      for (const items of this.#catalogue.pagesOfItems(key)) {
        for (const item of items) value.set(item);
        yield;
      }
    }
  }

  async #apply(value: T): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Map();
    await runInSlices(this.#applyTo(value, changed), this.#disposed.signal);
  }

  *#applyTo(
    value: T,
    changed: ReadonlyMap<string, Iterable<string> | typeof ALL_ITEMS>,
  ): Generator<void> {
    for (const [bot, ids] of changed) {
      if (ids === ALL_ITEMS) yield* this.#readBot(value, bot);
      else yield* this.#readItems(value, bot, ids);
    }
  }

  *#readBot(value: T, bot: string): Generator<void> {
    const missingIds = new Set(value.idsOf(bot));
    for (const items of this.#catalogue.pagesOfItems(bot)) {
      for (const item of items) {
        missingIds.delete(item.id);
        value.set(item);
      }
      yield;
    }
    // An item that was added again after its page was read has caused another change, and will be read again.
    for (const id of missingIds) value.delete(bot, id);
  }

  *#readItems(value: T, bot: string, ids: Iterable<string>): Generator<void> {
    for (const id of ids) {
      const item = this.#catalogue.item(bot, id);
      if (item === undefined) value.delete(bot, id);
      else value.set(item);
      yield;
    }
  }

  #addChange({ bot, item }: CatalogueChange): void {
    if (this.#value === undefined) return;
    if (bot === undefined) return this.#reset();
    const changedIds = this.#changed.get(bot) ?? new Set();
    if (changedIds === ALL_ITEMS) return;
    const readsWholeBot = item === undefined || changedIds.size >= MAX_CHANGES;
    this.#changed.set(bot, readsWholeBot ? ALL_ITEMS : changedIds.add(item));
  }

  #reset(): void {
    this.#value = undefined;
    this.#changed.clear();
  }
}
