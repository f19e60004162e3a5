import * as l10n from '@vscode/l10n';
import type { Column } from '../../base/customerFields.ts';
import { csvCell, protectedCell } from '../../base/safeText.ts';
import { MAX_COPIED_CELLS, MAX_COPIED_TEXT } from '../gridRows.ts';
import { shownColumns } from './columns.ts';
import type { RangeFormat, PageContext } from './pageContext.ts';
import { yieldToEventLoop } from '../../base/promises.ts';

/** Number of rows to write between two pauses for other events. */
const ROWS_PER_SLICE = 500;

/** Copies the cells of a range as they are shown: separated by tabs for a spreadsheet, or as CSV with a header. */
export class RangeCopy {
  readonly #context: PageContext;
  /** Number of the latest call of `copy`. */
  #latestCopy = 0;

  constructor(context: PageContext) {
    this.#context = context;
  }

  async copy(rangeFormat: RangeFormat): Promise<void> {
    const { range, viewState, columnTitles, format, announcer, model } = this.#context;
    const copyNumber = ++this.#latestCopy;
    const area = range.rectangle;
    if (area === undefined) return this.#send(0, '');
    const shown = shownColumns(viewState.columns).slice(area.left, area.right + 1);
    const copiedColumns = shown.map(({ id }) => id);
    const cellCount = (area.bottom - area.top + 1) * copiedColumns.length;
    if (cellCount > MAX_COPIED_CELLS) {
      announcer.say(
        l10n.t(
          'Nothing was copied, because {0} cells are selected and the limit is {1}. Select fewer cells, or export the customers to a file.',
          format.number(cellCount),
          format.number(MAX_COPIED_CELLS),
        ),
      );
      return this.#send(cellCount, '');
    }
    const lines =
      rangeFormat === 'csv'
        ? [copiedColumns.map((id) => safeCell(columnTitles[id])).join(',')]
        : [];
    const { generation } = model;
    for (const row of this.#rowsIn(area)) {
      lines.push(this.#line(row, copiedColumns, rangeFormat));
      if (lines.length % ROWS_PER_SLICE === 0) await yieldToEventLoop();
      // A later copy replaces this one.
      if (copyNumber !== this.#latestCopy) return;
      // The rows were removed.
      if (generation !== model.generation) return this.#send(0, '');
    }
    const text = lines.join(rangeFormat === 'csv' ? '\r\n' : '\n');
    // The panel shows the error of a text that is too long.
    if (text.length > MAX_COPIED_TEXT) return this.#send(cellCount, '');
    this.#send(cellCount, text);
    announcer.say(l10n.t('{0} cells copied.', format.number(cellCount)));
  }

  /** Sends the copied cells. `cells` is 0 if there is no range. The text is empty if the range is too large. */
  #send(cells: number, text: string): void {
    this.#context.panel.post({ type: 'copyCells', cells, text });
  }

  /** Returns the row numbers of a range. They are read before the first pause, because more rows may change the order. */
  #rowsIn({ top, bottom }: { readonly top: number; readonly bottom: number }): readonly number[] {
    const { order } = this.#context;
    return Array.from({ length: bottom - top + 1 }, (_, index) => order.rowAt(top + index) ?? -1);
  }

  #line(row: number, columns: readonly Column[], rangeFormat: RangeFormat): string {
    const record = this.#context.store.row(row)?.record;
    const texts = columns.map((column) => this.#text(column, record));
    return rangeFormat === 'csv' ? texts.map(safeCell).join(',') : texts.map(plainCell).join('\t');
  }

  #text(column: Column, record: unknown): string {
    const { format } = this.#context;
    if (column !== 'tags' && column !== 'params') return format.text(column, record);
    return format[column](record)
      .map(({ text }) => text)
      .join(', ');
  }
}

/** Phone number such as +886 912 345 678. A spreadsheet cannot interpret it as a formula that calls a function. */
const PHONE_NUMBER = /^[+-]?[\d .()-]+$/;

/**
 * Returns a cell for text with tabs: replaces tabs and line breaks, which would split the cell, and protects the text
 * from being read as a formula. Phone numbers stay as they are dialed.
 */
function plainCell(text: string): string {
  const line = text.replaceAll(/[\t\r\n\u2028\u2029]+/g, ' ');
  return PHONE_NUMBER.test(line) ? line : protectedCell(line);
}

/** Returns a cell for CSV that a spreadsheet does not read as a formula. */
function safeCell(text: string): string {
  return csvCell(protectedCell(text));
}
