import assert from 'node:assert/strict';
import type * as planTexts from '../../../../src/plans/planTexts.ts';
import type { Plan } from '../../../../src/base/plan.ts';
import { operationsOf, undoOf } from '../../../../src/runs/operations.ts';
import { failedRows } from '../../../../src/runs/ui/failedRows.ts';
import { resultLines, type RunResults } from '../../../../src/runs/ui/linesOfRun.ts';
import type { OperationOutcome } from '../../../../src/base/operation.ts';

const NAMES = ['=1+1', 'B', 'C\u202e', 'D'];
const PLAN: Plan = {
  action: 'attach',
  botId: 'b',
  baseUrl: '',
  environment: '',
  checkFirst: false,
  made: 0,
  tags: [
    { id: 't1', name: 'One, "first"' },
    { id: 't2', name: 'Two' },
  ],
  source: { kind: 'service' },
  users: NAMES.map((name, index) => ({
    user: { rawUid: `U${index}`, pageId: '@p', channel: index % 2 },
    skip: index === 1 ? 'blocked' : undefined,
    except: index === 3 ? [0] : [],
    row: index + 5,
    name,
    line: 10 + index,
  })),
  items: [],
};
/** Operations in order: t1 and t2 of U0, t1 and t2 of U2, and t2 of U3. */
const OUTCOMES: ReadonlyMap<number, OperationOutcome> = new Map([
  [0, { state: 'done', detail: null }],
  [1, { state: 'failed', detail: '=cmd()\n"no"' }],
  [2, { state: 'sending', detail: null }],
  [3, { state: 'done', detail: null }],
]);
const RESULTS: RunResults = {
  plan: PLAN,
  operations: operationsOf(PLAN),
  outcomes: OUTCOMES,
  isUndo: false,
};

describe('result of a run', () => {
  it('has a line for each line of the plan, failed ones first, then unknown ones', async () => {
    const lines = await resultLines(RESULTS);
    assert.ok(!lines.join('').includes('\u202e'));
    const parsedLines = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const userFields = (user: string, channel: string, row: number, name: string) => {
      return { user, page: '@p', channel, row, name };
    };
    const failed = { result: 'failed', words: '=cmd()\n"no"', tags: { t1: 'done', t2: 'failed' } };
    assert.deepEqual(parsedLines, [
      { ...userFields('U0', 'FB', 5, '=1+1'), ...failed },
      {
        ...userFields('U2', 'FB', 7, 'C\u202e'),
        result: 'unknown',
        tags: { t1: 'unknown', t2: 'done' },
      },
      { ...userFields('U1', 'LINE', 6, 'B'), result: 'skipped', because: 'blocked' },
      { ...userFields('U3', 'LINE', 8, 'D'), result: 'not tried' },
    ]);
  });

  it('of an undo contains only users whom the undone run has changed', async () => {
    const { operations } = undoOf(operationsOf(PLAN), OUTCOMES);
    const lines = await resultLines({ ...RESULTS, operations, outcomes: new Map(), isUndo: true });
    const users = lines.map((line) => (JSON.parse(line) as { user: string }).user);
    assert.deepEqual(users, ['U0', 'U2']);
  });

  it('contains the failed rows as CSV without formulas', async () => {
    const { rowCount, suffix, bytes } = await failedRows(RESULTS, undefined);
    assert.deepEqual([rowCount, suffix], [1, 'csv']);
    assert.equal(
      Buffer.from(bytes).toString(),
      '\u{feff}userId,encryptedUserId,pageId,platform,tags,reason\r\n' +
        `U0,,'@p,FB,Two,"'=cmd()\n""no"""\r\n`,
    );
  });

  it('takes failed rows from the input by row number and expected user ID', async () => {
    let requestedRows: unknown;
    const rawRows = (rows: ReadonlyMap<number, string | undefined>) => {
      requestedRows = [...rows];
      return (async function* () {
        yield Buffer.from('r');
        yield Buffer.from('aw');
      })();
    };
    const openInput = async () => ({ rawRows, format: 'ndjson' });
    const files = { openInput } as unknown as typeof planTexts;
    const { suffix, bytes } = await failedRows(RESULTS, { inputFiles: files, path: '/x' });
    assert.deepEqual(
      [suffix, Buffer.from(bytes).toString(), requestedRows],
      ['ndjson', 'raw', [[5, 'U0']]],
    );
  });

  it('takes no failed rows from the input if two lines refer to the same record', async () => {
    const users = PLAN.users.map((line) => ({ ...line, row: 5 }));
    const plan: Plan = { ...PLAN, users };
    const failure: OperationOutcome = { state: 'failed', detail: '' };
    const failed = new Map([0, 3].map((index) => [index, failure]));
    const results = { ...RESULTS, plan, operations: operationsOf(plan), outcomes: failed };
    const files = {} as unknown as typeof planTexts;
    const { rowCount, suffix } = await failedRows(results, { inputFiles: files, path: '/x' });
    assert.deepEqual([rowCount, suffix], [2, 'csv']);
  });
});
