import type { Codes, Numbers } from './block.ts';
import type { Entries } from './groups.ts';
import type { Range } from './range.ts';

/** One bit for each row; those behind the last row are 0. */
export type Bits = Uint32Array<ArrayBuffer>;

export function noBits(rows: number): Bits {
  return new Uint32Array(Math.ceil(rows / 32));
}

export function allBits(rows: number): Bits {
  const bits = noBits(rows).fill(0xffffffff);
  clearEnd(bits, rows);
  return bits;
}

export function inverted(bits: Bits, rows: number): Bits {
  const others = new Uint32Array(bits.length);
  for (let word = 0; word < bits.length; word++) others[word] = ~(bits[word] ?? 0);
  clearEnd(others, rows);
  return others;
}

export function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    let left = bits[word] ?? 0;
    left -= (left >>> 1) & 0x55555555;
    left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
    count += (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return count;
}

export function hasBit(bits: Uint32Array, row: number): boolean {
  return (((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 1;
}

export function setBit(bits: Bits, row: number, is: boolean): void {
  const [word, bit] = [row >>> 5, 1 << (row & 31)];
  bits[word] = is ? (bits[word] ?? 0) | bit : (bits[word] ?? 0) & ~bit;
}

function clearEnd(bits: Bits, rows: number): void {
  const rest = rows & 31;
  const last = bits.length - 1;
  if (rest !== 0) bits[last] = (bits[last] ?? 0) & (2 ** rest - 1);
}

// Each of these goes over millions of entries between two keys of a person: a loop of its own, which calls nothing and
// takes the same way for all of them, as no processor guesses right which ones are wanted.

export function setAll({ rows, from, to }: Entries, bits: Bits): void {
  for (let entry = from; entry < to; entry++) {
    const row = rows[entry] ?? 0;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
  }
}

/** Entries whose number is in the range. */
export interface Part {
  readonly range: Range;
  /** Of each entry. */
  readonly numbers: Numbers;
}

export function setIn({ range, numbers }: Part, { rows, from, to }: Entries, bits: Bits): void {
  const { low, high } = range;
  const not = Number(range.isNot);
  for (let entry = from; entry < to; entry++) {
    const number = numbers[entry] ?? 0;
    const is = (Number(number >= low) & Number(number <= high)) ^ not;
    const row = rows[entry] ?? 0;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (is << (row & 31));
  }
}

export function setInBoth(
  [one, other]: readonly [Part, Part],
  { rows, from, to }: Entries,
  bits: Bits,
): void {
  const [first, second] = [one.range, other.range];
  const [notFirst, notSecond] = [Number(first.isNot), Number(second.isNot)];
  for (let entry = from; entry < to; entry++) {
    const number = one.numbers[entry] ?? 0;
    const isFirst = (Number(number >= first.low) & Number(number <= first.high)) ^ notFirst;
    const times = other.numbers[entry] ?? 0;
    const isSecond = (Number(times >= second.low) & Number(times <= second.high)) ^ notSecond;
    const row = rows[entry] ?? 0;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | ((isFirst & isSecond) << (row & 31));
  }
}

/** Of entries with this value, or with any other one. */
export function setValue(
  { code, isNot }: { readonly code: number; readonly isNot: boolean },
  values: Codes,
  { rows, from, to }: Entries,
  bits: Bits,
): void {
  const not = Number(isNot);
  for (let entry = from; entry < to; entry++) {
    const is = Number(values[entry] === code) ^ not;
    const row = rows[entry] ?? 0;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (is << (row & 31));
  }
}

/** Of rows with a number in the range; the index is the row. */
export function setRowsIn({ low, high, isNot }: Range, numbers: Numbers, bits: Bits): void {
  const not = Number(isNot);
  const rows = numbers.length;
  for (let start = 0; start < rows; start += 32) {
    const end = Math.min(start + 32, rows);
    let word = 0;
    for (let row = start; row < end; row++) {
      const number = numbers[row] ?? 0;
      const is = (Number(number >= low) & Number(number <= high)) ^ not;
      word |= is << (row & 31);
    }
    bits[start >>> 5] = (bits[start >>> 5] ?? 0) | word;
  }
}

/** Of rows with this number of a text, or with any other one. */
export function setRowsOf(code: number, isNot: boolean, codes: Codes, bits: Bits): void {
  const not = Number(isNot);
  const rows = codes.length;
  for (let start = 0; start < rows; start += 32) {
    const end = Math.min(start + 32, rows);
    let word = 0;
    for (let row = start; row < end; row++) {
      word |= (Number(codes[row] === code) ^ not) << (row & 31);
    }
    bits[start >>> 5] = (bits[start >>> 5] ?? 0) | word;
  }
}
