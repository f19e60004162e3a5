export const MAX_COPIED_CELLS = 100_000;
/** Maximum length of the copied text, in characters. The clipboard accepts this length without freezing the window. */
export const MAX_COPIED_TEXT = 50_000_000;

/** Field whose value does not match docs/service-interface.md. */
export interface RowProblem {
  /** Name of the field; `null`: the record itself is not an object. */
  readonly field: string | null;
  /** Description for the user, as a sentence. */
  readonly text: string;
}

/** Page of customers for the grid. Consists of few large values, because there may be 100,000 rows. */
export interface GridRows {
  /** Page number, from 1. */
  readonly page: number;
  /** Records as the service sent them (JSON, UTF-8), including the separators between the records. */
  readonly json: Uint8Array;
  /** Byte offsets of each record in `json`: two numbers per record, the start and the exclusive end. */
  readonly spans: Uint32Array;
  /** Index of each record that does not match docs/service-interface.md, with its problems. */
  readonly problems: readonly (readonly [number, readonly RowProblem[]])[];
  /** For each record: 0 if the customer can be tagged, otherwise the position (from 1) in `UNTAGGABLE`. */
  readonly untaggable: Uint8Array;
}

export interface GridStatus {
  /** Loading state. `idle`: more can be loaded; `end`: all customers are loaded. */
  readonly state: 'idle' | 'loading' | 'error' | 'end';
  readonly loaded: number;
  readonly pages: number;
  /** Number of loaded records that do not match docs/service-interface.md. */
  readonly invalidCount: number;
  readonly error: string | null;
  /** Progress, set while several pages are being loaded. `totalPages` is `null` if all pages are requested. */
  readonly progress: { readonly pages: number; readonly totalPages: number | null } | null;
  /** Whether a request waits to be retried. */
  readonly isWaiting: boolean;
  /** Text for the status line: why a request waits, or that loading stopped at the row limit. */
  readonly note: string | null;
}

/** Tag to filter by. The grid shows this name if no loaded customer has the tag. */
export interface FilterTag {
  readonly id: string;
  readonly name: string;
}

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
