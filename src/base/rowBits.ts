/** Row `n` is bit `n % 8`, counted from the least significant bit, of byte `n / 8`. 100,000 rows take 12.5 kB. */
export function rowsOfBits(bits: Uint8Array, count: number): number[] {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (hasBit(bits, row)) rows.push(row);
  return rows;
}

export function hasBit(bits: Uint8Array, row: number): boolean {
  return ((bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
}

export function bitsToText(bits: Uint8Array): string {
  let text = '';
  for (const byte of bits) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Decodes base64 text. @throws {DOMException} if the text is not base64 */
export function bitsFromText(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
