import assert from 'node:assert/strict';
import { ExportError } from '../../../src/base/exportErrors.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { diskFiles, type Files } from '../../../src/exports/files.ts';
import { cleanUp } from '../cleanup.ts';
import { batches, filesIn, jobOf, user } from './audienceJobs.ts';
import { newFile } from './exporting.ts';

const { signal } = new AbortController();

describe('files with user IDs on a full disk', () => {
  afterEach(cleanUp);

  for (const step of ['open', 'rename'] as const) {
    it(`are all removed if the disk fails at the second ${step}`, async () => {
      const file = newFile('a.txt');
      let calls = 0;
      const fail = (): void => {
        if (++calls === 2) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      };
      const files: Files = {
        ...diskFiles,
        open: async (...args) => {
          if (step === 'open') fail();
          return diskFiles.open(...args);
        },
        rename: async (...args) => {
          if (step === 'rename') fail();
          return diskFiles.rename(...args);
        },
      };
      const source = batches([user('U1', 'a'), user('U2', 'b'), user('U3', 'c')]);
      const running = createExporter({ files }).writeAudience(jobOf(file, 'line'), source, signal);
      await assert.rejects(
        running,
        (error) => error instanceof ExportError && error.problem.kind === 'no-space',
      );
      assert.deepEqual(filesIn(file), []);
    });
  }

  it('are all removed, except one that cannot be, and the full disk is still reported', async () => {
    const file = newFile('a.txt');
    let renames = 0;
    const files: Files = {
      ...diskFiles,
      rename: async (...args) => {
        if (++renames === 3) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        return diskFiles.rename(...args);
      },
      remove: async (path) => {
        if (path.endsWith('-a.txt')) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
        return diskFiles.remove(path);
      },
    };
    const source = batches([user('U1', 'a'), user('U2', 'b'), user('U3', 'c')]);
    const running = createExporter({ files }).writeAudience(jobOf(file, 'line'), source, signal);
    await assert.rejects(
      running,
      (error) => error instanceof ExportError && error.problem.kind === 'no-space',
    );
    assert.equal(filesIn(file).length, 1, 'all other files are removed');
  });
});
