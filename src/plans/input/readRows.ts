import { BLOCKED_STATUSES, statusOf } from '../../base/customerStatus.ts';
import { FACEBOOK, LINE, type UserRef } from '../../base/model.ts';
import type { InputRow, ValueFrom, WholeChoice } from './inputFiles.ts';
import type { InputReport, InputWarning, PlacedKind } from '../../base/inputProblems.ts';
import { failure, throwProblems } from './failures.ts';
import { Gathered } from './gathered.ts';
import { CutDigits, idText } from './idText.ts';
import { cellText, type Table, type TableRecord } from './table.ts';

const CHANNELS: ReadonlyMap<string, number> = new Map([
  ...['line', String(LINE)].map((word): [string, number] => [word, LINE]),
  ...['fb', 'facebook', 'messenger', 'fb messenger', 'facebook messenger', String(FACEBOOK)].map(
    (word): [string, number] => [word, FACEBOOK],
  ),
]);

/** Reads the rows of a table once. */
export class RowReader {
  readonly #table: Table;
  readonly #choice: WholeChoice;
  /** Columns that are read, each once. */
  readonly #columns: readonly number[];
  readonly #faults: Gathered<PlacedKind>;
  readonly #warnings: Gathered<InputWarning['kind']>;
  readonly #cut: Gathered<'zeros'>;
  readonly #digits = new CutDigits();
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

  /** Throws at its end what is wrong with the rows. */
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

  /** Of the rows so far. */
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
      isBlocked: status !== undefined && isBlocked(word(this.#text(record, status))),
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
    return CHANNELS.get(word(this.#text(record, channel.column)).replace(/\.0$/, ''));
  }

  /** `''` when there is none, and when it is a fault. */
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

function word(text: string): string {
  return text.trim().toLowerCase();
}
