/**
 * Sets of row numbers with one bit for each row: a few kilobytes for 100,000 of them, whichever they are.
 * Row `n` is bit `n % 8`, from the least, of byte `n / 8`.
 */
export function rowsOfBits(bits: Uint8Array, count: number): number[] {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (hasBit(bits, row)) rows.push(row);
  return rows;
}

export function hasBit(bits: Uint8Array, row: number): boolean {
  return ((bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
}

/** Bits as text (base64), for messages. */
export function bitsToText(bits: Uint8Array): string {
  let text = '';
  for (const byte of bits) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Throws when it is no base64. */
export function bitsFromText(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
