import { cutMiddle, oneLine } from '../plainText.ts';

/** Characters of a name, which is there for reading only. */
const LONGEST_NAME = 200;
const LONGEST_COMMENT = 500;

/** What a line of JSON does not escape by itself: it would end the line, turn it, or hide a part of it. */
const ACTIVE = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/g;

export interface NamedTag {
  readonly id: string;
  readonly name: string;
}

/** The document in which a person edits a user's tags. */
export interface UserTagsDocument {
  /** Lines of comment above all. */
  readonly head: readonly string[];
  readonly tags: readonly NamedTag[];
  /** Comment above the tags that are not on the user; these are commented out. */
  readonly othersHead: string;
  readonly others: readonly NamedTag[];
  /** Comment below them. */
  readonly foot?: string | undefined;
}

/** An ID in the text, and where it stands, in UTF-16 units. */
export interface TagSpot {
  readonly id: string;
  readonly offset: number;
  readonly length: number;
}

export interface TagsProblem {
  readonly code: 'syntax' | 'object' | 'id' | 'name' | 'too-large';
  /** Of `syntax`: the parser's own word. */
  readonly detail: string;
  readonly offset: number;
  readonly length: number;
}

export interface ReadUserTags {
  /** None when there are problems. */
  readonly spots: readonly TagSpot[];
  readonly problems: readonly TagsProblem[];
}

/** Behind a port, since the parser is loaded late. */
export interface UserTagsReader {
  readonly readUserTags: (text: string) => ReadUserTags;
}

/** JSON with comments: an object of IDs and names, one a line. Whatever stands in a name stays within its string. */
export function writeUserTags({ head, tags, othersHead, others, foot }: UserTagsDocument): string {
  const lines = [
    ...head.map((line) => comment(line)),
    '{',
    ...tags.map((tag) => `  ${member(tag)}`),
    ...(others.length === 0 ? [] : ['', `  ${comment(othersHead)}`]),
    ...others.map((tag) => `  // ${member(tag)}`),
    ...(foot === undefined ? [] : ['', `  ${comment(foot)}`]),
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function member({ id, name }: NamedTag): string {
  return `${quoted(id)}: ${quoted(cutMiddle(name, LONGEST_NAME))},`;
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    ACTIVE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function comment(text: string): string {
  return `// ${oneLine(cutMiddle(text, LONGEST_COMMENT))}`;
}
