import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CopyItem } from '../../../src/runs/copyItems.ts';
import { CopyRun, targetIdOf, unknownIndexes, type CopyEnd } from '../../../src/runs/copyRun.ts';
import { KnownIdError } from '../../../src/catalogue/itemActions.ts';
import { BusyError, ServiceError, type Outcome } from '../../../src/base/errors.ts';
import type { OperationOutcome } from '../../../src/base/operation.ts';
import { FOLDER, TAG, type NewItem } from '../../../src/base/model.ts';
import { BOT } from '../base/fakes.ts';

/**
 * Answer to a create request. With "but done", the item is created although the request fails. `known`: the service
 * answers with the ID of an existing item. `locked`: the catalogue cannot be written, so nothing is sent.
 */
type Answer =
  | 'yes'
  | 'known'
  | 'busy'
  | 'unsent'
  | 'refused'
  | 'lost'
  | 'lost but done'
  | 'forbidden'
  | 'unexpected but done'
  | 'locked';

function errorOf(httpStatus: number, outcome: Outcome): ServiceError {
  const problem = { kind: 'failure', httpStatus, errorCode: httpStatus, errorMessage: '' } as const;
  return new ServiceError('createItem', problem, outcome);
}

const ERRORS: Readonly<Record<Exclude<Answer, 'yes' | 'known'>, () => Error>> = {
  busy: () => errorOf(429, 'refused'),
  unsent: () => errorOf(503, 'not-sent'),
  refused: () => errorOf(400, 'refused'),
  lost: () => errorOf(502, 'unknown'),
  'lost but done': () => errorOf(502, 'unknown'),
  forbidden: () => errorOf(401, 'refused'),
  'unexpected but done': () => new Error('Channel has been closed'),
  locked: () => new BusyError(),
};

/** Service with the items that were created, by ID, and a journal that survives its windows. */
class World {
  readonly service = new Map<string, NewItem>();
  /** Folders recorded in the catalogue for items whose ID the user entered. */
  readonly recordedFolders = new Map<string, string | null | undefined>();
  /** IDs that the user entered. */
  readonly enteredIds: string[] = [];
  /** Outcomes in the Journal, by index of the item. */
  readonly disk = new Map<number, OperationOutcome>();
  /** Names of the items in the order of the create requests. */
  readonly sent: string[] = [];
  readonly items: readonly CopyItem[];
  /** Answers to the next requests. After the last one, all requests succeed. */
  readonly answers: Answer[];
  /** Number of Journal writes until the window is killed. */
  writesUntilKilled = Number.POSITIVE_INFINITY;

  constructor(items: readonly CopyItem[], answers: readonly Answer[]) {
    this.items = items;
    this.answers = [...answers];
  }

  /** Returns the run as a new window opens it. */
  window(): CopyRun {
    return new CopyRun(
      {
        service: {
          getItem: async (id: string) => {
            const item = this.service.get(id);
            if (item === undefined) throw errorOf(404, 'refused');
            return Promise.resolve({ ...item, id, botId: BOT.botId });
          },
        },
        journal: {
          step: async (begun, ended) => {
            await Promise.resolve();
            if (this.writesUntilKilled-- <= 0) throw new Error('the window was killed');
            for (const index of begun) this.disk.set(index, { state: 'sending', detail: null });
            for (const { index, state, detail = null } of ended)
              this.disk.set(index, { state, detail });
          },
        },
        items: {
          create: (item) => this.#create(item),
          delete: async ({ id }) => {
            await Promise.resolve();
            this.service.delete(id);
          },
          removeFromCatalogue: () => Promise.resolve(),
          recordFolder: async (id, folder) => {
            await Promise.resolve();
            this.recordedFolders.set(id, folder);
          },
          hasContent: (folder) =>
            [...this.service.values()].some(({ parentId }) => parentId === folder),
        },
        clock: { now: () => Date.now(), sleep: () => Promise.resolve() },
        timeLimitMs: () => 1,
      },
      this.items,
      new Map(this.disk),
    );
  }

