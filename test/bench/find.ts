import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { FOLDER, TAG, type CatalogueItem } from '../../src/base/model.ts';
import { FilteredItems } from '../../src/catalogue/filteredItems.ts';
import { LiveItems } from '../../src/catalogue/liveItems.ts';
import { TagIndex } from '../../src/catalogue/tagIndex.ts';
import { TagSearch } from '../../src/catalogue/tagSearch.ts';
import { quotedText, tagsById } from '../../src/catalogue/tagsInCode.ts';
import type { JournalStore } from '../../src/catalogue/journal.ts';
import { openStores } from '../../src/runs/openCatalogue.ts';
import { runRecord } from '../unit/catalogue/store/journalRecords.ts';
import { BIG_BOT, BIG_FOLDER, bigItems } from './bigCatalogue.ts';
import { median } from './numbers.ts';

/** Times in ms; `indexMB` is in MB. */
export interface FindResult {
  /** Search after one keystroke with the index: median and maximum. */
  keystroke: number;
  worstKeystroke: number;
  /** Search after one keystroke by scanning all items: median and maximum. */
  scan: number;
  worstScan: number;
  /** Serialization of all items, as in a message to VS Code. */
  handOver: number;
  /** Creation of the index, and the memory that it takes. */
  index: number;
  indexMB: number;
  /** Listing of the children of the big folder: sorted and filtered, and by name without a filter. */
  expand: number;
  expandPlain: number;
  /** Lookup of a tag ID in a line of 1 MB. */
  hover: number;
  /** Lookup of a text that is not a tag, which searches the Journal, too. */
  hoverMiss: number;
}

/** Texts that a user types, letter by letter. */
const TYPED_TEXTS = [
  '金卡會員',
  '烏龍茶',
  '咖啡 優惠',
  'halloween 12',
  'smrcmp',
  'tag-a',
  'vip 新朋友',
  '茶',
];
const roundCount = Number(process.argv[2]);
const folder = process.argv[3] ?? '';

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** Returns every state of the input box while the text is typed, and then half of it deleted. */
function statesOf(text: string): readonly string[] {
  const typing = [...text].map((_, index) => text.slice(0, index + 1));
  return [...typing, ...typing.slice(text.length >> 1, -1).toReversed()];
}

/** Item with the text that a plain scan searches: name, ID and path. */
interface PlainEntry {
  readonly text: string;
  readonly item: CatalogueItem;
}

/** Searches in the simplest way: scans all items for every keystroke. */
function plainScan(entries: readonly PlainEntry[], query: string): readonly CatalogueItem[] {
  const terms = query.toLowerCase().trim().split(/\s+/);
  const escaped = (letter: string): string => letter.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const patterns = terms.map((term) => new RegExp([...term].map(escaped).join('.*?')));
  return entries
    .flatMap(({ text, item }) => {
      const matches = patterns.map((pattern) => pattern.exec(text));
      if (matches.includes(null)) return [];
      const length = matches.reduce((sum, match) => sum + (match?.[0].length ?? 0), 0);
      return [{ item, length, at: matches[0]?.index ?? 0 }];
    })
    .toSorted((a, b) => a.length - b.length || a.at - b.at)
    .slice(0, 200)
    .map(({ item }) => item);
}

