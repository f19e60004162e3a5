import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { catalogueRows, treeRows } from '../test/bench/catalogueRows.ts';
import { tabRestoreRows } from '../test/bench/comeBackRows.ts';
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

const ours = 'bot-tags.bot-tag-explorer';
const peers = ['vscode.references-view', 'vscode.media-preview', 'vscode.npm'];
/** Code that the entry bundle must not contain, each with a pattern that survives minification. */
const heavy = { undici: /undici/, zod: /ZodError|~standard/, 'node:sqlite': /node:sqlite/ };

const ENTRY = 'extension.cjs';

function sizeRows(dist: string, vsixBytes: number): Row[] {
  const entry = readFileSync(join(dist, ENTRY));
  const source = entry.toString();
  const found = Object.entries(heavy).flatMap(([name, sign]) => (sign.test(source) ? [name] : []));
  return [
    sizeRow('entry bundle, minified', entry.length, (BUDGETS[ENTRY] ?? 0) * KB),
    {
      what: `${Object.keys(heavy).join(', ')} in the entry bundle`,
      measured: found.join(', ') || 'none',
      goal: 'none',
      isMet: found.length === 0,
    },
    fullestRow(builtSizes(dist)),
    sizeRow('VSIX', vsixBytes, VSIX_LIMIT),
  ];
}

/** Returns the row of the other bundle that is closest to its budget. */
function fullestRow(sizes: ReadonlyMap<string, number>): Row {
  const others = Object.entries(BUDGETS).filter(([name]) => name !== ENTRY);
  const usages = others.map(([name, budget]) => ({
    name,
    part: (sizes.get(name) ?? 0) / budget,
  }));
  const [{ name, part } = { name: '', part: 0 }] = usages.toSorted((a, b) => b.part - a.part);
  return sizeRow(
    `fullest of the other bundles, ${name}`,
    part * (BUDGETS[name] ?? 0),
    (BUDGETS[name] ?? 0) * KB,
  );
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
  readonly says: string;
  readonly rows: (product: Product) => Promise<Row[]> | Row[];
}

const ownRounds = ({ isQuick }: Product): number => (isQuick ? 3 : 7);
const peerRounds = ({ isQuick }: Product): number => (isQuick ? 1 : 3);
const bothRounds = (product: Product) => ({ ours: ownRounds(product), peers: peerRounds(product) });
const client = ({ dist }: Product): string => join(dist, 'client.cjs');
const pages = ({ isQuick }: Product) =>
  isQuick ? { pages: 60, rounds: 3 } : { pages: 325, rounds: 5 };

/** Benchmarks in table order. Each can run alone. */
const benchmarks: Readonly<Record<string, Benchmark>> = {
  walk: { says: 'Walking pages', rows: (on) => walkRows(client(on), bothRounds(on)) },
  small: { says: 'Small requests', rows: (on) => smallRows(client(on), bothRounds(on)) },
  runs: {
    says: 'Runs of plans, beside bare loops',
    rows: (on) => runRows(on.dist, peerRounds(on)),
  },
  exports: { says: 'Exporting pages', rows: (on) => exportRows(on.dist, pages(on)) },
  formats: {
    says: 'Exporting in the other formats',
    rows: async (on) => [
      ...(await convertedRows(on.dist, pages(on).pages)),
      ...(await duckdbRows(on.dist, pages(on).rounds)),
    ],
  },
  validation: { says: 'Validating pages', rows: (on) => validationRows(on.isQuick ? 30 : 100) },
  tree: { says: 'The tree', rows: (on) => treeRows(on.extension, peerRounds(on)) },
  siblings: {
    says: '100,000 siblings, in the newest VS Code and in the oldest',
    rows: (on) => siblingRows(on.extension, peerRounds(on)),
  },
  catalogue: {
    says: 'The catalogue',
    rows: (on) => catalogueRows(join(on.dist, 'store.cjs'), peerRounds(on)),
  },
  find: {
    says: 'Finding among 100,000 items',
    rows: (on) => findRows(on.folder, on.isQuick ? 2 : 5),
  },
  segments: {
    says: 'Segments over 1,000,000 customers',
    rows: (on) => segmentRows(on.folder, 1_000_000),
  },
  input: {
    says: 'Reading users of a file',
    rows: (on) => inputRows(on.dist, on.folder, ownRounds(on)),
  },
  overview: {
    says: 'Counting customers, and comparing scans',
    rows: (on) => overviewRows(on.dist, ownRounds(on)),
  },
  overviewPage: {
    says: 'The overview of 10,000 tags',
    rows: (on) => overviewPageRows(on.extension, ownRounds(on)),
  },
  plans: { says: 'Plans of 100,000 users', rows: (on) => planRows(on.dist, on.isQuick ? 3 : 7) },
  statistics: { says: 'Statistics of 100,000 rows', rows: () => statisticsRows() },
  grid: {
    says: 'The grid',
    rows: async (on) => [
      ...(await gridRows(on.extension, peerRounds(on))),
      ...(await tabRestoreRows(on.extension, peerRounds(on))),
    ],
  },
  largeGrid: {
    says: 'The grid with 300,000 rows, and with a million',
    rows: (on) => largeGridRows(on.extension, peerRounds(on)),
  },
  sizes: {
    says: 'Sizes',
    rows: (on) => sizeRows(on.dist, on.vsixBytes),
  },
  activation: {
    says: 'Activating, in fresh windows',
    rows: (on) => activationRows(on.extension, on.isQuick ? 4 : 12),
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
  const packed = readFileSync(await packageVsix());
  const temporary = temporaryFolder('bench-product');
  try {
    // The following benchmarks measure the files that ship.
    const extension = unpackVsix(zipEntries(packed), temporary.path);
    const dist = join(extension, 'dist');
    const product = { extension, dist, vsixBytes: packed.length, folder: temporary.path, isQuick };
    const machine = `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown processor'}`;
    console.log(`Node ${process.versions.node}, ${machine}. Medians; the files of the VSIX.`);
    for (const [name, part] of Object.entries(benchmarks)) {
      if (names.length > 0 && !names.includes(name)) continue;
      console.log(`\n${part.says}\n`);
      console.log(table(await part.rows(product)));
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
