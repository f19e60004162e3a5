import assert from 'node:assert/strict';
import { MAX_PLAN_LINES, type Plan } from '../../../../src/base/plan.ts';
import { operationsOf } from '../../../../src/runs/operations.ts';
import { resultLines } from '../../../../src/runs/ui/linesOfRun.ts';
import type { OperationOutcome } from '../../../../src/base/operation.ts';

const TAGS = ['t1', 't2'];
const PLAN: Plan = {
  action: 'attach',
  botId: 'b',
  baseUrl: '',
  environment: '',
  checkFirst: false,
  made: 0,
  tags: TAGS.map((id) => ({ id, name: id })),
  source: { kind: 'service' },
  users: Array.from({ length: MAX_PLAN_LINES }, (_, index) => ({
    user: { rawUid: `U0123456789abcdef0123456789${index}`, pageId: '@page', channel: 1 },
    skip: undefined,
    except: [],
    row: undefined,
    name: undefined,
    line: 10 + index,
  })),
  items: [],
};
const MB = 1 << 20;

describe('result of a run of 100,000 users', () => {
  it('is created in slices that let other work run, and in bounded memory', async function () {
    this.timeout(60_000);
    const operations = operationsOf(PLAN);
    const failed: OperationOutcome = { state: 'failed', detail: 'The user has blocked the bot.' };
    const doneOutcome: OperationOutcome = { state: 'done', detail: null };
    const outcomes = new Map<number, OperationOutcome>();
    for (let index = 0; index < operations.count; index++) {
      outcomes.set(index, index % 10 === 0 ? failed : doneOutcome);
    }
    const heapBefore = process.memoryUsage().heapUsed;
    let [turns, maxHeapGrowth] = [0, 0];
    const counting = setInterval(() => {
      turns++;
      maxHeapGrowth = Math.max(maxHeapGrowth, process.memoryUsage().heapUsed - heapBefore);
    }, 1);
    const lines = await resultLines({ plan: PLAN, operations, outcomes, isUndo: false });
    clearInterval(counting);
    assert.equal(lines.length, MAX_PLAN_LINES);
    const last = lines.findLastIndex((line) => line.startsWith('{"result":"failed"'));
    assert.match(lines[last] ?? '', /"user":"U.+9999\d".+"tags":\{"t1":"failed"/);
    assert.ok(lines.slice(0, last).every((line) => line.startsWith('{"result":"failed"')));
    // Each slice is 8 ms, and the total is several tenths of a second.
    assert.ok(turns > 5, `${turns} turns`);
    assert.ok(maxHeapGrowth < 250 * MB, `${(maxHeapGrowth / MB).toFixed(0)} MB`);
  });
});
