import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import type { AudienceJob } from '../../../src/base/exportPlan.ts';
import { ExportError } from '../../../src/base/exportErrors.ts';
import type { Customer } from '../../../src/base/model.ts';
import { audienceNames, writeAudience } from '../../../src/exports/writeAudience.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { diskFiles } from '../../../src/exports/files.ts';
import { cleanUp } from '../cleanup.ts';
import { batches, filesIn, jobOf, user } from './audienceJobs.ts';
import { newFile } from './exporting.ts';
import { sizeOf } from '../../support/sizes.ts';

const SEED = Number(process.env['BOT_TAGS_SEED'] ?? 20261122);
const { signal } = new AbortController();

const write = (job: AudienceJob, customers: readonly (Customer | undefined)[], maxLines?: number) =>
  writeAudience({ files: diskFiles, maxLines }, job, batches(customers), signal);

const ids = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 40 }).map((id) => `U${id}`) },
  fc.constantFrom(
    '',
    ' ',
    '=1+1',
    "'=1",
    'a\nb',
    '\u{feff}U1',
    '\ud800',
    '__proto__',
    'a,"b"',
    '😀',
  ),
);
const pageIds = fc.oneof(
  fc.constantFrom('@shop', 'P', 'p', 'P-2', 'P_2', 'a/b', 'a_b', 'a\\b', '..', '/', 'CON', ''),
  fc.constantFrom(
    'x'.repeat(300),
    'x'.repeat(301),
    ' ',
    '__proto__',
    '\0',
    'a:b',
    '台北',
    '\ud800',
  ),
  fc.string({ maxLength: 6 }),
);
const platforms = fc.constantFrom('LINE', 'LINE', 'LINE', 'FB', 'WHATSAPP', '__proto__', undefined);
const customers = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: fc.record({ id: ids, pageId: pageIds, platform: platforms }) },
    fc.constantFrom<Customer | undefined>(undefined, {}, { id: 'U1' }, user('U1')),
  ),
  { maxLength: 120 },
);

/** Returns the expected counts and members, calculated without the rules of the product. */
function expectedMembers(
  customers: readonly (Customer | undefined)[],
  channels: readonly string[],
) {
  const counts = { otherPlatform: 0, withoutId: 0, doubles: 0, untaggable: 0 };
  const members: (readonly [id: string, page: string, platform: string])[] = [];
  for (const { id, pageId = '', platform } of customers.map(
    (customer) => customer ?? { id: 'none' },
  )) {
    const isElsewhere = platform !== undefined && !channels.includes(platform);
    const isBlank = id === undefined || id.trim() === '';
    const isUntaggable = pageId.trim() === '' || platform === undefined;
    const isBroken = /^(a\nb|\u{feff}U1|\ud800)$/u.test(id ?? '');
    const isDouble = members.some(
      (member) => member.join('\0') === [id, pageId, platform].join('\0'),
    );
    if (isElsewhere) counts.otherPlatform++;
    else if (isBlank) counts.withoutId++;
    else if (isUntaggable || isBroken) counts.untaggable++;
    else if (isDouble) counts.doubles++;
    else members.push([id, pageId, platform]);
  }
  return { counts, members };
}

