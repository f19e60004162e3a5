import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { parquetReadObjects } from 'hyparquet';
import { lazy } from '../../src/base/promises.ts';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { ItemActions } from '../../src/catalogue/itemActions.ts';
import { KnownTags } from '../../src/service/userMemory.ts';
import type { RunRecord } from '../../src/catalogue/journal.ts';
import type { Bot } from '../../src/base/model.ts';
import type { CustomerAggregate, StoredScan } from '../../src/catalogue/scanCounts.ts';
import { operationsOf } from '../../src/runs/operations.ts';
import { Runner } from '../../src/runs/runner.ts';
import { createExporter } from '../../src/exports/createExporter.ts';
import { hashOf, readPlan } from '../../src/plans/planTexts.ts';
import { MemoryState, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { userAt, userKey } from '../../src/sandbox/userIds.ts';
import { parseSegment } from '../../src/search/parseSegment.ts';
import type { BotServices } from '../../src/catalogue/ui/services.ts';
import { BotItems } from '../../src/runs/botItems.ts';
import { runPorts } from '../../src/runs/ui/runPorts.ts';
import { WindowSegments } from '../../src/customers/ui/savedSegments.ts';
import { createFileText } from '../../src/workspaceFile/createFileText.ts';
import { cleanUp, onCleanup } from './cleanup.ts';
import { SECRET } from './service/answers.ts';
import { ActiveRuns } from '../../src/runs/ui/activeRuns.ts';
import { FakeClock } from './base/fakes.ts';
import { newFile, pagesOf, runOf } from './exports/exporting.ts';
import { openClient, SIGNAL } from './service/client.ts';
import { openWindow } from './catalogue/store/database.ts';
import { withVscodeTexts } from './vscodeTexts.ts';

/**
 * Folder of files that the version of 2026-11-23 wrote, with its own code, against its own sandbox:
 * - `catalogue.sqlite`: two scans; a run of the plan that was paused after four users (one of these
 *   had got a tag after the plan was made, so one operation failed); and a merge whose process was killed
 *   by SIGKILL while another window had the database open.
 * - `workspace-state.json`: the segments that VS Code kept in the workspace's Memento, by key.
 * - `csv` and `parquet`: exports that lost their connection after the first page, and the complete
 *   files.
 * - `read.json`: the data that the same version read from these files, and the tags of each user in the
 *   sandbox when the process was killed.
 * The files were written with the clock set back to November 2023: the last write of each run is too old for its
 * process to count as alive.
 */
const FOLDER = join(import.meta.dirname, '../written/2026-11-23');
const PLAN = 'spring.bot-tags-plan.jsonc';
const [TEAS, TEA, DRINKER] = ['tag-teas', 'tag-tea', 'tag-drinker'] as const;
const SPRING = 'tag-spring';
/** Indexes of the customers in the plan that the paused run had not reached. */
const NOT_SENT = [5, 6, 7];

/** Time after all recorded events, in ms since the epoch. */
const AFTER = 1_700_001_000_000;

const PAGES = [
  [
    '{"id":"a","name":"林 \\u0041","created":1700000000000,"tags":[{"id":"t","name":"VIP","timestamp":1,"count":2}]}',
    '{"id":"b","name":"=1+1","params":[{"name":"city","value":"台北","timestamp":2}]}',
  ],
  ['{"id":"c","email":"x@example.com","status":9}'],
] as const;

/** Settings of the window. A resumed run waits for the timeout (in s) before it checks unknown outcomes, so it is short. */
const SETTINGS: Readonly<Record<string, number>> = {
  'botTags.network.timeout': 0.05,
};
const readSetting = ((key: string) => SETTINGS[key]) as Parameters<
  typeof runPorts
>[0]['readSetting'];

/** Content of `read.json`. */
interface Read {
  readonly customers: number;
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  /** Number of times that each user got each tag, by the user's index in the sandbox. */
  readonly taggings: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly runs: readonly [merge: RunRecord, attach: RunRecord];
  readonly operations: Readonly<
    Record<
      string,
      readonly (readonly [number, { readonly state: string; readonly words: string | null }])[]
    >
  >;
  readonly scans: readonly [StoredScan, StoredScan];
  readonly segments: readonly { readonly name: string; readonly text: string }[];
  readonly fileSegments: readonly { readonly name: string; readonly text: string }[];
}

function written(name: string): Buffer {
  return readFileSync(join(FOLDER, name));
}

// `read.json` has the earlier name of the property `undoes`.
const before = JSON.parse(written('read.json').toString().replaceAll('"of":', '"undoes":')) as Read;
const [MERGE, ATTACH] = before.runs;

async function openDatabase() {
  const file = newFile('catalogue.sqlite');
  cpSync(join(FOLDER, 'catalogue.sqlite'), file);
  const window = await openWindow(file);
  const catalogue = new Catalogue(window.catalogue, new FakeClock());
  const bot = catalogue.bot('shop') ?? assert.fail('the bot is missing');
  return { ...window, catalogue, bot };
}

/** Opens a sandbox as it was when the process of the merge was killed, and a client of it. */
async function openService({ botId }: Bot) {
  const state = new MemoryState();
  const { customers, tags, taggings } = before;
  const sandbox = await startSandbox({ token: SECRET, customers, botId, state });
  onCleanup(() => sandbox.close());
  for (const tag of tags) state.addItem({ ...tag, type: 0, parentId: null, created: 1 });
  for (const [index, own] of Object.entries(taggings)) {
    for (const [id, count] of Object.entries(own)) {
      state.setTagging(userKey(userAt(Number(index))), id, { timestamp: 1, count });
    }
  }
  const countOf = (user: Parameters<typeof userKey>[0], tagId: string): number =>
    state.taggings(userKey(user)).get(tagId)?.count ?? 0;
  return { sandbox, countOf, ...openClient(sandbox.baseUrl) };
}

/** Opens the runs of a window as the extension does. */
async function openRuns() {
  const database = await openDatabase();
  const { catalogue, journal, bot } = database;
  const service = await openService(bot);
  const classes = await withVscodeTexts(async () => ({
    ...(await import('../../src/runs/ui/runOwner.ts')),
    ...(await import('../../src/runs/ui/runLog.ts')),
    ...(await import('../../src/runs/ui/operationsOfRun.ts')),
    ...(await import('../../src/refactor/ui/refactorJobs.ts')),
    ...(await import('../../src/refactor/ui/refactorSummary.ts')),
  }));
  const clock = new FakeClock();
  clock.time = AFTER;
  const items = new ItemActions(catalogue, async () => service.service);
  const knownTags = new KnownTags(clock, () => undefined);
  const lazies = { journal: lazy(async () => journal), catalogue: lazy(async () => catalogue) };
  const owner = new classes.RunOwner(lazies);
  onCleanup(() => owner.close());
  return { ...database, ...service, ...classes, clock, items, known: knownTags, lazies, owner };
}

describe('data written by the version of 2026-11-23', () => {
  afterEach(cleanUp);

  it('is read from its database: runs and scans', async () => {
    const { journal, history } = await openDatabase();
    assert.partialDeepStrictEqual(journal.runs(), before.runs);
    for (const { id } of before.runs) {
      const expected = before.operations[id]?.map(([index, { state, words }]) => [
        index,
        { state, detail: words },
      ]);
      assert.deepEqual([...journal.operations(id)], expected);
    }
    // The newer scan comes first.
    const scans = before.scans.map(({ bot, scan }) => history.scan(bot, scan));
    // Sums of tag pairs are no longer stored.
    const expected = before.scans.map((scan) => {
      const { pairs: _pairs, ...aggregate } = scan.aggregate as CustomerAggregate & {
        readonly pairs: unknown;
      };
      return { ...scan, aggregate };
    });
    assert.partialDeepStrictEqual(scans, expected);
    const countOf = (at: number, tag: string): number | undefined =>
      scans[at]?.aggregate.tags.find(({ id }) => id === tag)?.customers;
    const changes = [DRINKER, SPRING].map((id) => [id, countOf(1, id), countOf(0, id)]);
    assert.deepEqual(changes, [
      [DRINKER, 1, 2],
      [SPRING, undefined, 2],
    ]);
  });

  it('is read as segments, from the workspace and from its file', () => {
    const state = JSON.parse(written('workspace-state.json').toString()) as Record<string, unknown>;
    const memento = { get: (key: string) => state[key] } as unknown as vscode.Memento;
    assert.deepEqual(new WindowSegments(memento).segmentsOf('shop'), before.segments);
    const { segments, problems } = createFileText().read(written('bot-tags.jsonc').toString());
    assert.deepEqual(problems, []);
    assert.partialDeepStrictEqual(segments, before.fileSegments);
    for (const { text } of [...before.segments, ...segments]) {
      assert.equal(parseSegment(text).problem, undefined, text);
    }
  });

  it('contains the plan of its run', async () => {
    const text = written(PLAN).toString();
    const { plan } = await readPlan(text, SIGNAL);
    assert.equal(await hashOf(text), ATTACH.hash);
    assert.equal(plan && operationsOf(plan).count, ATTACH.counts.total);
    const [third, blocked] = [plan?.users[2], plan?.users[4]];
    assert.deepEqual([third?.user?.pageId, third?.except], ['@477sandbox', [1]]);
    assert.equal(blocked?.skip, 'blocked');
  });

  it('resumes the paused run, which sends only the remaining operations', async () => {
    const window = await openRuns();
    const { journal, catalogue, bot, service, items, known, clock, owner, sandbox, countOf } =
      window;
    const { plan } = await readPlan(written(PLAN).toString(), SIGNAL);
    assert.ok(plan);
    const found = journal.run(ATTACH.id) ?? assert.fail();
    assert.equal(await owner.isOwned(found), false);
    const states = journal.operations(found.id);
    const log = new window.RunLog(owner, clock, await owner.claim(found));
    const ports = runPorts({
      bot,
      service,
      items: new BotItems(catalogue, items, bot),
      known,
      readSetting,
    });
    const { operations, checkFirst } = window.operationsOfRun(journal, found, plan);
    const end = await new Runner(
      { ...ports, journal: log },
      { operations, states, checkFirst },
    ).run(() => undefined);
    await log.finish(end);
    assert.deepEqual([end.kind, sandbox.requests.attachTag], ['done', ATTACH.counts.waiting]);
    const { state, counts, owner: left } = journal.run(ATTACH.id) ?? assert.fail();
    assert.deepEqual([state, left], ['done', null]);
    assert.partialDeepStrictEqual(counts, { total: 13, done: 12, failed: 1, waiting: 0 });
    for (const [index, own] of Object.entries(before.taggings)) {
      const isWaiting = NOT_SENT.includes(Number(index));
      for (const tagId of [DRINKER, SPRING]) {
        const wanted = (own[tagId] ?? 0) + Number(isWaiting);
        assert.equal(countOf(userAt(Number(index)), tagId), wanted, `${tagId} of ${index}`);
      }
    }
  });

  it('resumes the killed merge, which attaches the tag once to each customer and deletes the others', async () => {
    const window = await openRuns();
    const { journal, catalogue, service, items, known, clock, owner, lazies, countOf } = window;
    const found = journal.run(MERGE.id) ?? assert.fail();
    assert.deepEqual([found.state, await owner.isOwned(found)], ['running', false]);
    const botServices = { baseUrl: async () => '', forRuns: async () => service };
    const jobs = new window.RefactorJobs({
      ...lazies,
      known,
      owner,
      clock,
      readSetting,
      activeRuns: new ActiveRuns(),
      botServices: botServices as unknown as BotServices,
      items: lazy(async () => items),
      loaded: { removeLoadTimes: () => undefined, showTagged: () => undefined },
    });
    const { end, record } = await jobs.resume(MERGE.id, window.answersForProgram('complete'));
    assert.deepEqual([end.kind, record.state], ['done', 'done']);
    assert.deepEqual(end.kind === 'done' && end.deleted, [TEAS, TEA]);
    for (const [index, own] of Object.entries(before.taggings)) {
      const isHolder = own[TEAS] !== undefined || own[TEA] !== undefined;
      const wanted = isHolder ? 1 : (own[DRINKER] ?? 0);
      assert.equal(countOf(userAt(Number(index)), DRINKER), wanted, `customer ${index}`);
    }
    assert.equal(journal.run(MERGE.id)?.owner, null);
    const ids = catalogue.items('shop').map(({ id }) => id);
    assert.deepEqual(
      [TEAS, TEA, DRINKER].filter((id) => ids.includes(id)),
      [DRINKER],
    );
  });

  /**
   * Resumes an interrupted export.
   * @returns the finished export
   */
  async function resumed(name: string): Promise<Buffer> {
    const file = newFile(name);
    for (const end of ['partial', 'checkpoint']) {
      cpSync(join(FOLDER, `${name}.${end}`), `${file}.${end}`);
    }
    assert.equal((await createExporter().unfinished(file))?.records, 2);
    const { records } = await createExporter().resume(file, async () => pagesOf(...PAGES), runOf());
    assert.equal(records, 3);
    return readFileSync(file);
  }

  it('resumes an unfinished CSV export with the same bytes', async () => {
    assert.deepEqual(await resumed('csv'), written('csv.whole'));
  });

  it('resumes an unfinished Parquet export with the same rows', async () => {
    const rows = async (bytes: Buffer) =>
      parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    assert.deepEqual(await rows(await resumed('parquet')), await rows(written('parquet.whole')));
  });
});
