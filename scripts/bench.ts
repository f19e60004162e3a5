import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { catalogueRows, treeRows } from '../test/bench/catalogueRows.ts';
import { convertedRows } from '../test/bench/convertedRows.ts';
import { exportRows } from '../test/bench/exportRows.ts';
import { findRows } from '../test/bench/findRows.ts';
import { gridRows } from '../test/bench/gridRows.ts';
import { largeGridRows } from '../test/bench/largeGridRows.ts';
import { inputRows } from '../test/bench/inputRows.ts';
import { measureActivation } from '../test/bench/measureActivation.ts';
import { overviewPageRows } from '../test/bench/overviewPageRows.ts';
import { overviewRows } from '../test/bench/overviewRows.ts';
import { planRows } from '../test/bench/planRows.ts';
import { runRows } from '../test/bench/runRows.ts';
import { segmentRows } from '../test/bench/segmentRows.ts';
import { siblingRows } from '../test/bench/siblings.ts';
import { smallRows } from '../test/bench/smallRows.ts';
import { validationRows, walkRows } from '../test/bench/speedRows.ts';
import { statisticsRows } from '../test/bench/statisticsRows.ts';
import { table, type Row } from '../test/bench/table.ts';
import { unpackVsix, zipEntries } from '../test/bench/zipEntries.ts';
import { temporaryFolder } from '../test/support/temporaryFolder.ts';
import { vscodeFromNpm } from '../test/support/vscodeFromNpm.ts';
import { packageVsix, VSIX_LIMIT } from './package.ts';

const KB = 1024;
const goals = { entryBytes: 26 * KB, vsixBytes: VSIX_LIMIT };
const ours = 'bot-tags.bot-tag-explorer';
const peers = ['vscode.references-view', 'vscode.media-preview', 'vscode.npm'];
/** Parts that must not be in the entry bundle, by a text of theirs that no minifier changes. */
const heavy = { undici: /undici/, zod: /ZodError|~standard/, 'node:sqlite': /node:sqlite/ };

function sizeRows(entry: Buffer, vsixBytes: number): Row[] {
  const source = entry.toString();
  const found = Object.entries(heavy).flatMap(([name, sign]) => (sign.test(source) ? [name] : []));
  return [
    sizeRow('entry bundle, minified', entry.length, goals.entryBytes),
    {
      what: `${Object.keys(heavy).join(', ')} in the entry bundle`,
      measured: found.join(', ') || 'none',
      goal: 'none',
      isMet: found.length === 0,
    },
    sizeRow('VSIX', vsixBytes, goals.vsixBytes),
  ];
}

function sizeRow(what: string, bytes: number, goal: number): Row {
  const measured = `${bytes} bytes (${(bytes / KB).toFixed(1)} KB)`;
  return { what, measured, goal: `<= ${goal / KB} KB`, isMet: bytes <= goal };
}

async function activationRows(extension: string, windows: number): Promise<Row[]> {
  const times = await measureActivation(extension, [ours, ...peers], windows);
  const own = times.get(ours)?.total ?? Number.NaN;
  return [...times].map(([id, { load, call, finish, total }]) => ({
    what: `activation of ${id}`,
    measured: `${total} ms (load ${load}, call ${call}, finish ${finish})`,
    ...(id === ours ? {} : { goal: 'above ours', isMet: total > own }),
  }));
}

async function bench(isQuick: boolean): Promise<void> {
  const rounds = isQuick ? { ours: 3, peers: 1 } : { ours: 7, peers: 3 };
  const windows = isQuick ? 4 : 12;
  await vscodeFromNpm();
  const packed = readFileSync(await packageVsix());
  const vsix = zipEntries(packed);
  const temporary = temporaryFolder('bench-product');
  try {
    // All that follows measures the files that ship.
    const extension = unpackVsix(vsix, temporary.path);
    const dist = join(extension, 'dist');
    const bundle = join(dist, 'client.cjs');
    console.log(`Walking, ${rounds.ours} times each way, the peers ${rounds.peers} times.`);
    const walk = await walkRows(bundle, rounds);
    console.log('Small requests, as often.');
    const small = await smallRows(bundle, rounds);
    console.log('Runs of plans, beside bare loops.');
    const runs = await runRows(dist, rounds.peers);
    const exportOf = isQuick ? { pages: 60, rounds: 3 } : { pages: 325, rounds: 5 };
    console.log(`Exporting ${exportOf.pages} pages, ${exportOf.rounds} times each way.`);
    const exported = await exportRows(dist, exportOf);
    console.log('And in the other formats, once.');
    const converted = await convertedRows(dist, exportOf.pages);
    const validation = await validationRows(isQuick ? 30 : 100);
    console.log('The catalogue and the tree over it.');
    const catalogue = await catalogueRows(join(dist, 'store.cjs'), rounds.peers);
    const tree = await treeRows(extension, rounds.peers);
    console.log('100,000 siblings, in the newest VS Code and in the oldest.');
    const siblings = await siblingRows(extension, rounds.peers);
    console.log('Finding among 100,000 items.');
    const find = await findRows(temporary.path, isQuick ? 2 : 5);
    console.log('Segments over 1,000,000 customers.');
    const segments = await segmentRows(temporary.path, 1_000_000);
    console.log('Counting customers, and comparing scans.');
    const overview = await overviewRows(dist, rounds.ours);
    const overviewPage = await overviewPageRows(extension, rounds.ours);
    console.log('Plans of 100,000 users.');
    const plans = await planRows(dist, isQuick ? 3 : 7);
    console.log('Reading users of a file.');
    const input = await inputRows(dist, temporary.path, rounds.ours);
    console.log(`The grid, in ${rounds.peers} fresh browsers.`);
    const grid = await gridRows(extension, rounds.peers);
    console.log('With 300,000 rows, and with a million.');
    const large = await largeGridRows(extension, rounds.peers);
    console.log(`Activating, in ${windows} fresh windows.`);
    const activation = await activationRows(extension, windows);
    const sizes = sizeRows(readFileSync(join(dist, 'extension.cjs')), packed.length);
    const machine = `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown processor'}`;
    console.log(`\nNode ${process.versions.node}, ${machine}. Medians; the files of the VSIX.\n`);
    console.log(
      table([
        ...[...walk, ...small, ...runs, ...exported, ...converted, ...validation],
        ...[...tree, ...siblings, ...catalogue, ...find, ...segments, ...input],
        ...[...overview, ...overviewPage, ...plans, ...statisticsRows(), ...grid, ...large],
        ...[...sizes, ...activation],
      ]),
    );
  } finally {
    temporary.remove();
  }
}

await bench(process.argv.includes('--quick'));
