import type { Disposable } from '../base/emitter.ts';
import { inSlices } from '../base/promises.ts';
import type { Catalogue } from './catalogue.ts';
import type { CatalogueItem } from '../base/model.ts';
import type { CatalogueChange } from '../base/ports.ts';

/** After so many changes of one bot that nobody asked for, reading all of it is cheaper. */
const MOST_CHANGES = 5000;

const ALL = 'all';

/** What is not asked for goes after this time, ms, and comes back with the next question. */
const KEPT_FOR = 10 * 60_000;

/** What is made from all items of a catalogue, one by one. */
export interface ItemSink {
  set(item: CatalogueItem): void;
  delete(bot: string, id: string): void;
  idsOf(bot: string): Iterable<string>;
}

/** What is made from a catalogue's items, when it is first asked for; brought up to date whenever it is. */
export class LiveItems<T extends ItemSink> implements Disposable {
  readonly #catalogue: Catalogue;
  readonly #make: () => T;
  readonly #listening: Disposable;
  #made: T | undefined;
  #opening: Promise<T> | undefined;
  /** What is to be read anew, by bot: some items, or all. */
  #changed = new Map<string, Set<string> | typeof ALL>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #life = new AbortController();

  constructor(catalogue: Catalogue, make: () => T) {
    this.#catalogue = catalogue;
    this.#make = make;
    this.#listening = catalogue.onDidChange((changes) => {
      for (const change of changes) this.#note(change);
    });
  }

  /** With every change in it that was announced before. Other work goes on meanwhile. */
  async open(): Promise<T> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#forget(), KEPT_FOR);
    this.#opening ??= this.#bringUpToDate().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  /** Stops reading. What is being opened is returned as it is. */
  dispose(): void {
    this.#life.abort();
    clearTimeout(this.#timer);
    this.#listening.dispose();
    this.#forget();
  }

  async #bringUpToDate(): Promise<T> {
    try {
      for (;;) {
        const made = this.#made ?? (await this.#read());
        await this.#apply(made);
        if (this.#life.signal.aborted) return made;
        if (this.#made === made && this.#changed.size === 0) return made;
      }
    } catch (error) {
      // What was read half is not taken for the whole the next time.
      this.#forget();
      throw error;
    }
  }

  /** What changes while it is read is noted, and read once more. */
  async #read(): Promise<T> {
    const made = this.#make();
    this.#forget();
    this.#made = made;
    await inSlices(this.#readInto(made), this.#life.signal);
    return made;
  }

  *#readInto(made: T): Generator<void> {
    for (const { key } of this.#catalogue.bots()) {
      for (const items of this.#catalogue.pagesOfItems(key)) {
        for (const item of items) made.set(item);
        yield;
      }
    }
  }

  async #apply(made: T): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Map();
    await inSlices(this.#applyTo(made, changed), this.#life.signal);
  }

  *#applyTo(made: T, changed: ReadonlyMap<string, Iterable<string> | typeof ALL>): Generator<void> {
    for (const [bot, ids] of changed) {
      if (ids === ALL) yield* this.#readAgain(made, bot);
      else yield* this.#readItems(made, bot, ids);
    }
  }

  *#readAgain(made: T, bot: string): Generator<void> {
    const gone = new Set(made.idsOf(bot));
    for (const items of this.#catalogue.pagesOfItems(bot)) {
      for (const item of items) {
        gone.delete(item.id);
        made.set(item);
      }
      yield;
    }
    // One that came back behind the page being read is announced, and read once more.
    for (const id of gone) made.delete(bot, id);
  }

  *#readItems(made: T, bot: string, ids: Iterable<string>): Generator<void> {
    for (const id of ids) {
      const item = this.#catalogue.item(bot, id);
      if (item === undefined) made.delete(bot, id);
      else made.set(item);
      yield;
    }
  }

  #note({ bot, item }: CatalogueChange): void {
    if (this.#made === undefined) return;
    if (bot === undefined) return this.#forget();
    const items = this.#changed.get(bot) ?? new Set();
    if (items === ALL) return;
    const isWhole = item === undefined || items.size >= MOST_CHANGES;
    this.#changed.set(bot, isWhole ? ALL : items.add(item));
  }

  #forget(): void {
    this.#made = undefined;
    this.#changed.clear();
  }
}
