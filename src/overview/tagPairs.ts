/** Numbers of tags that are held in memory, 4 bytes each: those of some two million customers. */
const MOST_HELD = 8_000_000;
const BLOCK = 65_536;
/** In a held number: the last one of its customer. */
const LAST = 0x8000_0000;

/**
 * Which tags stand together on customers. Who has which is held as numbers, so that the commonest tags need not be known
 * before the end. When there is no more room, only what was commonest until then is counted on, so that memory is bounded.
 */
export class TagPairs {
  readonly #mostHeld: number;
  readonly #candidates: number;
  #blocks: Uint32Array[] = [];
  #held = 0;
  #table: PairTable | undefined;

  /** @param candidates how many of the commonest tags are counted on when there is no more room */
  constructor(mostHeld = MOST_HELD, candidates = 64) {
    this.#mostHeld = mostHeld;
    this.#candidates = candidates;
  }

  /**
   * @param tags of one customer, each once
   * @param customersOf by the number of a tag
   */
  add(tags: readonly number[], customersOf: readonly number[]): void {
    if (tags.length < 2) return;
    if (this.#table === undefined && this.#held + tags.length > this.#mostHeld) {
      this.#table = this.#count(commonest(customersOf, this.#candidates));
      this.#blocks = [];
    }
    if (this.#table !== undefined) return this.#table.add(tags);
    const last = tags.length - 1;
    for (const [index, tag] of tags.entries()) this.#hold(index === last ? tag | LAST : tag);
  }

  /** @returns how many customers have both, each pair of these tags once, without those that nobody has */
  among(
    tags: readonly number[],
  ): readonly (readonly [one: number, other: number, customers: number])[] {
    const table = this.#table ?? this.#count(tags);
    return tags.flatMap((one, index) =>
      tags.slice(index + 1).flatMap((other) => {
        const customers = table.of(one, other);
        return customers === 0 ? [] : [[one, other, customers] as const];
      }),
    );
  }

  #hold(value: number): void {
    const block = Math.floor(this.#held / BLOCK);
    const values = (this.#blocks[block] ??= new Uint32Array(BLOCK));
    values[this.#held % BLOCK] = value;
    this.#held++;
  }

  #count(wanted: readonly number[]): PairTable {
    const table = new PairTable(wanted);
    let tags: number[] = [];
    for (let at = 0; at < this.#held; at++) {
      const value = this.#blocks[Math.floor(at / BLOCK)]?.[at % BLOCK] ?? 0;
      const tag = value & ~LAST;
      if (table.has(tag)) tags.push(tag);
      if (value < LAST) continue;
      table.add(tags);
      tags = [];
    }
    return table;
  }
}

class PairTable {
  readonly #ranks: ReadonlyMap<number, number>;
  readonly #counts: Float64Array;

  constructor(tags: readonly number[]) {
    this.#ranks = new Map(tags.map((tag, rank) => [tag, rank]));
    this.#counts = new Float64Array(tags.length ** 2);
  }

  has(tag: number): boolean {
    return this.#ranks.has(tag);
  }

  add(tags: readonly number[]): void {
    const ranks = tags.flatMap((tag) => this.#ranks.get(tag) ?? []);
    for (const one of ranks) {
      for (const other of ranks) {
        if (one < other) this.#add(one * this.#ranks.size + other);
      }
    }
  }

  of(one: number, other: number): number {
    const [a, b] = [this.#ranks.get(one), this.#ranks.get(other)];
    if (a === undefined || b === undefined) return 0;
    return this.#counts[Math.min(a, b) * this.#ranks.size + Math.max(a, b)] ?? 0;
  }

  #add(at: number): void {
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }
}

/** @returns the numbers of the tags that most have; of equals, those that came first */
export function commonest(customersOf: readonly number[], count: number): readonly number[] {
  const tags = [...customersOf.keys()];
  return tags.toSorted((a, b) => (customersOf[b] ?? 0) - (customersOf[a] ?? 0)).slice(0, count);
}
