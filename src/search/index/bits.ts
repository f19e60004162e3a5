import type { Codes, Numbers } from './block.ts';
import type { Entries } from './groups.ts';
import type { Range } from './range.ts';

/** Bitmap with one bit per row. Bits after the last row are 0. */
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

export function setBit(bits: Bits, row: number, isSet: boolean): void {
  const [word, bit] = [row >>> 5, 1 << (row & 31)];
  bits[word] = isSet ? (bits[word] ?? 0) | bit : (bits[word] ?? 0) & ~bit;
}

function clearEnd(bits: Bits, rows: number): void {
  const rest = rows & 31;
  const last = bits.length - 1;
  if (rest !== 0) bits[last] = (bits[last] ?? 0) & (2 ** rest - 1);
}

// The following functions process millions of entries between two keystrokes. Each has a loop of
// its own without calls, and without branches, because branch prediction fails for arbitrary
// matches.

export function setAll({ rows, from, to }: Entries, bits: Bits): void {
  for (let entry = from; entry < to; entry++) {
    const row = rows[entry] ?? 0;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
  }
}

/** Filter for entries whose number is in the range. */
export interface Part {
  readonly range: Range;
  /** Number of each entry. */
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
  [first, second]: readonly [Part, Part],
  { rows, from, to }: Entries,
  bits: Bits,
): void {
  const [firstRange, secondRange] = [first.range, second.range];
  const [notFirst, notSecond] = [Number(firstRange.isNot), Number(secondRange.isNot)];
  for (let entry = from; entry < to; entry++) {
    const number = first.numbers[entry] ?? 0;
    const isFirst =
      (Number(number >= firstRange.low) & Number(number <= firstRange.high)) ^ notFirst;
    const times = second.numbers[entry] ?? 0;
    const isSecond =
      (Number(times >= secondRange.low) & Number(times <= secondRange.high)) ^ notSecond;
    const row = rows[entry] ?? 0;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | ((isFirst & isSecond) << (row & 31));
  }
}

/** Sets the rows of entries that have this value, or with `isNot` any other. */
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

/** Sets the rows whose number is in the range. The index is the row. */
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

/** Sets the rows whose text has this code, or with `isNot` any other. */
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
