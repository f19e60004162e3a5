import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { catalogueRows, treeRows } from '../test/bench/catalogueRows.ts';
import { tabRestoreRows } from '../test/bench/tabRestoreRows.ts';
import { convertedRows } from '../test/bench/convertedRows.ts';
import { duckdbRows } from '../test/bench/duckdbRows.ts';
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
import { BUDGETS, builtSizes, KB } from './artefact/budgets.ts';
import { packageVsix, VSIX_LIMIT } from './package.ts';

const ourExtension = 'bot-tags.bot-tag-explorer';
const peerExtensions = ['vscode.references-view', 'vscode.media-preview', 'vscode.npm'];
/** Code that the entry bundle must not contain, each with a pattern that survives minification. */
const heavyModules = { undici: /undici/, zod: /ZodError|~standard/, 'node:sqlite': /node:sqlite/ };

const ENTRY = 'extension.cjs';

function sizeRows(dist: string, vsixBytes: number): Row[] {
  const entry = readFileSync(join(dist, ENTRY));
  const source = entry.toString();
  const foundModules = Object.entries(heavyModules).flatMap(([name, pattern]) =>
    pattern.test(source) ? [name] : [],
  );
  return [
    sizeRow('entry bundle, minified', entry.length, (BUDGETS[ENTRY] ?? 0) * KB),
    {
      what: `${Object.keys(heavyModules).join(', ')} in the entry bundle`,
      measured: foundModules.join(', ') || 'none',
      goal: 'none',
      isMet: foundModules.length === 0,
    },
    fullestRow(builtSizes(dist)),
    sizeRow('VSIX', vsixBytes, VSIX_LIMIT),
  ];
}

/** Returns the row of the bundle, other than the entry bundle, that is closest to its budget. */
function fullestRow(sizes: ReadonlyMap<string, number>): Row {
  const usages = Object.entries(BUDGETS)
    .filter(([name]) => name !== ENTRY)
    .map(([name, budget]) => ({ name, bytes: sizes.get(name) ?? 0, goal: budget * KB }));
  const [fullest = { name: '', bytes: 0, goal: 0 }] = usages.toSorted(
    (a, b) => b.bytes / b.goal - a.bytes / a.goal,
  );
  return sizeRow(`fullest of the other bundles, ${fullest.name}`, fullest.bytes, fullest.goal);
}

function sizeRow(label: string, bytes: number, goal: number): Row {
  const measured = `${bytes} bytes (${(bytes / KB).toFixed(1)} KB)`;
  return { what: label, measured, goal: `<= ${goal / KB} KB`, isMet: bytes <= goal };
}

async function activationRows(extension: string, windows: number): Promise<Row[]> {
  const times = await measureActivation(extension, [ourExtension, ...peerExtensions], windows);
  const ownTotal = times.get(ourExtension)?.total ?? Number.NaN;
  return [...times].map(([id, { load, call, finish, total }]) => ({
    what: `activation of ${id}`,
    measured: `${total} ms (load ${load}, call ${call}, finish ${finish})`,
    ...(id === ourExtension ? {} : { goal: 'above ours', isMet: total > ownTotal }),
  }));
}

interface Product {
  /** Folder with the unpacked files of the VSIX. */
  readonly extension: string;
  readonly dist: string;
  readonly vsixBytes: number;
  /** Folder for files that the benchmark itself writes. */
  readonly folder: string;
  readonly isQuick: boolean;
}

interface Benchmark {
  readonly title: string;
  readonly rows: (product: Product) => Promise<Row[]> | Row[];
}

/** Number of rounds of the product and the bare client, and of fast benchmarks. */
const ownRounds = ({ isQuick }: Product): number => (isQuick ? 3 : 7);
/** Number of rounds of peers (programs that the product is compared with), and of slow benchmarks. */
const peerRounds = ({ isQuick }: Product): number => (isQuick ? 1 : 3);
const bothRounds = (product: Product) => ({ ours: ownRounds(product), peers: peerRounds(product) });
const client = ({ dist }: Product): string => join(dist, 'client.cjs');
const pages = ({ isQuick }: Product) =>
  isQuick ? { pages: 60, rounds: 3 } : { pages: 325, rounds: 5 };

