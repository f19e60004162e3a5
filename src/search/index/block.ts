import { grouped, type Groups } from './groups.ts';
import type { CodedField, Reading } from './readRecord.ts';

/** Rows that are packed together; a row in a block takes 16 bits. */
export const BLOCK_ROWS = 16_384;
/** Words of 32 bits, one bit for each row of a block. */
export const BLOCK_WORDS = BLOCK_ROWS / 32;

export type Numbers = Uint8Array | Float32Array | Float64Array;
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Some rows, packed for asking; nothing of it changes. */
export interface Block {
  readonly tags: Groups;
  /** Of each entry of `tags`: when it was applied, ms, and how often; `NaN` for what is not there. */
  readonly applied: Numbers;
  readonly counts: Numbers;
  readonly params: Groups;
  /** Of each entry of `params` the number of its value. */
  readonly values: Codes;
  /** Of each group of `params`: what they read as; `undefined`: none is a number. */
  readonly numbers: readonly (Numbers | undefined)[];
  /** Of each row how many different tags it has. */
  readonly tagCounts: Numbers;
  /** Of each row the number of its text; 0 for none. */
  readonly fields: Readonly<Record<CodedField, Codes>>;
  /** Of each row, ms; `NaN` for none. */
  readonly times: { readonly active: Numbers; readonly first: Numbers };
}

/** The rows of a block that is not full. */
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

  /** @param valueNumbers what values read as, by their numbers */
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
 * For each group the numbers that its values read as, one after the other; `undefined` where none reads as one.
 *
 * @param numbers by the number of a value
 */
function numbersOf(
  params: Groups,
  values: Uint32Array,
  numbers: Float64Array,
): readonly (Numbers | undefined)[] {
  return Array.from({ length: params.count }, (_, group) => {
    const { from, to } = params.entriesOf(group);
    const own = new Float64Array(to - from);
    let isAny = false;
    for (let entry = from; entry < to; entry++) {
      const number = numbers[values[entry] ?? 0] ?? Number.NaN;
      own[entry - from] = number;
      isAny ||= !Number.isNaN(number);
    }
    return isAny ? small(own) : undefined;
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

/** In the smallest array that holds the values exactly. */
function small(values: readonly number[] | Float64Array): Numbers {
  if (values.every((one) => (one & 255) === one)) return new Uint8Array(values);
  const isExact = values.every((one) => Number.isNaN(one) || Math.fround(one) === one);
  return isExact ? new Float32Array(values) : new Float64Array(values);
}
