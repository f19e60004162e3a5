import { KnownIdError, NotRecordedError } from '../catalogue/itemActions.ts';
import { mapLimited } from '../async/mapLimited.ts';
import { ServiceError } from '../errors.ts';
import { FOLDER, type NewItem } from '../model.ts';
import type { Ended, OperationState, PauseReason, RunCounts } from '../runs/operation.ts';
import { verdictOf, wordsOf } from '../runs/verdict.ts';
import { removeTag } from '../refactor/oldTags.ts';
import { patiently } from '../refactor/patiently.ts';
import { StandsStill } from '../refactor/refactorErrors.ts';
import type { RefactorPorts } from '../refactor/refactorPorts.ts';
import type { CopyItem } from './copyItems.ts';

/** What a copy needs of the world. */
export interface CopyPorts extends Pick<
  RefactorPorts,
  'service' | 'step' | 'sleep' | 'timeLimitMs' | 'takeOff'
> {
  /** Creates it and puts it on the list. Throws like `ItemActions.create`. @returns its ID */
  create(item: NewItem): Promise<string>;
  /** Throws like `ItemActions.delete`. */
  remove(item: { readonly id: string; readonly type: number }): Promise<void>;
  /** Writes on the list in which folder an item is. @param folder `undefined`: not known */
  place(id: string, folder: string | null | undefined): Promise<void>;
  /** Whether the list has something in this folder. */
  hasContent(folder: string): boolean;
  onProgress(counts: RunCounts): void;
}

/** What became of an item that had to be created. `words`: its ID once it is there; of a failure, the reason. */
export interface CopyOutcome {
  readonly state: OperationState;
  readonly words: string | null;
}

export type CopyEnd =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'undone';
      /** Folders that stay, as others have put something into them. */ readonly left: number;
    }
  | { readonly kind: 'paused'; readonly reason: PauseReason; readonly error?: unknown };

const AT_ONCE = 4;
/** So many in a row that failed alike, or were lost, are a sign that the others would be, too. */
const ALIKE_IN_ROW = 20;
const LOST_IN_ROW = 5;

/**
 * Creates tags and folders in another bot, folders first. Each is written down before it is sent; one whose answer was
 * lost stays `unknown` and is never sent again by itself: the service cannot be asked for it.
 */
export class CopyRun {
  readonly #ports: CopyPorts;
  readonly #items: readonly CopyItem[];
  readonly #outcomes: Map<number, CopyOutcome>;
  readonly #halt = new AbortController();
  #alike = { words: '', count: 0 };
  #lost = 0;