function heapMB(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Opens a database with these items, as the product does. */
async function openFilled(
  items: readonly CatalogueItem[],
): Promise<{ readonly catalogue: Catalogue; readonly journal: JournalStore }> {
  const { store, journal, problem } = await openStores(join(folder, 'find.sqlite'));
  if (problem !== undefined) throw new Error(problem);
  store.saveBot(BIG_BOT);
  store.atomically(() => {
    for (const item of items) store.saveItem(item);
  });
  closing = () => store.close();
  fillJournal(journal);
  return { journal, catalogue: new Catalogue(store, { now: () => 1 }) };
}

/** Fills the Journal with 1,000 renames. */
function fillJournal(journal: JournalStore): void {
  for (let index = 0; index < 1000; index++) {
    const target = { id: `renamed-${index}`, name: 'Renamed', parentId: null };
    const tags = [{ id: `was-${index}`, name: 'Old' }];
    const refactorState = {
      kind: 'rename',
      phase: 'deleting',
      start: index,
      hasDeleted: true,
      tags,
      target,
    };
    const detail = JSON.stringify(refactorState);
    journal.saveRun(
      runRecord(String(index), { kind: 'rename', state: 'done', started: index, detail }),
    );
  }
}

/** Returns the median time of a lookup in the middle of a line of 1 MB, in ms. */
function measureHover(
  { catalogue, journal }: { readonly catalogue: Catalogue; readonly journal: JournalStore },
  ids: readonly string[],
  { isTag }: { readonly isTag: boolean },
): number {
  const halfMegabyte = 'x '.repeat(256 * 1024);
  const times = ids.map((id) => {
    // The buffer makes a flat string, like a line of a document. A concatenated string is copied on first access.
    const line = Buffer.from(`${halfMegabyte}'${id}'${halfMegabyte}`).toString();
    return timed(() => {
      const { text = '' } = quotedText(line, halfMegabyte.length + 3) ?? {};
      const tags = tagsById(catalogue, journal, text);
      if (tags.length > 0 !== isTag) throw new Error(`Wrong at ${id}.`);
    });
  });
  // The first lookups warm up.
  return median(times.slice(10));
}

/** Closes the database. Set when it is open. */
let closing = (): void => {};

async function measureIndex(
  live: LiveItems<TagIndex>,
): Promise<Pick<FindResult, 'index' | 'indexMB'>> {
  const heapBefore = heapMB();
  const started = performance.now();
  await live.open();
  return { index: performance.now() - started, indexMB: heapMB() - heapBefore };
}

function plainItems(items: readonly CatalogueItem[], catalogue: Catalogue): readonly PlainEntry[] {
  const pathOf = (item: CatalogueItem): string =>
    [...catalogue.ancestors(item), item].map(({ name }) => name).join('/');
  const folders = new Map(
    items.filter(({ type }) => type === FOLDER).map((item) => [item.id, pathOf(item)]),
  );
  return items.map((item) => {
    const path = folders.get(item.parentId ?? '') ?? '';
    return { item, text: `${item.name} ${item.id} ${path}`.toLowerCase() };
  });
}

/** Measures all keystrokes of `roundCount` rounds, after one round to warm up. */
function measureKeystrokes(find: () => (query: string) => unknown, roundCount: number): number[] {
  const round = (): number[] =>
    TYPED_TEXTS.flatMap((text) => {
      // A new function equals a newly opened dialog: nothing is cached from earlier texts.
      const keystroke = find();
      return statesOf(text).map((state) => timed(() => keystroke(state)));
    });
  round();
  return Array.from({ length: roundCount }, round).flat();
}

function medianOf(work: () => unknown, count: number): number {
  // The first two calls warm up.
  const times = Array.from({ length: count + 2 }, () => timed(work));
  return median(times.slice(2));
}

async function measureExpanding(
  catalogue: Catalogue,
): Promise<Pick<FindResult, 'expand' | 'expandPlain'>> {
  const bot = BIG_BOT.key;
  const live = new LiveItems(catalogue, () => new FilteredItems({ text: '1', gone: false }));
  const openItems = await live.open();
  const sort = { by: 'lastSeen', isDescending: true } as const;
  const expand = (): readonly CatalogueItem[] =>
    catalogue.children(bot, BIG_FOLDER, sort).filter(({ id }) => openItems.isShown(bot, id));
  const listChildren = (): readonly CatalogueItem[] => catalogue.children(bot, BIG_FOLDER);
  if (expand().length === 0 || expand().length === listChildren().length)
    throw new Error('No filter.');
  const result = {
    expand: medianOf(expand, roundCount * 5),
    expandPlain: medianOf(listChildren, roundCount * 5),
  };
  live.dispose();
  return result;
}

async function measure(): Promise<FindResult> {
  const items = bigItems();
  const opened = await openFilled(items);
  const { catalogue } = opened;
  const live = new LiveItems(catalogue, () => new TagIndex());
  const index = await measureIndex(live);
  const tags = await live.open();
  const entries = plainItems(items, catalogue);
  const keystrokes = measureKeystrokes(() => {
    const search = new TagSearch(tags);
    return (query) => search.findNow(query, 200);
  }, roundCount);
  const scans = measureKeystrokes(() => (query) => plainScan(entries, query), 1);
  const message = (): string =>
    JSON.stringify(items.map(({ name, id }, handle) => ({ handle, label: name, description: id })));
  live.dispose();
  const lookedUpIds = items
    .filter(({ type }, index) => type === TAG && index % 500 === 0)
    .map(({ id }) => id);
  return {
    ...index,
    keystroke: median(keystrokes),
    worstKeystroke: Math.max(...keystrokes),
    scan: median(scans),
    worstScan: Math.max(...scans),
    handOver: medianOf(message, roundCount),
    ...(await measureExpanding(catalogue)),
    hover: measureHover(opened, lookedUpIds, { isTag: true }),
    hoverMiss: measureHover(
      opened,
      lookedUpIds.map(({ length }, index) => `no-tag-${length}-${index}`),
      { isTag: false },
    ),
  };
}

const result = await measure();
closing();
console.log(JSON.stringify(result));