/** Audience: a list of user IDs. `line` writes one or more files for each account page, `userIds` writes one CSV. */
describe('audience files', () => {
  afterEach(cleanUp);

  it(`contain each LINE user once, in files of few lines for each account page (seed ${SEED})`, async () => {
    const property = fc.asyncProperty(
      customers,
      fc.integer({ min: 1, max: 5 }),
      async (randomCustomers, maxLines) => {
        const file = newFile('a.txt');
        const summary = await write(jobOf(file, 'line'), randomCustomers, maxLines);
        const { counts, members } = expectedMembers(randomCustomers, ['LINE']);
        assert.deepEqual(summary.leftOut, counts);
        assert.equal(summary.users, members.length);
        const byPage = Map.groupBy(members, ([, page]) => page);
        const texts = summary.files.map((path) => readFileSync(path, 'utf8'));
        const expectedTexts = [...byPage.values()].flatMap((pageMembers) =>
          Array.from({ length: Math.ceil(pageMembers.length / maxLines) }, (_, part) =>
            pageMembers.slice(part * maxLines, (part + 1) * maxLines).map(([id]) => `${id}\n`),
          ).map((lines) => lines.join('')),
        );
        assert.deepEqual(texts, expectedTexts);
        const names = summary.files.map((path) => basename(path));
        assert.deepEqual(filesIn(file), names.toSorted(), 'the folder contains only these files');
        assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
      },
    );
    await fc.assert(property, { seed: SEED, numRuns: sizeOf('audienceRuns') });
  });

  it(`contain each user of both channels once in a CSV (seed ${SEED})`, async () => {
    const property = fc.asyncProperty(customers, async (randomCustomers) => {
      const file = newFile('a.csv');
      const summary = await write(jobOf(file, 'userIds'), randomCustomers);
      const { counts, members } = expectedMembers(randomCustomers, ['LINE', 'FB']);
      assert.deepEqual([summary.leftOut, summary.users], [counts, members.length]);
      assert.deepEqual(summary.files, members.length === 0 ? [] : [file]);
      if (members.length === 0) return assert.deepEqual(filesIn(file), []);
      const quoted = (text: string): string => {
        const safe = /^'*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
        return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
      };
      const lines = [['id', 'pageId', 'platform'], ...members].map(
        (cells) => `${cells.map(quoted).join(',')}\r\n`,
      );
      assert.deepEqual(readFileSync(file), Buffer.from(lines.join('')));
    });
    await fc.assert(property, { seed: SEED, numRuns: sizeOf('audienceRuns') });
  });

  it('have distinct names for account pages, and numbers for parts', () => {
    const pageIds = ['@shop', 'P', 'p', 'P-2', 'a/b', 'a_b'];
    const pages = pageIds.map((pageId) => ({ pageId, fileCount: 2 }));
    const names = audienceNames('/x.y/list.txt', pages).flat();
    assert.deepEqual(names.slice(0, 4), [
      '/x.y/list-@shop.txt',
      '/x.y/list-@shop-2.txt',
      '/x.y/list-P.txt',
      '/x.y/list-P-2.txt',
    ]);
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, 12);
    assert.ok(
      names.every((name) => /^\/x\.y\/list-[\w@-]+\.txt$/.test(name)),
      names.join(),
    );
    const alone = audienceNames('/x/l.txt', [{ pageId: 'P-2', fileCount: 1 }]).flat();
    assert.notDeepEqual(alone, ['/x/l-P-2.txt'], 'reserved for the second part of page P');
    const withoutExtension = audienceNames('/x.y/list', [{ pageId: '1', fileCount: 1 }]);
    assert.deepEqual(withoutExtension, [['/x.y/list-1']]);
    assert.deepEqual(
      audienceNames('/x/l.txt', [{ pageId: 'a/b', fileCount: 1 }])[0],
      audienceNames('/x/l.txt', pages)[4]
        ?.slice(0, 1)
        .map((name) => name.replace('x.y/list', 'x/l')),
      'the name does not depend on the other pages',
    );
  });

  it('replace nothing without permission, and leave nothing after a refusal', async () => {
    const file = newFile('a.txt');
    const existingFile = join(dirname(file), 'a-p-2.txt');
    writeFileSync(existingFile, 'mine');
    const threeUsers = [user('U1'), user('U2'), user('U3', 'q')];
    const refusedFiles: (readonly string[])[] = [];
    const refused = {
      ...jobOf(file, 'line'),
      // Records the files. The new length of the list is never negative, so this refuses to replace them.
      mayReplace: (files: readonly string[]) => refusedFiles.push(files) < 0,
    };
    await assert.rejects(
      write(refused, threeUsers, 1),
      (error) =>
        error instanceof ExportError &&
        error.problem.kind === 'exists' &&
        error.file === existingFile,
    );
    assert.deepEqual(refusedFiles, [[existingFile]]);
    assert.deepEqual(filesIn(file), ['a-p-2.txt']);
    assert.equal(readFileSync(existingFile, 'utf8'), 'mine');
    await write(jobOf(file, 'line', { overwrite: true }), threeUsers, 1);
    assert.deepEqual(filesIn(file), ['a-p-2.txt', 'a-p.txt', 'a-q.txt']);
    assert.equal(readFileSync(existingFile, 'utf8'), 'U2\n');
  });

  it('check for an existing CSV before customers are read', async () => {
    const file = newFile('a.csv');
    writeFileSync(file, 'mine');
    const unreadCustomers = async function* () {
      yield assert.fail('the source was read');
    };
    await assert.rejects(
      createExporter().writeAudience(jobOf(file, 'userIds'), unreadCustomers(), signal),
      /already/,
    );
    assert.equal(readFileSync(file, 'utf8'), 'mine');
  });

  it('do not replace a folder', async () => {
    const file = newFile('a.txt');
    mkdirSync(join(dirname(file), 'a-p.txt'));
    await assert.rejects(write(jobOf(file, 'line', { overwrite: true }), [user('U1')]), /EISDIR/);
    assert.deepEqual(filesIn(file), ['a-p.txt']);
  });

  it('are all removed after cancellation, however much was written', async () => {
    const file = newFile('a.txt');
    const controller = new AbortController();
    const many = Array.from({ length: 40_000 }, (_, index) => user(`U${index}`, `p${index % 3}`));
    const source = async function* () {
      yield many;
      assert.equal(filesIn(file).length, 3, 'a part of each file was written');
      controller.abort(new Error('enough'));
      yield [user('later')];
    };
    const { signal: ownSignal } = controller;
    const running = createExporter().writeAudience(jobOf(file, 'line'), source(), ownSignal);
    await assert.rejects(running, /enough/);
    assert.deepEqual(filesIn(file), []);
  });

  it('are not recreated after another program removed them, because users would be missing', async () => {
    const file = newFile('a.txt');
    const many = Array.from({ length: 20_000 }, (_, index) => user(`U${index}`));
    const source = async function* () {
      yield many;
      for (const name of filesIn(file)) rmSync(join(dirname(file), name));
      yield [user('later')];
    };
    const running = createExporter().writeAudience(jobOf(file, 'line'), source(), signal);
    await assert.rejects(running, (error) => error instanceof ExportError);
    assert.deepEqual(filesIn(file), []);
  });

  it('are refused if the users are on more than 1,000 account pages', async () => {
    const file = newFile('a.txt');
    const many = Array.from({ length: 1001 }, (_, index) => user('U1', `p${index}`));
    await assert.rejects(write(jobOf(file, 'line'), many), /more than 1000 pages/);
    assert.deepEqual(filesIn(file), []);
    await write(jobOf(file, 'line'), many.slice(1));
    assert.equal(filesIn(file).length, 1000);
  });

  it('get the permissions of any new file', async function () {
    if (process.platform === 'win32') this.skip();
    const file = newFile('a.txt');
    writeFileSync(`${file}.other`, '');
    const { files } = await write(jobOf(file, 'line'), [user('U1')]);
    assert.equal(statSync(files[0] ?? '').mode, statSync(`${file}.other`).mode);
    assert.ok(!existsSync(file), 'the name of the written file contains the page');
  });
});
