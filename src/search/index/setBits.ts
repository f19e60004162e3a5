import type { Bits } from './bits.ts';
import type { Codes, Numbers } from './block.ts';
import type { Entries } from './groups.ts';
import type { Range } from './range.ts';

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
