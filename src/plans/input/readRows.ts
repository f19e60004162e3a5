import { BLOCKED_STATUSES, statusOf } from '../../base/customer.ts';
import { type InputWarning, MAX_ID_LENGTH, type PositionedKind } from '../../base/inputProblems.ts';
import { FACEBOOK, LINE, type UserRef } from '../../base/model.ts';
import type { CompleteChoice, PlanCandidate, ValueFrom } from './inputColumns.ts';
import { inputError, FindingCollector, throwProblems } from './problems.ts';
import { type Cell, cellText, type NonTextCell, type Table, type TableRecord } from './table.ts';

/**
 * Matches a number in scientific notation: one digit or a decimal point before the E, or a sign after it. An ID of
 * digits with an `e` in the middle does not match.
 */
const SCIENTIFIC = /^[+-]?(?:\d|\d+[.,]\d*)E[+-]?\d{1,3}$|^[+-]?\d+E[+-]\d{1,3}$/i;
/** Matches numbers with separators, such as 123.0 and 1,234,567. */
const DECIMAL = /^[+-]?\d+(?:[.,]\d+)+$/;

/** Returns `''` if the cell is empty, or `undefined` if a program, such as a spreadsheet, has altered the ID. */
function idText(cell: Cell): string | undefined {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return isIntactText(cell) ? cell : undefined;
  return isExact(cell) ? cell.source : undefined;
}

/** Returns whether a text can be an ID that no program has altered. */
function isIntactText(text: string): boolean {
  if (text.length > MAX_ID_LENGTH || SCIENTIFIC.test(text) || DECIMAL.test(text)) return false;
  // U+FFFD shows that a character was lost when the file was converted.
  return !text.includes('\u{fffd}') && text.isWellFormed();
}

/** Returns whether the cell is an integer with all of its digits. */
function isExact({ kind, source }: NonTextCell): boolean {
  return kind === 'number' && /^\d+$/.test(source) && Number.isSafeInteger(Number(source));
}

/** Number of significant digits that a spreadsheet stores. It replaces further digits with zeros. */
const SPREADSHEET_DIGITS = 15;

/** Detects digits lost in a spreadsheet: checks whether long numbers end in zeros more often than by chance. */
class LostDigits {
  #longIdCount = 0;
  #zeroEndCount = 0;
  /** Expected number of IDs that end in zeros by chance. */
  #expectedCount = 0;

  /** Counts an ID. Returns whether all digits after the 15 that a spreadsheet keeps are zeros. */
  add(id: string): boolean {
    if (id.length <= SPREADSHEET_DIGITS || !/^\d+$/.test(id)) return false;
    this.#longIdCount++;
    this.#expectedCount += 10 ** (SPREADSHEET_DIGITS - id.length);
    const endsInZeros = /^0+$/.test(id.slice(SPREADSHEET_DIGITS));
    if (endsInZeros) this.#zeroEndCount++;
    return endsInZeros;
  }

