import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeChoice } from '../../src/plans/input/inputColumns.ts';
import { InputError, MAX_RECORD_BYTES, type InputProblem } from '../../src/base/inputProblems.ts';
import { openInput } from '../../src/plans/input/openInput.ts';
import { describeInput } from '../../src/errors/ui/describeInput.ts';

const HEAD = 'id,page,platform\n';
const ROW = 'U1,p,LINE\n';
const { signal } = new AbortController();

type Kind = InputProblem['kind'];
type Fault = readonly [name: string, content: string | Uint8Array, kind: Kind, where?: string];

const json = (id: string): string =>
  `[{"id":"U1","page":"p","channel":1},{"id":${id},"page":"p","channel":1}]`;

const BAD_ID =
  'This is not an ID from the service. A spreadsheet may have turned the ID into a number. Format this column as text, then export the file again as UTF-8.';
const BAD_RECORD = 'The row cannot be read. Check the quotation marks, or export the file again.';
const BAD_TEXT = 'The content is not valid text. Save the file as UTF-8.';
const NO_ROWS = 'The file has no rows with customers. Add one row for each customer.';
const HEADINGS =
  'The first line must name the columns, such as id, pageId, platform. Use each name only once, and use at most 20,000 columns.';
const OTHER_FORMAT =
  'The content of the file is not CSV, JSON, or NDJSON, or does not match the file extension. Save the file in one of these formats, with the file extension of that format.';
const MESSAGES: Readonly<Partial<Record<Kind, string>>> = {
  'bad-id': BAD_ID,
  'bad-record': BAD_RECORD,
  'bad-text': BAD_TEXT,
  'no-rows': NO_ROWS,
  headings: HEADINGS,
  'other-format': OTHER_FORMAT,
};

/** Files that each have one fault, with the location that is reported. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'a number of a spreadsheet': [
    'a.csv',
    `${HEAD}${ROW}1.23E+15,p,LINE\n${ROW}1.24E+15,p,LINE\n`,
    'bad-id',
    'Lines 3, 5, column "id"',
  ],
  'a number that is too large': [
    'a.json',
    json('12345678901234567890'),
    'bad-id',
    'Record 2, column "id"',
  ],
  'broken characters in an ID': [
    'a.csv',
    `${HEAD}${ROW}U\u{fffd},p,LINE\n`,
    'bad-id',
    'Line 3, column "id"',
  ],
  'a list for an ID': ['a.json', json('[1]'), 'bad-id', 'Record 2, column "id"'],
  'a long ID': ['a.csv', `${HEAD}${'x'.repeat(1001)},p,LINE\n`, 'bad-id', 'Line 2, column "id"'],
  'more cells than headings': ['a.csv', `${HEAD}U1,p,LINE,more\n`, 'bad-record', 'Line 2'],
  'bytes that are no text': [
    'a.csv',
    Buffer.from(`${HEAD}${ROW}U\u{e9}\u{ff}\u{ff},p,LINE\n`, 'latin1'),
    'bad-text',
    'Line 3',
  ],
  'NUL bytes': ['a.csv', `${HEAD}${ROW}U\u{0}2,p,LINE\n`, 'bad-text', 'Line 3'],
  'a quotation mark that is not closed': [
    'a.csv',
    `${HEAD}${ROW}"U2,p,LINE\n`,
    'bad-record',
    'Line 3',
  ],
  'text after a quotation mark': ['a.csv', `${HEAD}"U1"x,p,LINE\n`, 'bad-record', 'Line 2'],
  'broken JSON': [
    'a.ndjson',
    '{"id":"U1","page":"p","channel":1}\n{"id":\n',
    'bad-record',
    'Line 2',
  ],
  'a record without end': [
    'a.csv',
    `${HEAD}${ROW}"${'x,p\n'.repeat(MAX_RECORD_BYTES / 2)}`,
    'bad-record',
    'Line 3',
  ],
  'nothing in it': ['a.csv', '', 'no-rows'],
  'headings alone': ['a.csv', HEAD, 'no-rows'],
  'JSON without a list': ['a.json', '{"a":[{"id":1}]}', 'no-rows'],
  'a first line without headings': ['a.csv', '1234567890\n1234567891', 'headings'],
  'a heading twice': ['a.csv', 'id,x,x,id\n1', 'headings'],
  'too many columns': [
    'a.csv',
    `${Array.from({ length: 20_001 }, (_, index) => `c${index}`).join()}\n1\n`,
    'headings',
  ],
  'CSV in a JSON file': ['a.json', `${HEAD}${ROW}`, 'other-format'],
  'a spreadsheet': ['a.xlsx', 'PK\u0003\u0004', 'other-format'],
  'a PDF': ['a.csv', '%PDF-1.7\n', 'other-format'],
  'a compressed file': ['a.csv.gz', Buffer.from([0x1f, 0x8b, 8, 0]), 'other-format'],
  'a web page': ['a.csv', '<!DOCTYPE html>', 'other-format'],
  'a Parquet file': ['a.parquet', 'PAR1....PAR1', 'other-format'],
  'a program': ['a.csv', '\u007fELF\u0002\u0001\u0000', 'other-format'],
};

/** Problems that no file in this test causes, or only a file that takes long to read. */
const OTHER_PROBLEMS: readonly (readonly [problem: InputProblem, text: string])[] = [
  [
    { kind: 'unreadable', code: 'EIO' },
    'Could not read the file (EIO). Check that the file exists, and that you have permission to read it.',
  ],
  [{ kind: 'bad-text', positions: { unit: 'line', first: [], count: 0 } }, BAD_TEXT],
  [
    {
      kind: 'bad-record',
      positions: {
        unit: 'line',
        first: Array.from({ length: 20 }, (_, index) => index + 2),
        count: 1500,
      },
    },
    `Lines ${Array.from({ length: 20 }, (_, index) => index + 2).join(', ')} and 1,480 more: ${BAD_RECORD}`,
  ],
];