  /** @param outcomes by index, of a copy that was begun earlier; what was being sent nobody knows */
  constructor(
    ports: CopyPorts,
    items: readonly CopyItem[],
    outcomes: ReadonlyMap<number, CopyOutcome>,
  ) {
    this.#ports = ports;
    this.#items = items;
    this.#outcomes = new Map(
      [...outcomes].map(([index, one]) => [
        index,
        one.state === 'sending' ? { ...one, state: 'unknown' } : one,
      ]),
    );
  }

  get outcomes(): ReadonlyMap<number, CopyOutcome> {
    return this.#outcomes;
  }

  get counts(): RunCounts {
    return countsOf(this.#items, this.#outcomes);
  }

  /** Indexes of those of which nobody knows whether they were created. */
  get unknown(): readonly number[] {
    return [...this.#outcomes].flatMap(([index, { state }]) =>
      state === 'unknown' ? [index] : [],
    );
  }

  /** What a person has found out. @param id of the item, which was created; `null`: it is to be created once more */
  async settle(index: number, id: string | null): Promise<void> {
    const parent = this.#items[index]?.parent ?? null;
    // The service does not tell the folder of an item.
    if (id !== null) await this.#ports.place(id, parent === null ? null : this.#idOf(parent));
    await this.#end(index, id === null ? { state: 'waiting' } : { state: 'skipped', words: id });
  }

  /** Once, or `undo` once. Never throws but for faults of the program. */
  run(): Promise<CopyEnd> {
    return this.#ended(async () => {
      for (const level of this.#levels()) {
        await mapLimited(level, AT_ONCE, (index) => this.#create(index));
      }
      this.#halt.signal.throwIfAborted();
      const { waiting, unknown, failed } = this.counts;
      if (waiting + unknown + failed > 0) throw new StandsStill('person');
      return { kind: 'done' };
    });
  }

  /** Deletes what it created, the last first; a folder only if the list has nothing else in it. */
  undo(): Promise<CopyEnd> {
    return this.#ended(async () => {
      let left = 0;
      const created = [...this.#outcomes].filter(([, { state }]) => state === 'done');
      for (const [index, { words }] of created.toSorted(([a], [b]) => b - a)) {
        this.#halt.signal.throwIfAborted();
        if (await this.#delete(index, words ?? '')) continue;
        left++;
      }
      return { kind: 'undone', left };
    });
  }

  /** Lets what is on its way come to its end. The first reason stays. */
  pause(reason: PauseReason, error?: unknown): void {
    this.#halt.abort(new StandsStill(reason, error));
  }

  async #ended(work: () => Promise<CopyEnd>): Promise<CopyEnd> {
    try {
      return await work();
    } catch (error) {
      const { reason, cause } = StandsStill.of(error);
      return { kind: 'paused', reason, ...(cause === undefined ? {} : { error: cause }) };
    }
  }

  /** Indexes of what has to be created, folder by folder from the top. */
  #levels(): readonly (readonly number[])[] {
    const depths: number[] = [];
    const levels: number[][] = [];
    for (const [index, { parent, there }] of this.#items.entries()) {
      const depth = parent === null ? 0 : (depths[parent] ?? 0) + 1;
      depths[index] = depth;
      const state = this.#outcomes.get(index)?.state ?? 'waiting';
      if (there === null && (state === 'waiting' || state === 'failed'))
        (levels[depth] ??= []).push(index);
    }
    return levels.filter((level) => level !== undefined);
  }

  async #create(index: number): Promise<void> {
    const item = this.#items[index];
    if (item === undefined || this.#halt.signal.aborted) return;
    const parentId = item.parent === null ? undefined : this.#idOf(item.parent);
    // Its folder was not created: it waits for that.
    if (item.parent !== null && parentId === undefined) return;
    await this.#begin(index);
    const { name, type } = item;
    const send = (): Promise<string> => this.#ports.create({ name, type, parentId });
    let id: string;
    try {
      id = await patiently(this.#ports, this.#halt.signal, send);
    } catch (error) {
      // The service gave the ID of something that was there before: that is not this run's to delete.
      if (KnownIdError.is(error)) return this.#end(index, { state: 'skipped', words: error.id });
      if (!NotRecordedError.is(error)) return this.#failed(index, error);
      ({ id } = error);
    }
    await this.#created(index, id);
  }

  async #begin(index: number): Promise<void> {
    this.#outcomes.set(index, { state: 'sending', words: null });
    try {
      await this.#ports.step([index], [], this.counts);
    } catch (error) {
      // It was not sent.
      this.#outcomes.set(index, { state: 'waiting', words: null });
      throw error;
    }
  }

  async #created(index: number, id: string): Promise<void> {
    this.#alike.count = 0;
    this.#lost = 0;
    await this.#end(index, { state: 'done', words: id });
  }

  async #failed(index: number, error: unknown): Promise<void> {
    if (!ServiceError.is(error)) {
      await this.#end(index, { state: 'waiting' });
      if (!this.#halt.signal.aborted) throw error;
      return;
    }
    const verdict = verdictOf(error);
    switch (verdict.kind) {
      case 'pause':
        this.pause(verdict.reason, error);
        return this.#end(index, { state: 'waiting' });
      case 'busy':
      case 'not-sent':
        this.pause('unreachable', error);
        return this.#end(index, { state: 'waiting' });
      case 'lost':
        if (++this.#lost >= LOST_IN_ROW) this.pause('unreachable', error);
        return this.#end(index, { state: 'unknown' });
      default:
        return this.#refused(index, error);
    }
  }

  async #refused(index: number, error: ServiceError): Promise<void> {
    const words = wordsOf(error);
    const count = words === this.#alike.words ? this.#alike.count + 1 : 1;
    this.#alike = { words, count };
    if (count >= ALIKE_IN_ROW) this.pause('failing', error);
    await this.#end(index, { state: 'failed', words });
  }

  /** @returns whether it is gone */
  async #delete(index: number, id: string): Promise<boolean> {
    const { type = FOLDER } = this.#items[index] ?? {};
    if (type === FOLDER && this.#ports.hasContent(id)) return false;
    const ports = { ...this.#ports, remove: () => this.#ports.remove({ id, type }) };
    await removeTag(ports, id, this.#halt.signal);
    await this.#end(index, { state: 'waiting' });
    return true;
  }

  #idOf(index: number): string | undefined {
    const { there } = this.#items[index] ?? {};
    return idOf(there, this.#outcomes.get(index));
  }

  async #end(
    index: number,
    { state, words }: Pick<Ended, 'state'> & { readonly words?: string },
  ): Promise<void> {
    this.#outcomes.set(index, { state, words: words ?? null });
    const ended = words === undefined ? { index, state } : { index, state, words };
    await this.#ports.step([], [ended], this.counts);
    this.#ports.onProgress(this.counts);
  }
}

/** The ID in the other bot; `undefined`: it is not there, as far as anybody knows. */
export function idOf(
  there: string | null | undefined,
  outcome: CopyOutcome | undefined,
): string | undefined {
  if (typeof there === 'string') return there;
  const isThere = outcome?.state === 'done' || outcome?.state === 'skipped';
  return isThere ? (outcome.words ?? undefined) : undefined;
}

/** Of what has to be created. */
export function countsOf(
  items: readonly CopyItem[],
  outcomes: ReadonlyMap<number, CopyOutcome>,
): RunCounts {
  const counts = { done: 0, failed: 0, unknown: 0, skipped: 0, waiting: 0 };
  let total = 0;
  for (const [index, { there }] of items.entries()) {
    if (there !== null) continue;
    total++;
    const state = outcomes.get(index)?.state ?? 'waiting';
    counts[state === 'sending' ? 'waiting' : state]++;
  }
  return { total, ...counts };
}
