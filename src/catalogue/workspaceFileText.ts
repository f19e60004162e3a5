import type { FileBot, FileContent } from './workspaceFile.ts';

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** Why a workspace file is not loaded. */
export interface FileProblem extends TextRange {
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
  /** Of `syntax`: the parser's own word; of `shape`: what was expected; of `segment-text`: a sentence; of `base-url`: a `BaseUrlProblem`. */
  readonly detail: string;
}

/** Where an item stands in the text. */
export interface FileSpot {
  readonly baseUrl: string;
  readonly botId: string;
  readonly id: string;
  readonly name: string;
  /** The name with its quotes. */
  readonly nameAt: TextRange;
  /** The whole entry. */
  readonly entryAt: TextRange;
}

/** A segment that has a name, and where its text stands. */
export interface FileSegment {
  readonly baseUrl: string;
  readonly botId: string;
  readonly name: string;
  readonly text: string;
  /** The text with its quotes. */
  readonly textAt: TextRange;
}

export interface ReadFile {
  /** Absent when there are problems. */
  readonly content?: FileContent;
  readonly problems: readonly FileProblem[];
  readonly spots: readonly FileSpot[];
  /** Those that can be read as JSON; whether their texts say anything is not looked at. */
  readonly segments: readonly FileSegment[];
  /** Segments that cannot: the rest of the file is loaded without them. */
  readonly leftOut: readonly FileProblem[];
}

/** One segment of one bot: what it is to be; `undefined`: it goes. */
export interface SegmentChange {
  readonly bot: Pick<FileBot, 'label' | 'baseUrl' | 'botId' | 'environment' | 'isReadOnly'>;
  readonly name: string;
  readonly segment: string | undefined;
}

/** What goes into a file, and what leaves it. */
export interface FileChange {
  readonly content: FileContent;
  /** IDs that the catalogue had from this file and no longer has, by bot: base URL and bot ID. */
  readonly dropped: readonly {
    readonly baseUrl: string;
    readonly botId: string;
    readonly id: string;
  }[];
  /** Bots whose label and environment the file takes over too; those of other bots it keeps where it has them. */
  readonly renamed: readonly { readonly baseUrl: string; readonly botId: string }[];
}

/** The text of workspace files. Behind a port, since the parser is loaded late. */
export interface WorkspaceFileText {
  readonly read: (text: string) => ReadFile;
  /** @param text what is there; `''`: nothing. Its comments and what it lists besides stay. Throws on problems. */
  readonly write: (text: string, change: FileChange) => string;
  /** Puts a segment in, puts it in place of the one of that name, or takes it out; all else stays to the letter. */
  readonly writeSegment: (text: string, change: SegmentChange) => string;
}
