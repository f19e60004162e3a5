import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { projectRoot } from '../../scripts/projectRoot.ts';

/** Files that read the wall clock, with the number of reads and the purpose, for which a jump of the clock does no harm. */
const ALLOWED_READS: Readonly<Record<string, readonly [number, string]>> = {
  'src/base/ports.ts': [
    1,
    'times of events and of the activity of sandbox customers, which are shown and sorted',
  ],
  'src/exports/files.ts': [2, 'modification times of checkpoints'],
  'src/exports/runClaim.ts': [1, 'age of a file that another machine writes'],
  'src/catalogue/livingOwner.ts': [1, 'age of a file that another machine writes'],
  'src/catalogue/store/quarantine.ts': [1, 'the name of a damaged file'],
  'src/search/index/rowIndex.ts': [1, 'ages in segments, which count from the current date'],
  'src/customers/page/format.ts': [1, 'time since an event, in words'],
  'src/overview/page/overviewFormat.ts': [1, 'time since an event, in words'],
};

/** Matches also a clock method that is passed on without a call. */
const WALL_CLOCK = /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)/g;

describe('wall clock', () => {
  const files = globSync('src/**/*.ts', { cwd: projectRoot }).map((file) =>
    file.split(sep).join('/'),
  );

  it('measures no wait, limit or pause: few files read it, each for a stated reason', () => {
    const found = files.flatMap((file) => {
      const code = readFileSync(join(projectRoot, file), 'utf8').replaceAll(
        /^\s*(?:\/\/|\*).*$/gm,
        '',
      );
      const times = code.match(WALL_CLOCK)?.length ?? 0;
      return times === 0 ? [] : [[file, times] as const];
    });
    const expected = Object.entries(ALLOWED_READS).map(([file, [times]]) => [file, times] as const);
    assert.deepEqual(Object.fromEntries(found), Object.fromEntries(expected));
  });

  it('is replaced by the steady clock for requests, runs and loaded users', () => {
    const steady = files.filter((file) =>
      readFileSync(join(projectRoot, file), 'utf8').match(/^import .*\bsteadyClock\b/m),
    );
    assert.deepEqual(steady.toSorted(), [
      'src/customers/ui/customerServices.ts',
      'src/customers/ui/loadedUsers.ts',
      'src/refactor/ui/copyJobs.ts',
      'src/runs/ui/runPorts.ts',
      'src/service/client.ts',
    ]);
  });
});
