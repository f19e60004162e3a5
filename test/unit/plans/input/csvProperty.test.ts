import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cleanUp } from '../../cleanup.ts';
import { big5, inBig5, opened, rawOf, rowsOf } from './inputs.ts';

const SEED = 14;
const RUNS = 150;

interface Row {
  readonly id: string;
  readonly page: string;
  readonly isLine: boolean;
  readonly name: string;
}

/** Way in which a table is written as CSV. The encoding `bom` is UTF-8 with a byte order mark. */
interface CsvFormat {
  readonly delimiter: string;
  readonly lineEnd: string;
  readonly encoding: 'utf-8' | 'bom' | 'utf-16le' | 'utf-16be' | 'big5';
  readonly quotesAll: boolean;
  readonly endsWithLine: boolean;
}

const id = fc.stringMatching(/^[U@][0-9a-zA-Z,;"' \t\r\n]{0,20}[0-9a-z]$/);
const name = fc.string({
  unit: fc.constantFrom('a', '王', '許', ',', ';', '\t', '"', '\r\n', '\n', '\r', "'", '=', ' '),
  maxLength: 12,
});
const row: fc.Arbitrary<Row> = fc.record({ id, page: id, isLine: fc.boolean(), name });
const anyFormat: fc.Arbitrary<CsvFormat> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
  encoding: fc.constantFrom('utf-8', 'bom', 'utf-16le', 'utf-16be', 'big5'),
  quotesAll: fc.boolean(),
  endsWithLine: fc.boolean(),
});
/** Columns in any order, including columns that are not needed. */
const order = fc.shuffledSubarray(['x', 'id', '粉專ID', 'platform', '姓名', 'y'], { minLength: 6 });

function csvOf(rows: readonly Row[], columns: readonly string[], format: CsvFormat): Buffer {
  const cellOf = (row: Row, column: string): string => {
    if (column === 'id') return row.id;
    if (column === '粉專ID') return row.page;
    if (column === 'platform') return row.isLine ? 'LINE' : 'FB';
    return column === '姓名' ? row.name : `${column}"${format.delimiter}\n功`;
  };
  const lines = [columns, ...rows.map((row) => columns.map((column) => cellOf(row, column)))];
  const text = lines
    .map((cells) => cells.map((cell) => quoted(cell, format)).join(format.delimiter))
    .join(format.lineEnd);
  return encoded(format.endsWithLine ? `${text}${format.lineEnd}` : text, format.encoding);
}

function quoted(cell: string, { quotesAll, delimiter }: CsvFormat): string {
  const isNeeded = /["\r\n]/.test(cell) || cell.includes(delimiter);
  return quotesAll || isNeeded ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function encoded(text: string, encoding: CsvFormat['encoding']): Buffer {
  if (encoding === 'big5') return big5(text);
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'bom') return Buffer.from(`\u{feff}${text}`);
  const bytes = Buffer.from(`\u{feff}${text}`, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

describe(`random tables as CSV (seed ${SEED})`, function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  it('have the same rows with any delimiter, line end, encoding and quotes', async () => {
    // In Big5, the second byte of this character is that of a backslash.
    assert.ok(inBig5().includes('許'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        order,
        anyFormat,
        async (rows, columns, format) => {
          const input = await opened('a.csv', csvOf(rows, columns, format));
          const readRows = await rowsOf(input);
          const expected = rows.map((row) => ({
            user: { rawUid: row.id, pageId: row.page, channel: row.isLine ? 1 : 0 },
            name: shown(row.name),
          }));
          assert.deepEqual(
            readRows.map(({ user, name: found }) => ({ user, name: found })),
            expected,
          );
          await cleanUp();
        },
      ),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it('have the same rows when saved rows are read again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 2, maxLength: 12 }),
        order,
        anyFormat,
        fc.nat(),
        async (rows, columns, format, mask) => {
          const input = await opened('a.csv', csvOf(rows, columns, format));
          // Rows whose bit in the mask is set are saved.
          const keptRows = rows.flatMap((row, index) =>
            (mask >> index) & 1 ? [{ each: row, index }] : [],
          );
          const userOfRow = new Map(keptRows.map(({ each, index }) => [index + 1, each.id]));
          const savedBytes = await rawOf(input, userOfRow);
          const hasBom = savedBytes.subarray(0, 3).equals(Buffer.from('\u{feff}'));
          // A saved file is UTF-8. Only if the input was UTF-8 without BOM, the saved file has none, either.
          assert.equal(hasBom, format.encoding !== 'utf-8');
          if (keptRows.length > 0) {
            const readAgain = await rowsOf(await opened('b.csv', savedBytes));
            const ids = readAgain.map(({ user }) => user?.rawUid);
            assert.deepEqual(
              ids,
              keptRows.map(({ each }) => each.id),
            );
          }
          await cleanUp();
        },
      ),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

/** Returns the text that a spreadsheet shows for a cell: trimmed, without the prefix that prevents formulas. */
function shown(text: string): string {
  const trimmed = text.trim();
  const formula = /^="([^"]*)"$/.exec(trimmed)?.[1];
  return formula ?? trimmed.replace(/^'(?='*[=+\-@\t\r\n])/, '');
}
