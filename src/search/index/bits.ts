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
