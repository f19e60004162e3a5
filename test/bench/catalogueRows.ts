import { join } from 'node:path';
import { openStores } from '../../src/runs/openCatalogue.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { DEPTH, fill, FOLDERS, TAGS } from './bigCatalogue.ts';
import { PAGE_TAGS, type CatalogueResult } from './catalogue.ts';
import { median } from './numbers.ts';
import { probeWindow } from './probeWindow.ts';
import { resultOf } from './processes.ts';
import type { Row } from './table.ts';
import type { TreeResult } from './treeProbe.ts';

const goals = { expand: 30, open: 30, page: 100, heard: 1000 };

/** Measures the tree over a catalogue of 100,000 tags, in fresh windows with the packaged files. */
export async function treeRows(extension: string, windows: number): Promise<Row[]> {
  const temporary = temporaryFolder('bench-tree');
  const results: TreeResult[] = [];
  try {
    const file = join(temporary.path, 'catalogue.sqlite');
    await fillFile(file);
    for (let window = 0; window < windows; window++) {
      results.push(JSON.parse(await probeWindow(extension, 'treeProbe', file)) as TreeResult);
    }
  } finally {
    temporary.remove();
  }
  const medianOf = (value: (result: TreeResult) => number): number => median(results.map(value));
  const expand = medianOf((result) => result.expand);
  const opening = medianOf(({ first, later }) => first - later);
  const worst = (value: (result: TreeResult) => number): number => Math.max(...results.map(value));
  const isOpened = results.some((result) => result.isOpenedByActivation);
  const [rows, drawn] = [worst((result) => result.rows), worst((result) => result.drawn)];
  return [
    {
      what: `${TAGS} tags in ${FOLDERS} folders, depth ${DEPTH}: expanding 1000 children`,
      measured: `${expand.toFixed(1)} ms (at first ${medianOf((result) => result.expandFirst).toFixed(1)} ms)`,
      goal: `<= ${goals.expand} ms`,
      isMet: expand <= goals.expand,
    },
    {
      what: '  opening the database, in the first expansion',
      measured: `${opening.toFixed(1)} ms (${medianOf((result) => result.later).toFixed(1)} ms without)`,
      goal: `<= ${goals.open} ms`,
      isMet: opening <= goals.open,
    },
    {
      what: '  activation opens the database',
      measured: isOpened ? 'yes' : 'no',
      goal: 'no',
      isMet: !isOpened,
    },
    {
      what: '  creating a tag: rows of items written, nodes drawn',
      measured: `${rows}, ${drawn}`,
      goal: '1, 1',
      isMet: rows === 1 && drawn === 1,
    },
  ];
}

async function fillFile(file: string): Promise<void> {
  const { store: catalogue, problem } = await openStores(file);
  if (problem !== undefined) throw new Error(problem);
  fill(catalogue);
  catalogue.close();
}

/** Measures saving a tag, recording a scanned page, and noticing a change of another window. */
export async function catalogueRows(bundle: string, rounds: number): Promise<Row[]> {
  const results: CatalogueResult[] = [];
  for (let round = 0; round < rounds; round++) {
    results.push(await resultOf<CatalogueResult>('catalogue', bundle));
  }
  const medianOf = (kind: keyof CatalogueResult): number =>
    median(results.map((result) => result[kind]));
  const [row, page] = [medianOf('saveRow'), medianOf('page')];
  const latest = Math.max(...results.map((result) => result.heardLatest));
  const ratioRow = (what: string, kind: 'saveJson' | 'saveState'): Row => ({
    what,
    measured: `${medianOf(kind).toFixed(1)} ms, ${Math.round(medianOf(kind) / row)} times ours`,
    goal: 'above ours',
    isMet: medianOf(kind) > row,
  });
  return [
    { what: `saving one tag among ${TAGS}, synced`, measured: `${row.toFixed(2)} ms` },
    ratioRow('  the same by rewriting one JSON file, synced', 'saveJson'),
    ratioRow('  the same by rewriting one value of a state database', 'saveState'),
    {
      what: `a scanned page with ${PAGE_TAGS} different tags`,
      measured: `${page.toFixed(1)} ms`,
      goal: `<= ${goals.page} ms`,
      isMet: page <= goals.page,
    },
    {
      what: 'a change in one window is reported in another after',
      measured: `${medianOf('heard').toFixed(0)} ms, at the latest ${latest.toFixed(0)} ms`,
      goal: `<= ${goals.heard} ms`,
      isMet: latest <= goals.heard,
    },
  ];
}