/** Benchmarks in table order. Each can run alone. */
const benchmarks: Readonly<Record<string, Benchmark>> = {
  walk: { title: 'Walking pages', rows: (target) => walkRows(client(target), bothRounds(target)) },
  small: {
    title: 'Small requests',
    rows: (target) => smallRows(client(target), bothRounds(target)),
  },
  runs: {
    title: 'Runs of plans, beside bare loops',
    rows: (target) => runRows(target.dist, peerRounds(target)),
  },
  exports: { title: 'Exporting pages', rows: (target) => exportRows(target.dist, pages(target)) },
  formats: {
    title: 'Exporting in the other formats',
    rows: async (target) => [
      ...(await convertedRows(target.dist, pages(target).pages)),
      ...(await duckdbRows(target.dist, pages(target).rounds)),
    ],
  },
  validation: {
    title: 'Validating pages',
    rows: (target) => validationRows(target.isQuick ? 30 : 100),
  },
  tree: { title: 'The tree', rows: (target) => treeRows(target.extension, peerRounds(target)) },
  siblings: {
    title: '100,000 siblings, in the newest VS Code and in the oldest',
    rows: (target) => siblingRows(target.extension, peerRounds(target)),
  },
  catalogue: {
    title: 'The catalogue',
    rows: (target) => catalogueRows(join(target.dist, 'store.cjs'), peerRounds(target)),
  },
  find: {
    title: 'Finding among 100,000 items',
    rows: (target) => findRows(target.folder, target.isQuick ? 2 : 5),
  },
  segments: {
    title: 'Segments over 1,000,000 customers',
    rows: (target) => segmentRows(target.folder, 1_000_000),
  },
  input: {
    title: 'Reading users of a file',
    rows: (target) => inputRows(target.dist, target.folder, ownRounds(target)),
  },
  overview: {
    title: 'Counting customers, and comparing scans',
    rows: (target) => overviewRows(target.dist, ownRounds(target)),
  },
  overviewPage: {
    title: 'The overview of 10,000 tags',
    rows: (target) => overviewPageRows(target.extension, ownRounds(target)),
  },
  plans: {
    title: 'Plans of 100,000 users',
    rows: (target) => planRows(target.dist, target.isQuick ? 3 : 7),
  },
  statistics: { title: 'Statistics of 100,000 rows', rows: () => statisticsRows() },
  grid: {
    title: 'The grid',
    rows: async (target) => [
      ...(await gridRows(target.extension, peerRounds(target))),
      ...(await tabRestoreRows(target.extension, peerRounds(target))),
    ],
  },
  largeGrid: {
    title: 'The grid with 300,000 rows, and with a million',
    rows: (target) => largeGridRows(target.extension, peerRounds(target)),
  },
  sizes: {
    title: 'Sizes',
    rows: (target) => sizeRows(target.dist, target.vsixBytes),
  },
  activation: {
    title: 'Activating, in fresh windows',
    rows: (target) => activationRows(target.extension, target.isQuick ? 4 : 12),
  },
};

/** @param names keys of `benchmarks`; all of them if empty */
async function bench(names: readonly string[], isQuick: boolean): Promise<void> {
  const unknown = names.filter((name) => !Object.hasOwn(benchmarks, name));
  if (unknown.length > 0) {
    throw new Error(
      `No such part: ${unknown.join(', ')}. There are ${Object.keys(benchmarks).join(', ')}.`,
    );
  }
  await vscodeFromNpm();
  const vsix = readFileSync(await packageVsix());
  const temporary = temporaryFolder('bench-product');
  try {
    // The following benchmarks measure the files that ship.
    const extension = unpackVsix(zipEntries(vsix), temporary.path);
    const dist = join(extension, 'dist');
    const product = { extension, dist, vsixBytes: vsix.length, folder: temporary.path, isQuick };
    const machine = `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown processor'}`;
    console.log(`Node ${process.versions.node}, ${machine}. Medians; the files of the VSIX.`);
    for (const [name, benchmark] of Object.entries(benchmarks)) {
      if (names.length > 0 && !names.includes(name)) continue;
      console.log(`\n${benchmark.title}\n`);
      console.log(table(await benchmark.rows(product)));
    }
  } finally {
    temporary.remove();
  }
}

const commandLine = process.argv.slice(2);
await bench(
  commandLine.filter((argument) => argument !== '--quick'),
  commandLine.includes('--quick'),
);
