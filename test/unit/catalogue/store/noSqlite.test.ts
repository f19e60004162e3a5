import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { NO_SQLITE } from '../../../support/faults.ts';
import { cleanUp } from '../../cleanup.ts';
import { newDatabase } from './database.ts';

const source = new URL('../../../../src/runs/openCatalogue.ts', import.meta.url).href;
const CODE = `
  const { openStores } = await import(${JSON.stringify(source)});
  const { store: catalogue, journal, problem, lacksSqlite } = await openStores(process.argv[1]);
  const bots = catalogue.bots().length;
  process.stdout.write(JSON.stringify({ bots, writes: journal.countWrites(), problem, lacksSqlite }));
`;

describe('openStores without SQLite', () => {
  afterEach(cleanUp);

  it('keeps list and Journal in memory, and reports the reason', () => {
    const file = newDatabase();
    const opened = (...flags: string[]): unknown => {
      const args = [...flags, '--input-type=module', '-e', CODE, file];
      const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      assert.match(stdout, /^\{/, stderr);
      return JSON.parse(stdout);
    };
    const problem = 'No such built-in module: node:sqlite';
    assert.deepEqual(opened(NO_SQLITE), { bots: 0, writes: 0, problem, lacksSqlite: true });
    assert.deepEqual(opened(), { bots: 0, writes: 0, lacksSqlite: false });
  });
});
