import { LONGEST_ID } from '../../base/inputProblems.ts';
import type { Cell, OddCell } from './table.ts';

/** One digit, or a decimal point or sign before the E: an ID of digits with an `e` among them is none of these. */
const SCIENTIFIC = /^[+-]?(?:\d|\d+[.,]\d*)E[+-]?\d{1,3}$|^[+-]?\d+E[+-]\d{1,3}$/i;
/** 123.0, 1,234,567 */
const DECIMAL = /^[+-]?\d+(?:[.,]\d+)+$/;

/** The text of an ID or page; `''` when there is nothing, `undefined` when it is not what the service sent. */
export function idText(cell: Cell): string | undefined {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return isText(cell) ? cell : undefined;
  return isExact(cell) ? cell.source : undefined;
}

function isText(text: string): boolean {
  if (text.length > LONGEST_ID || SCIENTIFIC.test(text) || DECIMAL.test(text)) return false;
  return !text.includes('\u{fffd}') && text.isWellFormed();
}

/** A number whose digits are all there. */
function isExact({ kind, source }: OddCell): boolean {
  return kind === 'number' && /^\d+$/.test(source) && Number.isSafeInteger(Number(source));
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