describe('describeInput', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-input-'));
  });

  after(() => rmSync(folder, { recursive: true }));

  /** Returns the error that occurs when the file is opened or its rows are read. */
  async function errorOf(file: string, onOpen = (): void => {}): Promise<InputError> {
    try {
      const input = await openInput(file, signal);
      onOpen();
      const choice = completeChoice(input.guess.choice) ?? assert.fail('columns are missing');
      for await (const rows of input.rows(choice, signal)) void rows;
    } catch (error) {
      if (error instanceof InputError) return error;
      throw error;
    }
    assert.fail('the file has no fault');
  }

  const unreadable = (code: string): string =>
    `Could not read the file (${code}). Check that the file exists, and that you have permission to read it.`;
  const messageOf = (text: string): string => `Could not create a plan from the file. ${text}`;

  for (const [title, [name, content, kind, where]] of Object.entries(FAULTS)) {
    it(`reports the location and the remedy: ${title}`, async () => {
      const file = join(folder, name);
      writeFileSync(file, content);
      const error = await errorOf(file);
      const text = MESSAGES[kind] ?? assert.fail();
      assert.equal(
        describeInput(error),
        messageOf(where === undefined ? text : `${where}: ${text}`),
      );
      assert.deepEqual(
        error.problems.map((problem) => problem.kind),
        [kind],
      );
    });
  }

  it('names the first three faults', async () => {
    const file = join(folder, 'several.csv');
    writeFileSync(file, `${HEAD}U1,p,1,2\n1.2E+15,12.0,1\n\u{fffd},p,1\n`);
    assert.equal(
      describeInput(await errorOf(file)),
      messageOf(
        `Line 2: ${BAD_RECORD} Lines 3, 4, column "id": ${BAD_ID} Line 3, column "page": ${BAD_ID}`,
      ),
    );
  });

  it('reports a file that does not exist, is a folder, or changed', async () => {
    const file = join(folder, 'changing.csv');
    const textOf = async (path: string, onOpen?: () => void): Promise<string> =>
      describeInput(await errorOf(path, onOpen));
    assert.equal(await textOf(file), messageOf(unreadable('ENOENT')));
    writeFileSync(file, HEAD + ROW);
    const change = (): void => writeFileSync(file, HEAD + ROW + ROW);
    assert.equal(
      await textOf(file, change),
      messageOf('The file changed while VS Code was reading it. Try again.'),
    );
    mkdirSync(join(folder, 'folder'));
    const inFolder = await textOf(join(folder, 'folder'));
    assert.equal(inFolder, messageOf(unreadable('EISDIR')));
  });

  it('reports all other problems', () => {
    for (const [problem, text] of OTHER_PROBLEMS) {
      assert.equal(describeInput(new InputError([problem])), messageOf(text));
    }
  });
});
