import { LONGEST_ID, type PlacedKind } from '../../core/plans/inputProblems.ts';
import type { Cell, OddCell } from '../tables/table.ts';

/** One digit, or a decimal point or sign before the E: an ID of digits with an `e` among them is none of these. */
const SCIENTIFIC = /^[+-]?(?:\d|\d+[.,]\d*)E[+-]?\d{1,3}$|^[+-]?\d+E[+-]\d{1,3}$/i;
/** 123.0, 1,234,567 */
const DECIMAL = /^[+-]?\d+(?:[.,]\d+)+$/;

/** The text of an ID or page, or what is wrong with it. Nothing is `''`. */
export function idText(cell: Cell): { readonly text: string } | { readonly fault: PlacedKind } {
  if (cell === undefined) return NOTHING;
  const fault = typeof cell === 'string' ? textFault(cell) : oddFault(cell);
  if (fault !== undefined) return { fault };
  return { text: typeof cell === 'string' ? cell : cell.source };
}

const NOTHING = { text: '' };

function textFault(text: string): PlacedKind | undefined {
  if (text.length > LONGEST_ID) return 'long-id';
  if (SCIENTIFIC.test(text) || DECIMAL.test(text)) return 'spreadsheet-number';
  return text.includes('\u{fffd}') || !text.isWellFormed() ? 'broken-id' : undefined;
}

function oddFault({ kind, source }: OddCell): PlacedKind | undefined {
  switch (kind) {
    case 'exact':
      return undefined;
    case 'other':
      return 'no-text';
    case 'float':
      return 'inexact-number';
    case 'number':
      if (!/^\d+$/.test(source)) return 'spreadsheet-number';
      return Number.isSafeInteger(Number(source)) ? undefined : 'inexact-number';
  }
}

/** Digits that a spreadsheet keeps of a number. */
const KEPT_DIGITS = 15;

/** Tells whether long numbers end in zeros more often than chance has it. */
export class CutDigits {
  #long = 0;
  #cut = 0;
  /** How many of them there would be by chance. */
  #expected = 0;

  /** @returns whether all digits behind those that a spreadsheet keeps are zeros */
  add(id: string): boolean {
    if (id.length <= KEPT_DIGITS || !/^\d+$/.test(id)) return false;
    this.#long++;
    this.#expected += 10 ** (KEPT_DIGITS - id.length);
    const isCut = /^0+$/.test(id.slice(KEPT_DIGITS));
    if (isCut) this.#cut++;
    return isCut;
  }

  get isLikely(): boolean {
    if (this.#cut === 0) return false;
    const unlikely = this.#expected + 3 * Math.sqrt(this.#expected) + 0.5;
    return this.#cut === this.#long || this.#cut > unlikely;
  }
}
