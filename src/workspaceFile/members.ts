import { createScanner, type Node } from 'jsonc-parser';

/** A property of an object, or an element of an array, with the comments that belong to it. */
export interface Member {
  readonly key: string | undefined;
  /** What stands before the value: `"key": `, with any comment in it; empty in an array. */
  readonly head: string;
  readonly value: Node;
  /** Comments and empty lines above it. */
  readonly before: readonly string[];
  /** Comments after it, on its last line. */
  readonly after: string;
  readonly offset: number;
}

export interface Body {
  /** Comments on the line of the opening brace. */
  readonly open: string;
  readonly members: readonly Member[];
  /** Comments above the closing brace. */
  readonly close: readonly string[];
}

/** Takes an object or array apart, so that it can be put together in another way with its comments. */
export function readBody(text: string, node: Node): Body {
  const entries = node.children ?? [];
  const ends = entries.map((entry) => entry.offset + entry.length);
  const inside = node.offset + node.length - 1;
  const gaps = [node.offset + 1, ...ends].map((from, index) =>
    readGap(text.slice(from, entries[index]?.offset ?? inside)),
  );
  const members = entries.map((entry, index): Member => {
    const isProperty = entry.type === 'property';
    const value = isProperty ? (entry.children?.[1] ?? entry) : entry;
    return {
      key: isProperty ? String(entry.children?.[0]?.value) : undefined,
      head: text.slice(entry.offset, value.offset),
      value,
      before: gaps[index]?.below ?? [],
      after: gaps[index + 1]?.sameLine ?? '',
      offset: entry.offset,
    };
  });
  return { open: gaps[0]?.sameLine ?? '', members, close: gaps.at(-1)?.below ?? [] };
}

interface Gap {
  readonly sameLine: string;
  readonly below: readonly string[];
}

/** Numbers of jsonc-parser's `SyntaxKind`, a const enum, which cannot be imported. */
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const END = 17;

/** What stands between two members: white space, comments and at most one comma. */
function readGap(gap: string): Gap {
  const scanner = createScanner(gap);
  const lines: string[][] = [[]];
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    if (kind === LINE_BREAK) lines.push([]);
    else if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) {
      lines
        .at(-1)
        ?.push(
          gap.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength()),
        );
    }
  }
  const [first = '', ...rest] = lines.map((parts) => parts.join(' '));
  // The last line is the beginning of the next member's own line.
  const last = rest.pop();
  const below = last === undefined || last === '' ? rest : [...rest, last];
  return { sameLine: first, below };
}
