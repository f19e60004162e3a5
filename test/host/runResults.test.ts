import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeEditors, failure, run, until } from './product.ts';
import { resumeRun, undoRun } from './resumed.ts';
import { runLenses } from '../../src/runs/ui/runDocuments.ts';
import { VIP } from '../support/sandboxItems.ts';
import { latestRun, lensesOf, PlanBot, resultOf, resultTextOf, userId } from './planBot.ts';

const ones = (count: number): readonly number[] => Array.from({ length: count }, () => 1);
const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);

describe('Result of a run', () => {
  let planned: PlanBot;

  beforeEach(async () => {
    planned = new PlanBot();
    await planned.open('bot-results');
  });

  afterEach(async () => {
    await closeEditors();
    await planned.close();
  });

  const runPlan = (file: string, users?: number) =>
    run('botTags.runPlan', { file, ...(users === undefined ? {} : { users }) });
  /** Waits until this number of writes was sent. */
  const waitForWrites = (count: number) =>
    until(`${count} writes were sent`, () => planned.writeRequests >= count);

  it('reports failures with the message of the service, and retries them', async () => {
    for (const index of [3, 7]) planned.tag(index);
    planned.service.switches.attachAgain = 'error';
    const { run: id, state, counts } = await runPlan(planned.plan(20));
    assert.deepEqual([state, counts.done, counts.failed], ['done', 18, 2]);
    assert.match(
      await resultTextOf(id),
      /^\/\/ "VIP" attached to 18 of 20 customers\. 2 failed\.\n\/\/ Bot: /,
    );
    const { lines } = await resultOf(id);
    assert.deepEqual(
      lines.slice(0, 3).map(({ result, user }) => [result, user]),
      [
        ['failed', userId(3)],
        ['failed', userId(7)],
        ['done', userId(0)],
      ],
    );
    assert.match(lines[0]?.words ?? '', /already/);
    assert.deepEqual(await lensesOf(id), [
      'Retry Failed',
      'Save Failed Rows…',
      'Undo',
      'Open Plan',
    ]);
    const file = join(planned.folder, 'failed.csv');
    assert.deepEqual(await run('botTags.saveFailedRows', { run: id, file }), { file, rows: 2 });
    const [head, firstRow, secondRow, end] = readFileSync(file, 'utf8').split('\r\n');
    assert.equal(head, '\u{feff}userId,encryptedUserId,pageId,platform,tags,reason');
    assert.match(firstRow ?? '', new RegExp(`^${userId(3)},,page-1,LINE,VIP,.*already`));
    assert.match(secondRow ?? '', new RegExp(`^${userId(7)},`));
    assert.equal(end, '');
    assert.match(await failure(run('botTags.saveFailedRows', { run: id, file })), /already exists/);
    const relative = run('botTags.saveFailedRows', { run: id, file: 'failed.csv' });
    assert.match(await failure(relative), /"failed\.csv" is not an absolute path/);
    planned.service.switches.attachAgain = 'ok';
    const again = await run('botTags.retryFailed', { run: id });
    assert.deepEqual([again.run, again.state, again.counts.done], [id, 'done', 20]);
    const failedIndexes = [3, 7];
    assert.deepEqual(
      planned.counts(20),
      ones(20).map((_, index) => (failedIndexes.includes(index) ? 2 : 1)),
    );
  });

  it('offers to check a single unknown outcome', () => {
    const counts = { total: 2, done: 1, failed: 0, unknown: 1, skipped: 0, waiting: 0 };
    const emptyFields = { plan: '', hash: '', detail: '', undoes: null, reason: null, owner: null };
    const record = {
      ...emptyFields,
      id: 'run-1',
      bot: 'bot',
      botLabel: 'Shop',
      kind: 'attach' as const,
      state: 'done' as const,
      counts,
      started: 0,
      updated: 0,
    };
    const lenses = runLenses({ record, isRunning: false, isElsewhere: false, isUndone: false });
    assert.ok(lenses.some(({ command }) => command?.title === 'Check Unknown'));
  });

  it('saves failed rows of a file in the columns of the file', async () => {
    const input = join(planned.folder, 'list of users.csv');
    const rows = Array.from(
      { length: 10 },
      (_, index) => `${index};"=A;${index}";${userId(index)};x`,
    );
    writeFileSync(input, `No;Note;User ID;y\r\n${rows.join('\r\n')}\r\n`);
    const source = { from: 'file', file: 'list of users.csv' };
    const file = planned.plan(10, { source });
    // The digits of an ID, from the tenth character on, are the index of its user. Rows count from 1.
    const textWithRows = readFileSync(file, 'utf8').replaceAll(
      /"(U-canary-\d+)"(.*)\}/g,
      (_, id: string, rest: string) => `"${id}"${rest},"row":${Number(id.slice(9)) + 1}}`,
    );
    writeFileSync(file, textWithRows);
    for (const index of [2, 9]) planned.tag(index);
    planned.service.switches.attachAgain = 'error';
    const { run: id } = await runPlan(file);
    const saved = join(planned.folder, 'failed.csv');
    assert.equal((await run('botTags.saveFailedRows', { run: id, file: saved })).rows, 2);
    assert.equal(readFileSync(saved, 'utf8'), `No;Note;User ID;y\r\n${rows[2]}\r\n${rows[9]}\r\n`);
    writeFileSync(input, 'No;Note;User ID;y\r\n');
    await run('botTags.saveFailedRows', { run: id, file: saved, overwrite: true });
    assert.match(readFileSync(saved, 'utf8'), /^\u{feff}userId,/u);
  });

  it('is undone where the run has changed something, and only once', async () => {
    for (const index of [1, 2]) planned.tag(index);
    const hadTagBefore = planned.counts(50).map((count) => count > 0);
    const { run: id, counts } = await runPlan(planned.plan(50, { checkFirst: true }));
    assert.deepEqual([counts.done, counts.skipped], [48, 2]);
    planned.service.switches.latencyMs = 20;
    const undoing = run('botTags.undo', { run: id, confirmed: true });
    // 48 writes of the run, and some of its undo.
    await waitForWrites(70);
    const undo = await latestRun();
    assert.equal((await run('botTags.pauseRun', { run: undo })).state, 'paused');
    await undoing;
    assert.match(await failure(run('botTags.retryFailed', { run: id })), /was undone/);
    await until('the result shows the progress of the undo', async () =>
      / Undo: \d+ of 48\n/.test(await resultTextOf(id)),
    );
    const resumed = await resumeRun({ run: undo });
    assert.deepEqual([resumed.state, resumed.counts.total, resumed.counts.done], ['done', 48, 48]);
    assert.deepEqual(
      planned.counts(50).map((count) => count > 0),
      hadTagBefore,
    );
    assert.match(
      await failure(run('botTags.undo', { run: id, confirmed: true })),
      /already been undone/,
    );
    assert.match(
      await failure(run('botTags.undo', { run: undo, confirmed: true })),
      /A run that deletes tags and folders, or that undoes another run, cannot be undone/,
    );
    assert.deepEqual(await lensesOf(id), ['Open Plan']);
    await until('the result shows the time of the undo', async () =>
      /customers\. 2 skipped\.\n[^{]*\/\/ Undone on .+\.\n/.test(await resultTextOf(id)),
    );
    assert.equal((await resultOf(undo)).lines.length, 48);
  });

  it('reads the tags of each user first if the plan is old or was run to its end, but not when a run continues', async () => {
    planned.tag(1);
    const oldPlan = planned.plan(3, { made: '2020-01-01T00:00:00.000Z' });
    const first = await runPlan(oldPlan);
    assert.deepEqual([first.counts.done, first.counts.skipped], [2, 1]);
    // This plan was made after the first run, so nothing is read first, and the tag is attached again.
    const newPlan = planned.plan(4);
    await runPlan(newPlan, 2);
    const continued = await runPlan(newPlan);
    assert.deepEqual(
      [continued.counts.done, continued.counts.skipped],
      [4, 0],
      'both calls are steps of one run',
    );
    assert.equal((await runPlan(newPlan)).counts.skipped, 4);
    assert.deepEqual(planned.counts(4), [2, 2, 2, 1]);
    // Undo detaches the tag from the two users of the first run, also after it was attached a second time.
    const undone = await undoRun(first.run);
    assert.equal(undone.counts.done, 2);
    assert.deepEqual(
      planned.counts(4).map((count) => count > 0),
      [false, true, false, true],
    );
  });

  it('undoes a detach, and several tags of a user', async () => {
    const second = await run('botTags.createTag', { bot: planned.bot, name: 'Second' });
    const tags = [
      { id: VIP, name: 'VIP' },
      { id: second, name: 'Second' },
    ];
    for (let index = 0; index < 6; index++) planned.tag(index);
    planned.tag(2, second);
    planned.service.switches.detachMissing = 'error';
    const { run: id, counts } = await runPlan(planned.plan(6, { do: 'detach', tags }));
    assert.deepEqual([counts.total, counts.done, counts.failed], [12, 7, 5]);
    const { lines } = await resultOf(id);
    assert.deepEqual([lines[5]?.result, lines[5]?.user], ['done', userId(2)]);
    assert.equal(lines[5]?.tags, undefined);
    assert.deepEqual(lines[0]?.tags, { [VIP]: 'done', [second]: 'failed' });
    assert.deepEqual(planned.counts(6), zeros(6));
    const undone = await undoRun(id);
    assert.deepEqual([undone.state, undone.counts.done], ['done', 7]);
    assert.deepEqual(planned.counts(6), ones(6));
    assert.deepEqual(planned.counts(6, second), [0, 0, 1, 0, 0, 0]);
  });
});