  async #create(item: NewItem): Promise<string> {
    await Promise.resolve();
    this.sent.push(item.name);
    const answer = this.answers.shift() ?? 'yes';
    const id = `new-${this.service.size}-${item.name}`;
    if (answer === 'yes' || answer.endsWith('but done')) this.service.set(id, item);
    if (answer === 'yes') return id;
    if (answer === 'known') throw new KnownIdError({ id: 'earlier', name: item.name });
    throw ERRORS[answer]();
  }

  /** Decides about each unknown item like a user who looks it up in the service. */
  async decide(run: CopyRun): Promise<void> {
    for (const index of unknownIndexes(this.disk)) {
      const [id = null] = this.idsNamed(this.items[index]?.name ?? '');
      await run.decideUnknown(index, id);
      if (id !== null) this.enteredIds.push(id);
    }
  }

  idsNamed(name: string): readonly string[] {
    return [...this.service].flatMap(([id, item]) => (item.name === name ? [id] : []));
  }
}

/** Resumes like a user does, until the copy is done. */
async function resumeUntilDone(world: World): Promise<CopyEnd> {
  for (let round = 0; round < 100; round++) {
    const run = world.window();
    await world.decide(run);
    const end = await run.run();
    if (end.kind === 'done') return end;
  }
  return assert.fail('the copy does not end');
}

const folder = (name: string, parent: number | null = null): CopyItem => {
  return { id: `old-${name}`, name, type: FOLDER, parent, targetId: null };
};
const tag = (
  name: string,
  parent: number | null = null,
  existingId: string | null = null,
): CopyItem => {
  return { ...folder(name, parent), type: TAG, targetId: existingId };
};

const ITEMS = [
  folder('F'),
  tag('A', 0),
  tag('B', 0, 'there'),
  folder('G', 0),
  tag('C', 3),
  tag('D'),
];

