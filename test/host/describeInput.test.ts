import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeChoice } from '../../src/core/plans/inputFiles.ts';
import {
  InputError,
  LONGEST_RECORD,
  PLACED_KINDS,
  type InputProblem,
  type OtherKind,
} from '../../src/core/plans/inputProblems.ts';
import { openInput } from '../../src/plans/input/openInput.ts';
import { describeInput } from '../../src/vscode/errors/describeInput.ts';

const HEAD = 'id,page,platform\n';
const ROW = 'U1,p,LINE\n';
const { signal } = new AbortController();

type Kind = InputProblem['kind'];
type Fault = readonly [name: string, content: string | Uint8Array, said: string];

const json = (id: string): string =>
  `[{"id":"U1","page":"p","channel":1},{"id":${id},"page":"p","channel":1}]`;

/** Files with each fault, and what is said of them behind "no plan was made". */
const FAULTS: Readonly<Partial<Record<Kind | OtherKind | 'several', Fault>>> = {
  'spreadsheet-number': [
    'a.csv',
    `${HEAD}${ROW}1.23E+15,p,LINE\n${ROW}1.24E+15,p,LINE\n`,
    'Lines 3, 5, column "id": a spreadsheet made a number of the ID, and its digits are lost. Export it again with that column as text.',
  ],
  'inexact-number': [
    'a.json',
    json('12345678901234567890'),
    'Record 2, column "id": the ID is a number too large to be exact. Write it as text.',
  ],
  'broken-id': [
    'a.csv',
    `${HEAD}${ROW}U\u{fffd},p,LINE\n`,
    'Line 3, column "id": the ID has broken characters: the text was read in a wrong encoding at some time. Export it again as UTF-8.',
  ],
  'no-text': [
    'a.json',
    json('[1]'),
    'Record 2, column "id": the ID is not text. Check which column has the IDs.',
  ],
  'long-id': [
    'a.csv',
    `${HEAD}${'x'.repeat(1001)},p,LINE\n`,
    'Line 2, column "id": the ID has more than 1,000 characters. Check which column has the IDs.',
  ],
  ragged: [
    'a.csv',
    `${HEAD}U1,p,LINE,more\n`,
    'Line 2: there are more cells than headings. Put a cell that holds the delimiter in quotation marks.',
  ],
  'broken-text': [
    'a.csv',
    Buffer.from(`${HEAD}${ROW}U\u{e9}\u{ff}\u{ff},p,LINE\n`, 'latin1'),
    'Line 3: this is not text in the encoding of the file. Save it as UTF-8.',
  ],
  nul: [
    'a.csv',
    `${HEAD}${ROW}U\u{0}2,p,LINE\n`,
    'Line 3: there are NUL bytes, which no text has. Save it as UTF-8.',
  ],
  'open-quote': [
    'a.csv',
    `${HEAD}${ROW}"U2,p,LINE\n`,
    'Line 3: a quotation mark is opened and never closed. Close it.',
  ],
  'stray-quote': [
    'a.csv',
    `${HEAD}"U1"x,p,LINE\n`,
    'Line 2: something stands between a closing quotation mark and the end of its cell. Within a cell, write a quotation mark twice.',
  ],
  'broken-json': [
    'a.ndjson',
    '{"id":"U1","page":"p","channel":1}\n{"id":\n',
    'Line 2: this is not JSON. Put it right, or export the file again.',
  ],
  'long-record': [
    'a.csv',
    `${HEAD}${ROW}"${'x,p\n'.repeat(LONGEST_RECORD / 2)}`,
    'Line 3: the record is too long. Look for a quotation mark that is not closed.',
  ],
  empty: ['a.csv', '', 'It is empty: check that it was saved, or pick another file.'],
  'no-rows': ['a.csv', HEAD, 'It has no rows: add one for each user.'],
  'no-records': [
    'a.json',
    '{"a":[{"id":1}]}',
    'It has no list of records: JSON has to be a list of objects, or to have one in "records" or "res.records".',
  ],
  'no-header': [
    'a.csv',
    '1234567890\n1234567891',
    'It begins with a row: add a line with headings, such as id, pageId, platform.',
  ],
  'duplicate-heading': [
    'a.csv',
    'id,x,x,id\n1',
    'Several columns have the same heading: x, id. Rename all but one of each.',
  ],
  'too-many-columns': [
    'a.csv',
    `${Array.from({ length: 20_001 }, (_, index) => `c${index}`).join()}\n1\n`,
    'It has more than 20,000 columns: leave out those that are not needed.',
  ],
  'wrong-name': [
    'a.json',
    `${HEAD}${ROW}`,
    'Its name says json, and its content is something else: rename it to what it is, such as .csv.',
  ],
  spreadsheet: ['a.xlsx', 'PK\u0003\u0004', 'It is a spreadsheet: save it as CSV (UTF-8).'],
  pdf: ['a.csv', '%PDF-1.7\n', 'It is a PDF: export the table as CSV.'],
  compressed: ['a.csv.gz', Buffer.from([0x1f, 0x8b, 8, 0]), 'It is compressed: unpack it first.'],
  'web-page': ['a.csv', '<!DOCTYPE html>', 'It is a web page: download the file itself.'],
  encrypted: ['a.parquet', 'PARE....PARE', 'It is encrypted: decrypt it first.'],
  binary: [
    'a.csv',
    '\u007fELF\u0002\u0001\u0000',
    'It is not a table: save it as CSV, JSON, NDJSON or Parquet.',
  ],
  several: [
    'a.csv',
    `${HEAD}U1,p,1,2\n1.2E+15,12.0,1\n\u{fffd},p,1\n`,
    'Line 2: there are more cells than headings. Put a cell that holds the delimiter in quotation marks. ' +
      'Line 3, column "id": a spreadsheet made a number of the ID, and its digits are lost. Export it again with that column as text. ' +
      'Line 3, column "page": a spreadsheet made a number of the ID, and its digits are lost. Export it again with that column as text.',
  ],
};

