import type { CatalogueItem } from '../base/model.ts';
import { runInSlices } from '../base/promises.ts';
import type { Catalogue } from './catalogue.ts';
import { BotsByAddress } from './reader.ts';
import { type FileBot, type FileContent, nameInFile } from './workspaceFile.ts';

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** Problem that prevents loading a workspace file or a part of it. */
export interface FileProblem extends TextRange {
  /**
   * Kind of problem. `shape`: a value has the wrong type or is missing. `segments`: the value for the segments
   * (searches with a name) is not a list. `segment`: an entry of this list has no name or no text. `segment-text`: the
   * text of a segment has an error.
   */
  readonly code:
    | 'syntax'
    | 'shape'
    | 'version'
    | 'base-url'
    | 'token'
    | 'duplicate-bot'
    | 'duplicate-id'
    | 'too-deep'
    | 'too-large'
    | 'segments'
    | 'segment'
    | 'segment-text'
    | 'duplicate-segment';
  /**
   * Detail of the problem. For `syntax`: error code of the parser; for `shape`: expected value, or name of the property
   * with the wrong value; for `segment-text`: a sentence; for `base-url`: a `BaseUrlProblem`; for `duplicate-id` and
   * `duplicate-segment`: the ID or name that occurs twice. Otherwise `''`.
   */
  readonly detail: string;
}

export interface LocatedItem {
  readonly baseUrl: string;
  readonly botId: string;
  readonly id: string;
  readonly name: string;
  /** Range of the name with its quotes. */
  readonly nameRange: TextRange;
  readonly entryRange: TextRange;
}

export interface FileSegment {
  readonly baseUrl: string;
  readonly botId: string;
  readonly name: string;
  readonly text: string;
  /** Range of the text with its quotes. */
  readonly textRange: TextRange;
}

/** Result of reading the text of a file. */
export interface ReadFile {
  /** Absent when there are `problems`. */
  readonly content?: FileContent;
  /** Problems that prevent loading the file. If there are any, the other lists are empty. */
  readonly problems: readonly FileProblem[];
  readonly locatedItems: readonly LocatedItem[];
  /** Segments that are valid JSON. Their texts are not checked. */
  readonly segments: readonly FileSegment[];
  /** Problems of segments that are not valid. The rest of the file is loaded without these segments. */
  readonly segmentProblems: readonly FileProblem[];
}

/** Change of one segment of one bot. If `segment` is `undefined`, the segment is removed. */
export interface SegmentChange {
  readonly bot: Pick<FileBot, 'label' | 'baseUrl' | 'botId' | 'environment' | 'isReadOnly'>;
  readonly name: string;
  readonly segment: string | undefined;
}

export interface FileChange {
  readonly content: FileContent;
  /** Items that the catalogue had from this file and no longer has. */
  readonly dropped: readonly Pick<LocatedItem, 'baseUrl' | 'botId' | 'id'>[];
  /** Bots whose label and environment replace those in the file. */
  readonly renamed: readonly Pick<FileBot, 'baseUrl' | 'botId'>[];
}

/** Difference between a workspace file and what the service reported. */
export interface FileFinding {
  readonly locatedItem: LocatedItem;
  readonly item: CatalogueItem;
  /** `unchecked`: the request to the service failed. */
  readonly kind: 'gone' | 'renamed' | 'wrong-bot' | 'unchecked';
  /** ID of the bot that owns the item. Set only for `wrong-bot`. */
  readonly botId?: string;
}

/** Compares a file with the catalogue, in slices. `ownerOf` returns the ID of another bot that owns the item. */
export async function fileFindings(
  catalogue: Catalogue,
  locatedItems: readonly LocatedItem[],
  ownerOf: (item: CatalogueItem) => string | undefined,
  signal?: AbortSignal,
): Promise<readonly FileFinding[]> {
  const bots = new BotsByAddress(catalogue);
  const findings: FileFinding[] = [];
  function* findInSlices(): Generator<undefined> {
    for (const locatedItem of locatedItems) {
      const bot = bots.botAt(locatedItem);
      const item = bot && catalogue.item(bot.key, locatedItem.id);
      const finding = item && findingOf(locatedItem, item, ownerOf(item));
      if (finding !== undefined) findings.push(finding);
      yield;
    }
  }
  await runInSlices(findInSlices(), signal);
  return findings;
}

function findingOf(
  locatedItem: LocatedItem,
  item: CatalogueItem,
  botId: string | undefined,
): FileFinding | undefined {
  if (item.state === 'gone') return { locatedItem, item, kind: 'gone' };
  if (item.state === 'error') {
    return botId === undefined
      ? { locatedItem, item, kind: 'unchecked' }
      : { locatedItem, item, kind: 'wrong-bot', botId };
  }
  // A name that is known only from the file cannot differ from it.
  const isRenamed = item.namedAt !== null && nameInFile(item) !== locatedItem.name;
  return isRenamed ? { locatedItem, item, kind: 'renamed' } : undefined;
}
