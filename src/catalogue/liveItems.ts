import type { Disposable } from '../base/emitter.ts';
import { runInSlices } from '../base/promises.ts';
import type { Catalogue } from './catalogue.ts';
import type { CatalogueItem } from '../base/model.ts';
import type { CatalogueChange } from '../base/ports.ts';

/** Maximum number of pending changes per bot. Above it, reading the whole bot again is cheaper. */
const MAX_CHANGES = 5000;

const ALL = 'all';

/** Idle time after which the value is dropped, in ms. The next use builds it again. */
const IDLE_TIMEOUT = 10 * 60_000;

/** Value that is built from all items of a catalogue, one by one. */
export interface ItemSink {
  set(item: CatalogueItem): void;
  delete(bot: string, id: string): void;
  idsOf(bot: string): Iterable<string>;
}

/** Value that is built from a catalogue's items on first use, and updated on each later use. */
export class LiveItems<T extends ItemSink> implements Disposable {
  readonly #catalogue: Catalogue;
  readonly #create: () => T;
  readonly #listening: Disposable;
  #value: T | undefined;
  #opening: Promise<T> | undefined;
  /** Items to read again, by bot: some or all. */
  #changed = new Map<string, Set<string> | typeof ALL>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #life = new AbortController();

  constructor(catalogue: Catalogue, create: () => T) {
    this.#catalogue = catalogue;
    this.#create = create;
    this.#listening = catalogue.onDidChange((changes) => {
      for (const change of changes) this.#note(change);
    });
  }

  /** Returns the value with every change announced so far. Reads in slices, so that other work continues. */
  async open(): Promise<T> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reset(), IDLE_TIMEOUT);
    this.#opening ??= this.#bringUpToDate().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  /** Stops reading. A value that is being opened is returned incomplete. */
  dispose(): void {
    this.#life.abort();
    clearTimeout(this.#timer);
    this.#listening.dispose();
    this.#reset();
  }

  async #bringUpToDate(): Promise<T> {
    try {
      for (;;) {
        const value = this.#value ?? (await this.#read());
        await this.#apply(value);
        if (this.#life.signal.aborted) return value;
        if (this.#value === value && this.#changed.size === 0) return value;
      }
    } catch (error) {
      // A half-read value must not pass for a complete one the next time.
      this.#reset();
      throw error;
    }
  }

  /** Reads all items. Changes during the read are recorded, and those items are read again. */
  async #read(): Promise<T> {
    const value = this.#create();
    this.#reset();
    this.#value = value;
    await runInSlices(this.#readInto(value), this.#life.signal);
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
    await runInSlices(this.#applyTo(value, changed), this.#life.signal);
  }

  *#applyTo(
    value: T,
    changed: ReadonlyMap<string, Iterable<string> | typeof ALL>,
  ): Generator<void> {
    for (const [bot, ids] of changed) {
      if (ids === ALL) yield* this.#readAgain(value, bot);
      else yield* this.#readItems(value, bot, ids);
    }
  }

  *#readAgain(value: T, bot: string): Generator<void> {
    const gone = new Set(value.idsOf(bot));
    for (const items of this.#catalogue.pagesOfItems(bot)) {
      for (const item of items) {
        gone.delete(item.id);
        value.set(item);
      }
      yield;
    }
    // An item that returned after its page was read is announced as a change, and read again.
    for (const id of gone) value.delete(bot, id);
  }

  *#readItems(value: T, bot: string, ids: Iterable<string>): Generator<void> {
    for (const id of ids) {
      const item = this.#catalogue.item(bot, id);
      if (item === undefined) value.delete(bot, id);
      else value.set(item);
      yield;
    }
  }

  #note({ bot, item }: CatalogueChange): void {
    if (this.#value === undefined) return;
    if (bot === undefined) return this.#reset();
    const items = this.#changed.get(bot) ?? new Set();
    if (items === ALL) return;
    const isWhole = item === undefined || items.size >= MAX_CHANGES;
    this.#changed.set(bot, isWhole ? ALL : items.add(item));
  }

  #reset(): void {
    this.#value = undefined;
    this.#changed.clear();
  }
}