/** What no file makes here, or only one that takes long. */
const OTHERS: readonly (readonly [problem: InputProblem, said: string])[] = [
  [{ kind: 'unreadable', code: 'EACCES' }, 'You may not read it: check its permissions.'],
  [
    { kind: 'unreadable', code: 'EIO' },
    'It cannot be read (EIO): copy it to this machine and try again.',
  ],
  [{ kind: 'no-big5' }, 'It is not UTF-8: save it as UTF-8.'],
  [
    { kind: 'broken-parquet', detail: 'no end' },
    'It is not a Parquet file that can be read (no end): write it anew, or save it as CSV.',
  ],
  [
    { kind: 'large-parquet' },
    'A row group of it is too large: write it with smaller ones, or save it as CSV.',
  ],
  [
    { kind: 'broken-text', places: { unit: 'line', first: [], count: 0 } },
    'It has a fault: this is not text in the encoding of the file. Save it as UTF-8.',
  ],
  [
    {
      kind: 'ragged',
      places: { unit: 'line', first: Array.from({ length: 20 }, (_, at) => at + 2), count: 1500 },
    },
    `Lines ${Array.from({ length: 20 }, (_, at) => at + 2).join(', ')} and 1,480 more: there are more cells than headings. Put a cell that holds the delimiter in quotation marks.`,
  ],
];

describe('what is said of a file of users that cannot be used', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-input-'));
  });

  after(() => rmSync(folder, { recursive: true }));

  /** When it is opened, or when its rows are read. */
  async function errorOf(file: string, onOpen = (): void => {}): Promise<InputError> {
    try {
      const input = await openInput(file, signal);
      onOpen();
      const choice = wholeChoice(input.guess.choice) ?? assert.fail('columns are missing');
      for await (const rows of input.rows(choice, signal)) void rows;
    } catch (error) {
      if (InputError.is(error)) return error;
      throw error;
    }
    assert.fail('nothing is wrong with it');
  }

  const said = (text: string): string =>
    `The file cannot be used as it is, so no plan was made. ${text}`;

  for (const [kind, [name, content, text]] of Object.entries(FAULTS)) {
    it(`names where, and what helps: ${kind}`, async () => {
      const file = join(folder, name);
      writeFileSync(file, content);
      const error = await errorOf(file);
      assert.equal(describeInput(error), said(text));
      const kinds = error.problems.map((one) => (one.kind === 'other-kind' ? one.found : one.kind));
      if (kind !== 'several') assert.deepEqual(kinds, [kind]);
    });
  }

  it('names it of a file that is not there, is a folder, or changed', async () => {
    const file = join(folder, 'changing.csv');
    const textOf = async (path: string, onOpen?: () => void): Promise<string> =>
      describeInput(await errorOf(path, onOpen));
    assert.equal(await textOf(file), said('It is not there: check its name and folder.'));
    writeFileSync(file, HEAD + ROW);
    const change = (): void => writeFileSync(file, HEAD + ROW + ROW);
    assert.equal(
      await textOf(file, change),
      said('It changed while it was being read: try again.'),
    );
    mkdirSync(join(folder, 'folder'));
    const inFolder = await textOf(join(folder, 'folder'));
    assert.equal(inFolder, said('It is a folder: pick a file in it.'));
  });

  it('names it of all others, and leaves none out', () => {
    for (const [problem, text] of OTHERS) {
      assert.equal(describeInput(new InputError([problem])), said(text));
    }
    assert.deepEqual(
      PLACED_KINDS.filter((kind) => FAULTS[kind] === undefined),
      [],
    );
  });
});
