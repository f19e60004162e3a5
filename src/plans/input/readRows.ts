import { BLOCKED_STATUSES, statusOf } from '../../base/customer.ts';
import {
  type InputReport,
  type InputWarning,
  LONGEST_ID,
  type PlacedKind,
} from '../../base/inputProblems.ts';
import { FACEBOOK, LINE, type UserRef } from '../../base/model.ts';
import type { InputRow, ValueFrom, WholeChoice } from './inputFiles.ts';
import { failure, Gathered, throwProblems } from './problems.ts';
import { type Cell, cellText, type NonTextCell, type Table, type TableRecord } from './table.ts';

/**
 * Matches a number in scientific notation: one digit or a decimal point before the E, or a sign after it. An ID of
 * digits with an `e` in the middle does not match.
 */
const SCIENTIFIC = /^[+-]?(?:\d|\d+[.,]\d*)E[+-]?\d{1,3}$|^[+-]?\d+E[+-]\d{1,3}$/i;
/** Matches numbers with separators, such as 123.0 and 1,234,567. */
const DECIMAL = /^[+-]?\d+(?:[.,]\d+)+$/;

/**
 * Returns the text of an ID or page, or `''` if the cell is empty.
 * @returns undefined if the value was altered
 */
function idText(cell: Cell): string | undefined {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return isIntactText(cell) ? cell : undefined;
  return isExact(cell) ? cell.source : undefined;
}

function isIntactText(text: string): boolean {
  if (text.length > LONGEST_ID || SCIENTIFIC.test(text) || DECIMAL.test(text)) return false;
  return !text.includes('\u{fffd}') && text.isWellFormed();
}

/** Whether the cell is a number with all of its digits. */
function isExact({ kind, source }: NonTextCell): boolean {
  return kind === 'number' && /^\d+$/.test(source) && Number.isSafeInteger(Number(source));
}

/** Number of digits that a spreadsheet keeps of a number. */
const KEPT_DIGITS = 15;

/** Detects digits lost in a spreadsheet: checks whether long numbers end in zeros more often than by chance. */
class LostDigits {
  #long = 0;
  #cut = 0;
  /** Expected number of IDs that end in zeros by chance. */
  #expected = 0;

  /**
   * Counts an ID.
   * @returns whether all digits after the 15 that a spreadsheet keeps are zeros
   */
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
    const threshold = this.#expected + 3 * Math.sqrt(this.#expected) + 0.5;
    return this.#cut === this.#long || this.#cut > threshold;
  }
}

const CHANNELS: ReadonlyMap<string, number> = new Map([
  ...['line', String(LINE)].map((word): [string, number] => [word, LINE]),
  ...['fb', 'facebook', 'messenger', 'fb messenger', 'facebook messenger', String(FACEBOOK)].map(
    (word): [string, number] => [word, FACEBOOK],
  ),
]);

/** Reads the rows of a table. An instance can be used once. */
export class RowReader {
  readonly #table: Table;
  readonly #choice: WholeChoice;
  /** Columns to read, without duplicates. */
  readonly #columns: readonly number[];
  readonly #faults: Gathered<PlacedKind>;
  readonly #warnings: Gathered<InputWarning['kind']>;
  readonly #cut: Gathered<'zeros'>;
  readonly #digits = new LostDigits();
  #rows = 0;
  #users = 0;

  constructor(table: Table, choice: WholeChoice) {
    const { rawUid, uid, page, channel, name, status } = choice;
    const columns = [rawUid, uid, columnIn(page), columnIn(channel), name, status];
    this.#table = table;
    this.#choice = choice;
    this.#columns = [...new Set(columns.filter((column) => column !== undefined))];
    this.#faults = new Gathered(table.unit);
    this.#warnings = new Gathered(table.unit);
    this.#cut = new Gathered(table.unit);
  }

  /**
   * Reads the rows.
   * @throws {InputError} at the end, with the problems of all rows
   */
  async *rows(
    signal: AbortSignal,
    onReport?: (report: InputReport) => void,
  ): AsyncGenerator<readonly InputRow[], void, undefined> {
    const reading = { columns: this.#columns, signal, faults: this.#faults };
    for await (const records of this.#table.batches(reading)) {
      signal.throwIfAborted();
      yield records.map((record) => this.#row(record));
    }
    throwProblems(this.#faults.list());
    if (this.#rows === 0) throw failure({ kind: 'no-rows' });
    onReport?.(this.report);
  }

  /** Counts and warnings of the rows read so far. */
  get report(): InputReport {
    const cut = this.#digits.isLikely ? this.#cut.list() : [];
    return {
      rows: this.#rows,
      users: this.#users,
      warnings: [...cut, ...this.#warnings.list()],
    };
  }

  #row(record: TableRecord): InputRow {
    this.#rows++;
    const { name, status } = this.#choice;
    const user = this.#user(record);
    if (user !== undefined) this.#users++;
    return {
      row: record.row,
      user,
      isBlocked: status !== undefined && isBlocked(normalizedWord(this.#text(record, status))),
      name: name === undefined ? undefined : this.#text(record, name),
      tags: undefined,
    };
  }

  #user(record: TableRecord): UserRef | undefined {
    const { rawUid: rawColumn, uid: uidColumn, page, channel } = this.#choice;
    const rawUid = this.#id(record, rawColumn);
    const uid = rawUid === '' ? this.#id(record, uidColumn) : '';
    const pageId = 'value' in page ? page.value : this.#id(record, page.column);
    if (rawUid === '' && uid === '') return this.#warn('no-id', record);
    if (pageId === '') return this.#warn('no-page', record, columnIn(page));
    const number = this.#channel(record, channel);
    if (number === undefined) return this.#warn('no-channel', record, columnIn(channel));
    const id = rawUid === '' ? { uid } : { rawUid };
    return { ...id, pageId, channel: number };
  }

  #channel(record: TableRecord, channel: ValueFrom<number>): number | undefined {
    if ('value' in channel) return channel.value;
    return CHANNELS.get(normalizedWord(this.#text(record, channel.column)).replace(/\.0$/, ''));
  }

  /** Returns the text of an ID. Returns `''` if the ID is missing, or was reported as a fault. */
  #id(record: TableRecord, column: number | undefined): string {
    if (column === undefined) return '';
    const text = idText(record.cells[this.#columns.indexOf(column)]);
    const heading = this.#table.columns[column];
    if (text === undefined) {
      this.#faults.add('bad-id', record.place, heading);
      return '';
    }
    if (this.#digits.add(text)) this.#cut.add('zeros', record.place, heading);
    return text;
  }

  #text(record: TableRecord, column: number): string {
    return cellText(record.cells[this.#columns.indexOf(column)]);
  }

  #warn(kind: InputWarning['kind'], { place }: TableRecord, column?: number): undefined {
    const heading = column === undefined ? undefined : this.#table.columns[column];
    this.#warnings.add(kind, place, heading);
  }
}

function columnIn(from: ValueFrom<unknown>): number | undefined {
  return 'column' in from ? from.column : undefined;
}

/** Accepts a status as a number (spreadsheets may add `.0`), and as an export with readable values has it. */
function isBlocked(text: string): boolean {
  const status = statusOf(text) ?? (/^\d(?:\.0)?$/.test(text) ? Number(text) : undefined);
  return status !== undefined && BLOCKED_STATUSES.includes(status);
}

function normalizedWord(text: string): string {
  return text.trim().toLowerCase();
}
