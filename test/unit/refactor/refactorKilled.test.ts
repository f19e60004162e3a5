import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { writeRefactor } from '../../../src/runs/refactorState.ts';
import { onExit } from '../../support/exitCleanup.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import type { ChildOrder } from './refactorChild.ts';
import { isTaggable, NEW_NAME, OLD, openService, RENAME } from './refactoring.ts';

const CUSTOMERS = 300;
const CHILD = join(import.meta.dirname, 'refactorChild.ts');

/**
 * Runs the child process.
 * @returns its last line, or `''` if it was killed
 */
async function runChild(
  order: ChildOrder,
  onSpawn: (child: ChildProcess) => void,
): Promise<string> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const removeExitHandler = onExit(() => child.kill('SIGKILL'));
  onSpawn(child);
  const exited = once(child, 'exit');
  const lines = (await text(child.stdout)).trimEnd().split('\n');
  const [code] = (await exited) as [number | null];
  removeExitHandler();
  return code === null ? '' : (lines.at(-1) ?? '');
}

describe('RefactorRun: rename in a host that is killed', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  /**
   * Kills the host of a rename at a given moment. A program then finishes the rename in a new host.
   * @returns the service after the rename
   */
  async function killedAt(moment: 'create' | 'attach' | 'delete') {
    const service = await openService({ customers: CUSTOMERS });
    const { sandbox, state } = service;
    const folder = temporaryFolder('refactor');
    onCleanup(() => folder.remove());
    const file = join(folder.path, 'state.json');
    writeFileSync(file, writeRefactor(RENAME));
    const { baseUrl, botId } = sandbox;
    const order = {
      baseUrl,
      botId,
      file,
      isResumed: false,
      createdTagId: undefined,
      timeLimitMs: 300,
      isByProgram: true,
    };
    let host: ChildProcess | undefined;
    let taggingCount = 0;
    const kill = (reachedMoment: typeof moment): void => {
      if (reachedMoment === moment) host?.kill('SIGKILL');
    };
    const addItem = state.addItem.bind(state);
    const setTagging = state.setTagging.bind(state);
    const removeItems = state.removeItems.bind(state);
    state.addItem = (item) => {
      addItem(item);
      // `GuardedState` checks that no customer gets the new tag twice.
      state.newTag = item.id;
      kill('create');
    };
    state.setTagging = (...tagging) => {
      setTagging(...tagging);
      // A moment in the middle of the attaches.
      if (++taggingCount === 40) kill('attach');
    };
    state.removeItems = (ids) => {
      removeItems(ids);
      kill('delete');
    };
    assert.equal(await runChild(order, (child) => (host = child)), '');
    const end = await runChild({ ...order, isResumed: true }, () => (host = undefined));
    assert.equal((JSON.parse(end) as { readonly kind: string }).kind, 'done');
    return service;
  }

  for (const moment of ['create', 'attach', 'delete'] as const) {
    it(`is finished by a program that confirms it (killed at: ${moment})`, async () => {
      const { sandbox, state } = await killedAt(moment);
      const created = sandbox.items().filter(({ name }) => name === NEW_NAME);
      // The service cannot report whether the lost create request was carried out, so a second tag may exist.
      assert.equal(created.length, moment === 'create' ? 2 : 1);
      const last = created.at(-1)?.id ?? '';
      const counts = Array.from({ length: CUSTOMERS }, (_, index) => state.countOf(index, last));
      assert.deepEqual(
        counts,
        counts.map((_, index) => (isTaggable(index) ? 1 : 0)),
      );
      assert.equal(state.item(OLD), undefined);
      assert.deepEqual(state.violations, []);
    });
  }
});
