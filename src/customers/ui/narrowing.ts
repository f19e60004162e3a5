import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { createTimeSlicer } from '../../base/promises.ts';
import { oneLine } from '../../base/safeText.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { conditionsIn, expandSegments, namedVocabulary } from '../../search/segmentNames.ts';
import { hasBit } from '../../search/index/bits.ts';
import { matchingBits, SegmentIndex } from '../../search/index/segmentIndex.ts';
import { parseSegment, segmentProblem } from '../../search/parseSegment.ts';
import { NO_VOCABULARY, type SavedSegment, type Vocabulary } from '../../search/segment.ts';
import { vocabularyOf } from '../vocabularyOf.ts';
import type { SavedSegments } from './savedSegments.ts';
import { unusableText } from '../../search/problem.ts';
import type { CustomerServices } from './customerServices.ts';
import { displayedWords } from '../customerTexts.ts';

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

/** Number of rows that are searched before other work can run. A slice takes some milliseconds. */
const ROWS_PER_SLICE = 250;

type MatchingIndexes = Iterable<number> | AsyncIterable<number>;

/**
 * Returns a function that finds the matching records among `count` records, as indexes. `recordAt` returns a record as
 * a parsed JSON value.
 */
export function recordMatcher(narrowing: Narrowing) {
  const { search, vocabulary, now, zone } = narrowing;
  if (search.trim() === '') {
    // Without a search, all indexes match: from 0 to `count - 1`.
    return (count: number): MatchingIndexes => new Uint8Array(count).keys();
  }
  const words = textSearchWords(search);
  return async function* (
    count: number,
    recordAt: (index: number) => unknown,
  ): AsyncGenerator<number> {
    const pauseIfDue = createTimeSlicer();
    for (let start = 0; start < count; start += ROWS_PER_SLICE) {
      await pauseIfDue();
      const index = new SegmentIndex(words && { words, zone });
      const length = Math.min(ROWS_PER_SLICE, count - start);
      index.add(length, (row) => recordAt(start + row));
      const bits = matchingBits(index, search, { vocabulary, now, zone });
      for (let row = 0; row < length; row++) {
        if (bits === undefined || hasBit(bits, row)) yield start + row;
      }
    }
  };
}

/** Returns displayed words that a text search also finds. `undefined` without text: reading all texts is slow. */
function textSearchWords(search: string) {
  const { segment } = parseSegment(search);
  const hasText =
    segment !== undefined && conditionsIn(segment).some(({ kind }) => kind === 'text');
  if (!hasText) return undefined;
  return displayedWords(vscode.l10n);
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
  const now = clock.now();
  if (text.trim() === '') return { search: '', vocabulary: NO_VOCABULARY, now };
  const search = expandedSearch(text, segments.segmentsOf(bot));
  const vocabulary = vocabularyOf(await catalogue(), bot.key);
  return { search, vocabulary, now, zone: zone.current };
}

/**
 * Replaces saved segments in a search by their current text.
 * @throws {UserError} for a segment that is not saved or cannot be used: `not segment:Typo` would match all customers;
 *   and if the search with the texts of its segments is too long or nested too deeply, because it would match no customer
 */
export function expandedSearch(text: string, saved: readonly SavedSegment[]): string {
  const { text: search, unusable } = expandSegments(text, saved);
  if (unusable.length > 0) {
    throw new UserError(
      unusableText(
        vscode.l10n,
        unusable.map((name) => oneLine(name)),
      ),
    );
  }
  const problem = search === text ? undefined : segmentProblem(vscode.l10n, search);
  if (problem === undefined) return search;
  const { text: problemText } = problem;
  throw new UserError(problemText);
}

/** Returns the tags and folders of the bot's catalogue that a search names. */
export function namesIn(catalogue: Catalogue, bot: Bot, text: string): Vocabulary {
  const { segment } = parseSegment(text);
  if (segment === undefined) return NO_VOCABULARY;
  return namedVocabulary(segment, vocabularyOf(catalogue, bot.key));
}
