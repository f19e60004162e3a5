import { UserError } from '../../base/errors.ts';
import { type Bot, type CustomerPage, FOLDER } from '../../base/model.ts';
import { createTimeSlicer } from '../../base/promises.ts';
import { oneLine } from '../../base/safeText.ts';
import { comma } from '../../base/ui/localeTexts.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { CatalogueReader } from '../../catalogue/reader.ts';
import { conditionsIn, expandSegments, namedVocabulary } from '../../search/segmentNames.ts';
import { hasBit } from '../../search/index/bits.ts';
import { matchingBits, SegmentIndex } from '../../search/index/segmentIndex.ts';
import { parseSegment } from '../../search/parseSegment.ts';
import { NO_VOCABULARY, type SavedSegment, type Vocabulary } from '../../search/segment.ts';
import type { SavedSegments } from './savedSegments.ts';
import { unusableText } from '../../search/ui/searchTexts.ts';
import type { CustomerServices } from './customerServices.ts';
import { gridRowsOf } from './gridRows.ts';
import { gridStrings } from './gridTexts.ts';

/** Search of a command with a fixed meaning: names, time and time zone do not change while customers are read. */
export interface Narrowing {
  /** Text of the search; empty for all customers. */
  readonly search: string;
  readonly vocabulary: Vocabulary;
  /** Time from which ages are counted, in ms. */
  readonly now: number;
  /** Time zone in which days begin, such as `Asia/Taipei`. Defaults to the time zone of this machine. */
  readonly zone?: string | undefined;
}

/** Records as JSON, and the start and end of each. */
export interface JsonRows {
  readonly json: Uint8Array;
  readonly spans: Uint32Array;
}

/** Number of rows that are searched before other work can run. A slice takes some milliseconds. */
const ROWS_PER_SLICE = 250;

type MatchingRows = Iterable<number> | AsyncIterable<number>;

/** Returns a record as JSON if it has changed since it was loaded. */
type ReadPatched = (index: number) => string | undefined;

/** Returns a function that finds the matching records of a page, as indexes. */
export function pageMatcher(narrowing: Narrowing): (page: CustomerPage) => MatchingRows {
  const matchIndexes = rowMatcher(narrowing);
  // The page number has no meaning here: only the records are searched.
  return (page) => matchIndexes(page.records.length, () => gridRowsOf(page, 1));
}

/** Returns a function that finds the matching records, as indexes. `count` is the number of records. */
export function rowMatcher(narrowing: Narrowing) {
  if (narrowing.search.trim() === '') {
    // Without a search, all indexes match: from 0 to `count - 1`.
    return (count: number): MatchingRows => new Uint8Array(count).keys();
  }
  const context = { ...narrowing, words: textSearchWords(narrowing.search) };
  return async function* (
    count: number,
    readRows: () => JsonRows,
    readPatched: ReadPatched = () => undefined,
  ): AsyncGenerator<number> {
    const pauseIfDue = createTimeSlicer();
    const { json, spans } = readRows();
    for (let start = 0; start < count; start += ROWS_PER_SLICE) {
      await pauseIfDue();
      const slice = { json, spans: spans.subarray(start * 2, (start + ROWS_PER_SLICE) * 2) };
      const readSlicePatched: ReadPatched = (index) => readPatched(start + index);
      for (const index of matchingIndexes(slice, readSlicePatched, context)) {
        yield start + index;
      }
    }
  };
}

type SearchContext = Narrowing & { readonly words: ReturnType<typeof textSearchWords> };

const decoder = new TextDecoder();

function matchingIndexes(
  slice: JsonRows,
  readPatched: ReadPatched,
  { search, vocabulary, now, zone, words }: SearchContext,
) {
  const index = new SegmentIndex(words && { words, zone });
  const count = slice.spans.length / 2;
  index.add(count, (row): unknown => {
    const bytes = slice.json.subarray(slice.spans[row * 2], slice.spans[row * 2 + 1]);
    return JSON.parse(readPatched(row) ?? decoder.decode(bytes));
  });
  const bits = matchingBits(index, search, { vocabulary, now, zone });
  const allRows = [...new Uint8Array(count).keys()];
  return bits === undefined ? allRows : allRows.filter((row) => hasBit(bits, row));
}

/** Returns displayed words that a text search also finds. `undefined` without text: reading all texts is slow. */
function textSearchWords(search: string) {
  const { segment } = parseSegment(search);
  const hasText =
    segment !== undefined && conditionsIn(segment).some(({ kind }) => kind === 'text');
  if (!hasText) return undefined;
  const { status, male, female } = gridStrings();
  return { status, male, female };
}

export interface SearchNeeds extends Pick<CustomerServices, 'catalogue' | 'clock' | 'zone'> {
  readonly segments: Pick<SavedSegments, 'segmentsOf'>;
}

/** Returns a search whose saved segments, names from the bot's catalogue and time no longer change. */
export async function freezeSearch(
  { catalogue, clock, zone, segments }: SearchNeeds,
  bot: Bot,
  text: string,
): Promise<Narrowing> {
  const search = expandedSearch(text, segments.segmentsOf(bot));
  const isEmpty = search.trim() === '';
  const vocabulary = isEmpty ? NO_VOCABULARY : vocabularyOf(await catalogue(), bot.key);
  return { search, vocabulary, now: clock.now(), zone: zone.current };
}

/**
 * Replaces saved segments in a search by their current text.
 * @throws {UserError} for a segment that is not saved or cannot be used: `not segment:Typo` would match all customers
 */
export function expandedSearch(text: string, saved: readonly SavedSegment[]): string {
  const { text: search, unusable } = expandSegments(text, saved);
  if (unusable.length === 0) return search;
  throw new UserError(unusableText(unusable.map((name) => oneLine(name)).join(comma())));
}

/** Returns the tags and folders of the bot's catalogue that a search names. */
export function namesIn(catalogue: Catalogue, bot: Bot, text: string): Vocabulary {
  const { segment } = parseSegment(text);
  if (segment === undefined) return NO_VOCABULARY;
  return namedVocabulary(segment, vocabularyOf(catalogue, bot.key));
}

/** Maximum number of tags and folders that segments can find by name. Other tags are still found by their ID. */
const MAX_ITEMS = 50_000;

/** Returns the tags and folders of the catalogue whose names a bot's segments may use. */
export function vocabularyOf(
  catalogue: Pick<CatalogueReader, 'items'>,
  botKey: string,
): Vocabulary {
  const items = catalogue.items(botKey).slice(0, MAX_ITEMS);
  const parentOf = ({ parentId, folderSource }: (typeof items)[number]): string | null =>
    // `no`: the folder is unknown.
    folderSource === 'no' ? null : parentId;
  const folders = items.filter(({ type }) => type === FOLDER);
  const tags = items.filter(({ type }) => type !== FOLDER);
  return {
    tags: tags.map((tag) => ({ id: tag.id, name: tag.name, folder: parentOf(tag) })),
    folders: folders.map((folder) => ({
      id: folder.id,
      name: folder.name,
      parent: parentOf(folder),
    })),
  };
}
