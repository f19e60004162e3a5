import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { sourceOf } from '../../../scripts/artefact/source.ts';
import { writeZip } from '../../../scripts/artefact/writeZip.ts';
import { projectRoot } from '../../../scripts/projectRoot.ts';
import { zipEntries } from '../../bench/zipEntries.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { packVsixOnce } from './packedOnce.ts';

const run = promisify(execFile);

/** Folders that are not copied: the build creates them again, or they are far too large. */
const NOT_COPIED = new Set(['node_modules', '.git', '.vscode-test', 'dist', 'out']);

function filesIn(vsix: Buffer): ReadonlyMap<string, Buffer> {
  return new Map(zipEntries(vsix).map((entry) => [entry.name, entry.content()]));
}

async function copyOfSources(to: string): Promise<void> {
  cpSync(projectRoot, to, {
    recursive: true,
    filter: (path) => dirname(path) !== projectRoot || !NOT_COPIED.has(basename(path)),
  });
  symlinkSync(join(projectRoot, 'node_modules'), join(to, 'node_modules'), 'junction');
  if (!existsSync(join(projectRoot, '.git'))) return;
  const { stdout } = await run('git', ['rev-parse', '--absolute-git-dir'], { cwd: projectRoot });
  writeFileSync(join(to, '.git'), `gitdir: ${stdout}`);
}

/** Packs in another process, with another folder, time zone, language and umask. */
async function packElsewhere(folder: string, vsix: string): Promise<void> {
  const before = process.umask(0o077);
  try {
    await copyOfSources(folder);
    chmodSync(join(folder, 'LICENSE'), 0o600);
    const env = { ...process.env, TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR' };
    await run(process.execPath, ['scripts/package.ts', vsix], { cwd: folder, env });
  } finally {
    process.umask(before);
  }
}

describe('a VSIX that is built twice', function () {
  this.timeout(120_000);
  const folder = temporaryFolder('reproducible');
  let vsixHere: Buffer = Buffer.alloc(0);
  let vsixThere = Buffer.alloc(0);

  before(async () => {
    const other = join(folder.path, 'there.vsix');
    vsixHere = await packVsixOnce();
    await packElsewhere(join(folder.path, 'a copy'), other);
    vsixThere = await readFile(other);
  });

  after(() => folder.remove());

  it('is identical byte for byte from another folder, time zone, language and umask', () => {
    const others = filesIn(vsixThere);
    const differentFiles = [...filesIn(vsixHere)].filter(([name, content]) => {
      return others.get(name)?.equals(content) !== true;
    });
    assert.deepEqual(
      differentFiles.map(([name]) => name),
      [],
    );
    assert.ok(vsixHere.equals(vsixThere), 'the archives differ, although their contents are equal');
  });

  it('contains no path of this machine', () => {
    for (const [name, content] of filesIn(vsixHere)) {
      for (const path of [projectRoot, folder.path]) {
        assert.ok(!content.includes(path), `${path} in ${name}`);
      }
    }
  });

  it('names its commit, and whether files differ from that commit', () => {
    const { commit, isChanged } = sourceOf();
    const source = filesIn(vsixHere).get('extension/dist/source.json')?.toString() ?? '';
    assert.deepEqual(JSON.parse(source), { commit, isChanged });
  });

  it('has the same date in all entries', () => {
    const times = zipEntries(vsixHere).map(({ name }) => {
      // In the central directory, 46 bytes come before the name of an entry. The date is at byte 12.
      const entryStart = vsixHere.lastIndexOf(name) - 46;
      return vsixHere.readUInt32LE(entryStart + 12);
    });
    assert.equal(new Set(times).size, 1);
  });
});

describe('sourceOf and writeZip', () => {
  const folder = temporaryFolder('source');
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder.path });
  let epoch: string | undefined;

  beforeEach(() => {
    epoch = process.env['SOURCE_DATE_EPOCH'];
    delete process.env['SOURCE_DATE_EPOCH'];
  });
  afterEach(() => {
    if (epoch === undefined) delete process.env['SOURCE_DATE_EPOCH'];
    else process.env['SOURCE_DATE_EPOCH'] = epoch;
  });
  after(() => folder.remove());

  it('returns an unknown commit and a fixed date without git', () => {
    const { commit, isChanged, date } = sourceOf(folder.path);
    assert.deepEqual([commit, isChanged], ['unknown', false]);
    assert.equal(date.toISOString(), '2026-01-01T00:00:00.000Z');
  });

  it('returns the commit with its time, and reports whether files differ from it', async () => {
    writeFileSync(join(folder.path, 'file'), 'one');
    await git('init', '--quiet');
    await git('add', 'file');
    const commitEnvironment = { ...process.env, GIT_COMMITTER_DATE: '2026-03-04T05:06:07Z' };
    const args = ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'one'];
    await run('git', args, { cwd: folder.path, env: commitEnvironment });
    const cleanSource = sourceOf(folder.path);
    assert.match(cleanSource.commit, /^[\da-f]{40}$/);
    assert.equal(cleanSource.isChanged, false);
    assert.equal(cleanSource.date.toISOString(), '2026-03-04T05:06:07.000Z');
    writeFileSync(join(folder.path, 'other'), 'new');
    assert.equal(sourceOf(folder.path).isChanged, true);
  });

  it('prefers the date of SOURCE_DATE_EPOCH', () => {
    process.env['SOURCE_DATE_EPOCH'] = '1700000000';
    assert.equal(sourceOf(folder.path).date.getTime(), 1_700_000_000_000);
  });

  it('gives archives that depend only on names, contents and the date', () => {
    const fileEntry = { name: 'ä/b.txt', content: () => Buffer.from('text '.repeat(100)) };
    const two = { name: 'a', content: () => Buffer.from('x') };
    const date = new Date('2026-03-04T05:06:08Z');
    const zip = writeZip([fileEntry, two], date);
    assert.ok(zip.equals(writeZip([two, fileEntry], date)));
    const readEntries = [...filesIn(zip)].map(([name, content]) => [name, content.toString()]);
    assert.deepEqual(readEntries, [
      ['a', 'x'],
      ['ä/b.txt', 'text '.repeat(100)],
    ]);
    // 5:06:08 on the 4th of March, 46 years after 1980. Seconds are stored in steps of two.
    assert.equal(
      zip.readUInt32LE(10),
      ((46 << 25) | (3 << 21) | (4 << 16) | (5 << 11) | (6 << 5) | 4) >>> 0,
    );
  });
});
