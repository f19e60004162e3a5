import { grouped, type Groups } from './groups.ts';
import type { CodedField, Reading } from './readRecord.ts';

/** Rows per block. The number of a row in a block takes 16 bits. */
export const BLOCK_ROWS = 16_384;
/** 32-bit words in a bitmap with one bit for each row of a block. */
export const BLOCK_WORDS = BLOCK_ROWS / 32;

export type Numbers = Uint8Array | Float32Array | Float64Array;
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Immutable block of rows, packed for queries. */
export interface Block {
  readonly tags: Groups;
  /** Time (ms) at which each entry of `tags` was applied, and its count; `NaN` if missing. */
  readonly applied: Numbers;
  readonly counts: Numbers;
  readonly params: Groups;
  /** Code of the value of each entry of `params`. */
  readonly values: Codes;
  /** Numeric values of each group of `params`, or `undefined` if none is a number. */
  readonly numbers: readonly (Numbers | undefined)[];
  /** Number of different tags of each row. */
  readonly tagCounts: Numbers;
  /** Code of the text of each row; 0 for none. */
  readonly fields: Readonly<Record<CodedField, Codes>>;
  /** Times of each row in ms; `NaN` for none. */
  readonly times: { readonly active: Numbers; readonly first: Numbers };
}

/** Rows of a block that is not full yet. */
export class OpenBlock {
  #rows = 0;
  readonly #tags = { codes: numbers(), rows: numbers(), applied: numbers(), counts: numbers() };
  readonly #params = { names: numbers(), rows: numbers(), values: numbers() };
  readonly #tagCounts = numbers();
  readonly #fields = {
    status: numbers(),
    platform: numbers(),
    page: numbers(),
    gender: numbers(),
    email: numbers(),
    phone: numbers(),
  };
  readonly #times = { active: numbers(), first: numbers() };

  get rows(): number {
    return this.#rows;
  }

  add({ tags, params, tagCount, fields, times }: Reading): void {
    const row = this.#rows++;
    for (const { code, applied, count } of tags) {
      this.#tags.codes.push(code);
      this.#tags.rows.push(row);
      this.#tags.applied.push(applied);
      this.#tags.counts.push(count);
    }
    for (const { name, value } of params) {
      this.#params.names.push(name);
      this.#params.rows.push(row);
      this.#params.values.push(value);
    }
    this.#tagCounts.push(tagCount);
    this.#times.active.push(times.active);
    this.#times.first.push(times.first);
    this.#fields.status.push(fields.status);
    this.#fields.platform.push(fields.platform);
    this.#fields.page.push(fields.page);
    this.#fields.gender.push(fields.gender);
    this.#fields.email.push(fields.email);
    this.#fields.phone.push(fields.phone);
  }

  /** @param valueNumbers numeric values, indexed by code */
  packed(valueNumbers: Float64Array): Block {
    const [tags, tagOrder] = grouped(this.#tags.codes, this.#tags.rows);
    const [params, paramOrder] = grouped(this.#params.names, this.#params.rows);
    const { status, platform, page, gender, email, phone } = this.#fields;
    const values = paramOrder.map((entry) => this.#params.values[entry] ?? 0);
    return {
      tags,
      applied: inOrder(this.#tags.applied, tagOrder),
      counts: inOrder(this.#tags.counts, tagOrder),
      params,
      values: smallCodes(values),
      numbers: numbersOf(params, values, valueNumbers),
      tagCounts: small(this.#tagCounts),
      fields: {
        status: smallCodes(status),
        platform: smallCodes(platform),
        page: smallCodes(page),
        gender: smallCodes(gender),
        email: smallCodes(email),
        phone: smallCodes(phone),
      },
      times: { active: small(this.#times.active), first: small(this.#times.first) },
    };
  }
}

/**
 * Returns the numeric values of each group, or `undefined` for a group without numbers.
 *
 * @param numbers numeric values, indexed by code
 */
function numbersOf(
  params: Groups,
  values: Uint32Array,
  numbers: Float64Array,
): readonly (Numbers | undefined)[] {
  return Array.from({ length: params.count }, (_, group) => {
    const { from, to } = params.entriesOf(group);
    const own = new Float64Array(to - from);
    let hasNumber = false;
    for (let entry = from; entry < to; entry++) {
      const number = numbers[values[entry] ?? 0] ?? Number.NaN;
      own[entry - from] = number;
      hasNumber ||= !Number.isNaN(number);
    }
    return hasNumber ? small(own) : undefined;
  });
}

function numbers(): number[] {
  return [];
}

function inOrder(values: readonly number[], order: Uint32Array): Numbers {
  return small(Array.from(order, (entry) => values[entry] ?? Number.NaN));
}

function smallCodes(codes: readonly number[] | Uint32Array): Codes {
  let most = 0;
  for (const code of codes) most = Math.max(most, code);
  if (most < 2 ** 8) return new Uint8Array(codes);
  return most < 2 ** 16 ? new Uint16Array(codes) : new Uint32Array(codes);
}

/** Returns the values in the smallest array type that represents them exactly. */
function small(values: readonly number[] | Float64Array): Numbers {
  if (values.every((value) => (value & 255) === value)) return new Uint8Array(values);
  const isExact = values.every((value) => Number.isNaN(value) || Math.fround(value) === value);
  return isExact ? new Float32Array(values) : new Float64Array(values);
}