describe('CopyRun', () => {
  it('creates folders first, and puts each item into its folder', async () => {
    const world = new World(ITEMS, []);
    const run = world.window();
    assert.deepEqual(await run.run(), { kind: 'done' });
    const idNamed = (name: string): string => world.idsNamed(name)[0] ?? '';
    const placements = [...world.service.values()].map(
      ({ name, parentId = '' }) => `${name} in ${parentId}`,
    );
    const [f, g] = [idNamed('F'), idNamed('G')];
    assert.deepEqual(placements.toSorted(), [
      ...[`A in ${f}`, `C in ${g}`, 'D in ', 'F in ', `G in ${f}`],
    ]);
    assert.deepEqual(run.counts, {
      total: 5,
      done: 5,
      failed: 0,
      unknown: 0,
      skipped: 0,
      waiting: 0,
    });
    assert.equal(targetIdOf('there', undefined), 'there');
  });

  it('skips items in a folder whose creation is unknown, and never resends that folder by itself', async () => {
    const world = new World(ITEMS, ['lost']);
    assert.equal((await world.window().run()).kind, 'paused');
    const nextRun = world.window();
    assert.equal((await nextRun.run()).kind, 'paused');
    const { unknown, waiting } = nextRun.counts;
    assert.deepEqual([unknownIndexes(world.disk), unknown, waiting], [[0], 1, 3]);
    assert.deepEqual(world.sent, ['F', 'D']);
    await resumeUntilDone(world);
    assert.deepEqual(world.sent.toSorted(), ['A', 'C', 'D', 'F', 'F', 'G']);
  });

  it('pauses when the token is refused, when the service does not respond, and after 20 equal failures', async () => {
    const sixtyTags = Array.from({ length: 60 }, (_, index) => tag(`T${index}`));
    const endOf = async (answers: readonly Answer[]) => {
      const world = new World(sixtyTags, answers);
      const run = world.window();
      const end = await run.run();
      return { reason: end.kind === 'paused' ? end.reason : end.kind, ...run.counts };
    };
    const forbidden = await endOf(['yes', 'forbidden']);
    assert.equal(forbidden.reason, 'unauthorized');
    assert.ok(forbidden.waiting > 50 && forbidden.failed + forbidden.unknown === 0);
    assert.equal((await endOf(['unsent'])).reason, 'unreachable');
    const lostEnd = await endOf(sixtyTags.map(() => 'lost'));
    assert.equal(lostEnd.reason, 'unreachable');
    // Five lost answers in a row pause the run. Three more requests can be running then.
    assert.ok(lostEnd.unknown >= 5 && lostEnd.unknown <= 8, String(lostEnd.unknown));
    const refused = await endOf(sixtyTags.map(() => 'refused'));
    assert.equal(refused.reason, 'failing');
    assert.ok(refused.failed >= 20 && refused.failed <= 23, String(refused.failed));
    assert.deepEqual((await endOf(sixtyTags.map(() => 'busy'))).reason, 'unreachable');
  });

  it('does not resend an item after an unexpected error, which may follow the response', async () => {
    const world = new World([tag('A'), tag('B')], ['unexpected but done']);
    const end = await world.window().run();
    assert.deepEqual([end.kind, world.disk.get(0)?.state], ['paused', 'unknown']);
    assert.deepEqual(await resumeUntilDone(world), { kind: 'done' });
    assert.deepEqual(world.sent.toSorted(), ['A', 'B']);
  });

  it('resends an item without a question if the catalogue was locked before the request', async () => {
    const world = new World([tag('A'), tag('B')], ['locked']);
    assert.equal((await world.window().run()).kind, 'paused');
    assert.equal(world.disk.get(0)?.state, 'waiting');
    assert.deepEqual(await world.window().run(), { kind: 'done' });
  });

  it('keeps an item that existed before, if the service answers with its ID', async () => {
    const world = new World([tag('A'), tag('B')], ['known']);
    world.service.set('earlier', { name: 'A', type: TAG, parentId: undefined });
    assert.deepEqual(await world.window().run(), { kind: 'done' });
    assert.equal(targetIdOf(null, world.disk.get(0)), 'earlier');
    assert.deepEqual(await world.window().undo(), { kind: 'undone', keptFolderCount: 0 });
    assert.deepEqual([...world.service.keys()], ['earlier']);
  });

  it('keeps a folder into which others have put an item, and reports it', async () => {
    const world = new World(ITEMS, []);
    await world.window().run();
    const [g = ''] = world.idsNamed('G');
    world.service.set('others', { name: 'others', type: TAG, parentId: g });
    assert.deepEqual(await world.window().undo(), { kind: 'undone', keptFolderCount: 2 });
    assert.deepEqual([...world.service.values()].map(({ name }) => name).toSorted(), [
      ...['F', 'G', 'others'],
    ]);
  });

  const answers = fc.array(
    fc.constantFrom<Answer>(
      ...(['yes', 'yes', 'busy', 'unsent', 'refused', 'lost', 'lost but done'] as const),
    ),
    { maxLength: 60 },
  );
  const tree = fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 25 });

  it('creates everything once and undoes it exactly, despite lost answers and kills', async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        answers,
        fc.array(fc.nat(40), { maxLength: 4 }),
        async (shape, scriptedAnswers, kills) => {
          const items: CopyItem[] = [];
          for (const [itemIndex, [place, isFolder]] of shape.entries()) {
            const folders = items.flatMap(({ type }, index) => (type === FOLDER ? [index] : []));
            const parent = [null, ...folders][place % (folders.length + 1)] ?? null;
            items.push(isFolder ? folder(`N${itemIndex}`, parent) : tag(`N${itemIndex}`, parent));
          }
          const world = new World(items, scriptedAnswers);
          for (const steps of kills) {
            world.writesUntilKilled = steps;
            const run = world.window();
            try {
              await world.decide(run);
              await run.run();
            } catch (error) {
              assert.match(String(error), /killed/);
            }
          }
          world.writesUntilKilled = Number.POSITIVE_INFINITY;
          await resumeUntilDone(world);
          assert.deepEqual(
            [...world.service.values()].map(({ name }) => name).toSorted(),
            items.map(({ name }) => name).toSorted(),
          );
          for (const [index, { parent }] of items.entries()) {
            const id = targetIdOf(null, world.disk.get(index)) ?? '';
            const parentId = parent === null ? undefined : targetIdOf(null, world.disk.get(parent));
            assert.equal(world.service.get(id)?.parentId, parentId);
          }
          assert.equal((await world.window().undo()).kind, 'undone');
          // The undo keeps items whose ID the user entered, and their folders.
          for (const id of world.enteredIds) {
            assert.ok(world.service.has(id), id);
            assert.equal(
              world.recordedFolders.get(id) ?? undefined,
              world.service.get(id)?.parentId,
            );
          }
          if (world.enteredIds.length === 0) assert.equal(world.service.size, 0);
        },
      ),
      { numRuns: 500 },
    );
  });
});
