import type { Filter } from '../surface/gridMessages.ts';

interface Question {
  readonly id: number;
  readonly filter: Filter;
  answer(count: number | undefined): void;
}

/** Asks for counts one at a time, as each takes a while and somebody types faster. */
export class LatestCount {
  readonly #send: (id: number, filter: Filter) => void;
  #asked: Question | undefined;
  #next: Question | undefined;
  #lastId = 0;

  constructor(send: (id: number, filter: Filter) => void) {
    this.#send = send;
  }

  /** @returns `undefined` when another question took its place */
  ask(filter: Filter): Promise<number | undefined> {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const question = { id: ++this.#lastId, filter, answer: resolve };
    if (this.#asked === undefined) this.#start(question);
    else {
      this.#next?.answer(undefined);
      this.#next = question;
    }
    return promise;
  }

  take({ id, count }: { readonly id: number; readonly count: number }): void {
    if (this.#asked?.id !== id) return;
    const [asked, next] = [this.#asked, this.#next];
    this.#asked = undefined;
    this.#next = undefined;
    // A newer question makes the older answer one of the past.
    asked.answer(next === undefined ? count : undefined);
    if (next !== undefined) this.#start(next);
  }

  /** The rows are gone: no answer to what was asked is about what comes. */
  drop(): void {
    this.#asked?.answer(undefined);
    this.#next?.answer(undefined);
    this.#asked = undefined;
    this.#next = undefined;
  }

  #start(question: Question): void {
    this.#asked = question;
    this.#send(question.id, question.filter);
  }
}
