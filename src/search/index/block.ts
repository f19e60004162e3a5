import { groupByCode, type Groups } from './groups.ts';
import type { CodedField, IndexedRecord } from './readRecord.ts';

/** Maximum number of rows of a block. The index of a row in its block fits into 16 bits. */
export const BLOCK_ROWS = 16_384;
export const BLOCK_WORDS = BLOCK_ROWS / 32;

export type Numbers = Uint8Array | Float32Array | Float64Array;
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/**
 * Immutable block of rows, packed for queries. A code is the index of a text in `Dictionaries`. An entry is one tag or
 * parameter of one row. A group consists of the entries with the same code: the same tag, or the same parameter name.
 */
export interface Block {
  readonly tags: Groups;
  /** For each entry of `tags`, the time at which the tag was applied, in ms; `NaN` if missing. */
  readonly applied: Numbers;
  /** For each entry of `tags`, how often the tag was applied to the row; `NaN` if missing. */
  readonly counts: Numbers;
  readonly params: Groups;
  /** For each entry of `params`, the code of its value. */
  readonly valueCodes: Codes;
  /** For each group of `params`, the numeric values of its entries; `undefined` if no value is a number. */
  readonly valueNumbers: readonly (Numbers | undefined)[];
  /** Number of different tags of each row. */
  readonly tagCounts: Numbers;
  /** Code of each row (see `CodedField`); 0 for none. */
  readonly fields: Readonly<Record<CodedField, Codes>>;
  /** Times of each row in ms; `NaN` for none. */
  readonly times: { readonly active: Numbers; readonly first: Numbers };
}

/** Block that is not full yet, to which rows can be added. */
export class OpenBlock {
  #rowCount = 0;
  readonly #tags = {
    codes: emptyList(),
    rows: emptyList(),
    applied: emptyList(),
    counts: emptyList(),
  };
  readonly #params = { names: emptyList(), rows: emptyList(), values: emptyList() };
  readonly #tagCounts = emptyList();
  readonly #fields = {
    status: emptyList(),
    platform: emptyList(),
    page: emptyList(),
    gender: emptyList(),
    email: emptyList(),
    phone: emptyList(),
  };
  readonly #times = { active: emptyList(), first: emptyList() };

  get rowCount(): number {
    return this.#rowCount;
  }

  add({ tags, params, tagCount, fields, times }: IndexedRecord): void {
    const row = this.#rowCount++;
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

  /** @param numbersByCode number of each parameter value, by code of the value; `NaN` for text that is not a number */
  pack(numbersByCode: Float64Array): Block {
    const [tags, tagOrder] = groupByCode(this.#tags.codes, this.#tags.rows);
    const [params, paramOrder] = groupByCode(this.#params.names, this.#params.rows);
    const { status, platform, page, gender, email, phone } = this.#fields;
    const values = paramOrder.map((entry) => this.#params.values[entry] ?? 0);
    return {
      tags,
      applied: reordered(this.#tags.applied, tagOrder),
      counts: reordered(this.#tags.counts, tagOrder),
      params,
      valueCodes: toCodes(values),
      valueNumbers: valueNumbersOf(params, values, numbersByCode),
      tagCounts: toSmallestArray(this.#tagCounts),
      fields: {
        status: toCodes(status),
        platform: toCodes(platform),
        page: toCodes(page),
        gender: toCodes(gender),
        email: toCodes(email),
        phone: toCodes(phone),
      },
      times: {
        active: toSmallestArray(this.#times.active),
        first: toSmallestArray(this.#times.first),
      },
    };
  }
}

/** @param values code of the value of each entry */
function valueNumbersOf(
  params: Groups,
  values: Uint32Array,
  numbersByCode: Float64Array,
): readonly (Numbers | undefined)[] {
  return Array.from({ length: params.count }, (_, group) => {
    const { from, to } = params.entriesOf(group);
    const groupNumbers = new Float64Array(to - from);
    let hasNumber = false;
    for (let entry = from; entry < to; entry++) {
      const number = numbersByCode[values[entry] ?? 0] ?? Number.NaN;
      groupNumbers[entry - from] = number;
      hasNumber ||= !Number.isNaN(number);
    }
    return hasNumber ? toSmallestArray(groupNumbers) : undefined;
  });
}

function emptyList(): number[] {
  return [];
}

function reordered(values: readonly number[], order: Uint32Array): Numbers {
  return toSmallestArray(Array.from(order, (entry) => values[entry] ?? Number.NaN));
}

function toCodes(codes: readonly number[] | Uint32Array): Codes {
  let max = 0;
  for (const code of codes) max = Math.max(max, code);
  if (max < 2 ** 8) return new Uint8Array(codes);
  return max < 2 ** 16 ? new Uint16Array(codes) : new Uint32Array(codes);
}

/** Returns the values in the smallest array type that represents them exactly. */
function toSmallestArray(values: readonly number[] | Float64Array): Numbers {
  if (values.every((value) => (value & 255) === value)) return new Uint8Array(values);
  const isExact = values.every((value) => Number.isNaN(value) || Math.fround(value) === value);
  return isExact ? new Float32Array(values) : new Float64Array(values);
}