  get isLikely(): boolean {
    if (this.#zeroEndCount === 0) return false;
    // Three standard deviations above the number that is expected by chance, plus 0.5 because counts are whole numbers.
    const threshold = this.#expectedCount + 3 * Math.sqrt(this.#expectedCount) + 0.5;
    return this.#zeroEndCount === this.#longIdCount || this.#zeroEndCount > threshold;
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
  readonly #choice: CompleteChoice;
  readonly #columns: readonly number[];
  readonly #problems: FindingCollector<PositionedKind>;
  readonly #warnings: FindingCollector<InputWarning['kind']>;
  readonly #zeroFindings: FindingCollector<'zeros'>;
  readonly #lostDigits = new LostDigits();
  #rowCount = 0;

  constructor(table: Table, choice: CompleteChoice) {
    const { rawUid, uid, page, channel, name, status } = choice;
    const columns = [rawUid, uid, columnOf(page), columnOf(channel), name, status];
    this.#table = table;
    this.#choice = choice;
    this.#columns = [...new Set(columns.filter((column) => column !== undefined))];
    this.#problems = new FindingCollector(table.unit);
    this.#warnings = new FindingCollector(table.unit);
    this.#zeroFindings = new FindingCollector(table.unit);
  }

  async *rows(
    signal: AbortSignal,
    onWarnings?: (warnings: readonly InputWarning[]) => void,
  ): AsyncGenerator<readonly PlanCandidate[], void, undefined> {
    const request = { columns: this.#columns, signal, problems: this.#problems };
    for await (const records of this.#table.batches(request)) {
      signal.throwIfAborted();
      yield records.map((record) => this.#rowOf(record));
    }
    throwProblems(this.#problems.list());
    if (this.#rowCount === 0) throw inputError({ kind: 'no-rows' });
    onWarnings?.(this.#listWarnings());
  }

  #listWarnings(): readonly InputWarning[] {
    const zeroFindings = this.#lostDigits.isLikely ? this.#zeroFindings.list() : [];
    return [...zeroFindings, ...this.#warnings.list()];
  }

  #rowOf(record: TableRecord): PlanCandidate {
    this.#rowCount++;
    const { name, status } = this.#choice;
    return {
      row: record.row,
      user: this.#userOf(record),
      isBlocked: status !== undefined && isBlocked(normalizedWord(this.#textOf(record, status))),
      name: name === undefined ? undefined : this.#textOf(record, name),
      tags: undefined,
    };
  }

  #userOf(record: TableRecord): UserRef | undefined {
    const { rawUid: rawColumn, uid: uidColumn, page, channel } = this.#choice;
    const rawUid = this.#idOf(record, rawColumn);
    const uid = rawUid === '' ? this.#idOf(record, uidColumn) : '';
    const pageId = 'value' in page ? page.value : this.#idOf(record, page.column);
    if (rawUid === '' && uid === '') return this.#warn('no-id', record);
    if (pageId === '') return this.#warn('no-page', record, columnOf(page));
    const channelCode = this.#channelOf(record, channel);
    if (channelCode === undefined) return this.#warn('no-channel', record, columnOf(channel));
    const id = rawUid === '' ? { uid } : { rawUid };
    return { ...id, pageId, channel: channelCode };
  }

  #channelOf(record: TableRecord, channel: ValueFrom<number>): number | undefined {
    if ('value' in channel) return channel.value;
    // A spreadsheet may write the number of a channel as `1.0`.
    return CHANNELS.get(normalizedWord(this.#textOf(record, channel.column)).replace(/\.0$/, ''));
  }

  /** Returns the text of an ID. Returns `''` if the ID is missing, or was reported as a problem. */
  #idOf(record: TableRecord, column: number | undefined): string {
    if (column === undefined) return '';
    const text = idText(record.cells[this.#columns.indexOf(column)]);
    const heading = this.#table.columns[column];
    if (text === undefined) {
      this.#problems.add('bad-id', record.position, heading);
      return '';
    }
    if (this.#lostDigits.add(text)) this.#zeroFindings.add('zeros', record.position, heading);
    return text;
  }

  #textOf(record: TableRecord, column: number): string {
    return cellText(record.cells[this.#columns.indexOf(column)]);
  }

  /** Adds a warning about a record without a user. Returns `undefined` as this user. */
  #warn(kind: InputWarning['kind'], { position }: TableRecord, column?: number): undefined {
    const heading = column === undefined ? undefined : this.#table.columns[column];
    this.#warnings.add(kind, position, heading);
  }
}

function columnOf(from: ValueFrom<unknown>): number | undefined {
  return 'column' in from ? from.column : undefined;
}

/** Returns whether a status means blocked: a word as in an export with readable values, or a number, also with `.0`. */
function isBlocked(text: string): boolean {
  const status = statusOf(text) ?? (/^\d(?:\.0)?$/.test(text) ? Number(text) : undefined);
  return status !== undefined && BLOCKED_STATUSES.includes(status);
}

function normalizedWord(text: string): string {
  return text.trim().toLowerCase();
}
