import type { Codes, Numbers } from './block.ts';
import type { Entries } from './groups.ts';
import type { Range } from './range.ts';

/** Bitmap with one bit per row, in words of 32 bits. Bits after the last row are 0. */
export type Bits = Uint32Array<ArrayBuffer>;

export function noBits(rowCount: number): Bits {
  return new Uint32Array(Math.ceil(rowCount / 32));
}

export function allBits(rowCount: number): Bits {
  const bits = noBits(rowCount).fill(0xffffffff);
  clearAfterLastRow(bits, rowCount);
  return bits;
}

export function inverted(bits: Bits, rowCount: number): Bits {
  const result = new Uint32Array(bits.length);
  for (let word = 0; word < bits.length; word++) result[word] = ~(bits[word] ?? 0);
  clearAfterLastRow(result, rowCount);
  return result;
}

export function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    let sums = bits[word] ?? 0;
    // Adds up pairs of bits, then groups of 4, then bytes, all groups at the same time. The multiplication adds the
    // four bytes, with their sum in the highest byte.
    sums -= (sums >>> 1) & 0x55555555;
    sums = (sums & 0x33333333) + ((sums >>> 2) & 0x33333333);
    count += (((sums + (sums >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
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

function clearAfterLastRow(bits: Bits, rowCount: number): void {
  const usedBitCount = rowCount & 31;
  const lastWord = bits.length - 1;
  if (usedBitCount !== 0) bits[lastWord] = (bits[lastWord] ?? 0) & (2 ** usedBitCount - 1);
}

// The following functions process millions of entries between two keystrokes. An entry is one tag or parameter of one
// row, and its code is the number of its text (groups.ts). Each function has its own loop without calls or branches,
// because the CPU cannot predict branches for arbitrary matches. The functions use the numbers 0 and 1 for booleans,
// and `^ flip` to negate the result.

/** Sets the bits of the rows of all these entries. */
export function setAll({ rows, from, to }: Entries, bits: Bits): void {
  for (let entry = from; entry < to; entry++) {
    const row = rows[entry] ?? 0;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
  }
}

export interface EntryFilter {
  readonly range: Range;
  /** Numeric value of each entry. */
  readonly numbers: Numbers;
}

export function setMatching(
  { range, numbers }: EntryFilter,
  { rows, from, to }: Entries,
  bits: Bits,
): void {
  const { low, high } = range;
  const flip = Number(range.isNot);
  for (let entry = from; entry < to; entry++) {
    const number = numbers[entry] ?? 0;
    const match = (Number(number >= low) & Number(number <= high)) ^ flip;
    const row = rows[entry] ?? 0;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (match << (row & 31));
  }
}

export function setMatchingBoth(
  [first, second]: readonly [EntryFilter, EntryFilter],
  { rows, from, to }: Entries,
  bits: Bits,
): void {
  const [firstRange, secondRange] = [first.range, second.range];
  const [flipFirst, flipSecond] = [Number(firstRange.isNot), Number(secondRange.isNot)];
  for (let entry = from; entry < to; entry++) {
    const firstNumber = first.numbers[entry] ?? 0;
    const firstMatch =
      (Number(firstNumber >= firstRange.low) & Number(firstNumber <= firstRange.high)) ^ flipFirst;
    const secondNumber = second.numbers[entry] ?? 0;
    const secondMatch =
      (Number(secondNumber >= secondRange.low) & Number(secondNumber <= secondRange.high)) ^
      flipSecond;
    const row = rows[entry] ?? 0;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | ((firstMatch & secondMatch) << (row & 31));
  }
}

/** Sets the rows of the entries with this code, or with `isNot` any other code. `codes` is indexed by entry. */
export function setValue(
  { code, isNot }: { readonly code: number; readonly isNot: boolean },
  codes: Codes,
  { rows, from, to }: Entries,
  bits: Bits,
): void {
  const flip = Number(isNot);
  for (let entry = from; entry < to; entry++) {
    const match = Number(codes[entry] === code) ^ flip;
    const row = rows[entry] ?? 0;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (match << (row & 31));
  }
}

/** Sets the bits of the rows whose numeric value is in the range. `numbers` is indexed by row. */
export function setRowsIn({ low, high, isNot }: Range, numbers: Numbers, bits: Bits): void {
  const flip = Number(isNot);
  const rowCount = numbers.length;
  for (let start = 0; start < rowCount; start += 32) {
    const end = Math.min(start + 32, rowCount);
    let wordBits = 0;
    for (let row = start; row < end; row++) {
      const number = numbers[row] ?? 0;
      const match = (Number(number >= low) & Number(number <= high)) ^ flip;
      wordBits |= match << (row & 31);
    }
    bits[start >>> 5] = (bits[start >>> 5] ?? 0) | wordBits;
  }
}

/** Sets the bits of the rows with this code, or with `isNot` any other code. `codes` is indexed by row. */
export function setRowsOf(
  { code, isNot }: { readonly code: number; readonly isNot: boolean },
  codes: Codes,
  bits: Bits,
): void {
  const flip = Number(isNot);
  const rowCount = codes.length;
  for (let start = 0; start < rowCount; start += 32) {
    const end = Math.min(start + 32, rowCount);
    let wordBits = 0;
    for (let row = start; row < end; row++) {
      wordBits |= (Number(codes[row] === code) ^ flip) << (row & 31);
    }
    bits[start >>> 5] = (bits[start >>> 5] ?? 0) | wordBits;
  }
}
