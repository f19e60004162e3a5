/** Keeps the best of what is offered, in memory for no more than that: a heap with the worst on top. */
export class BestOf<T> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #heap: T[] = [];

  /** @param compare negative when `a` is better */
  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** What a new one has to be better than; `undefined` as long as there is room. */
  get worst(): T | undefined {
    return this.#heap.length < this.#limit ? undefined : this.#heap[0];
  }

  offer(value: T): void {
    if (this.#heap.length < this.#limit) {
      this.#heap.push(value);
      this.#up(this.#heap.length - 1);
    } else if (this.#isWorse(this.#heap[0], value)) {
      this.#heap[0] = value;
      this.#down();
    }
  }

  /** The best first. */
  sorted(): T[] {
    return this.#heap.toSorted(this.#compare);
  }

  #up(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(this.#heap[at], this.#heap[parent])) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #down(): void {
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      const child = this.#isWorse(this.#heap[left + 1], this.#heap[left]) ? left + 1 : left;
      if (!this.#isWorse(this.#heap[child], this.#heap[at])) return;
      this.#swap(at, child);
      at = child;
    }
  }

  #isWorse(a: T | undefined, b: T | undefined): boolean {
    return a !== undefined && b !== undefined && this.#compare(a, b) > 0;
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    if (first === undefined || second === undefined) return;
    this.#heap[a] = second;
    this.#heap[b] = first;
  }
}
