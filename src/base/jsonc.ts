/** Exports of jsonc-parser that the project uses. Bundles share this single copy (scripts/sharedBundles.ts). */
export { applyEdits, createScanner, parseTree, printParseErrorCode } from 'jsonc-parser';
export type { Edit, Node, ParseError } from 'jsonc-parser';

/** Values of jsonc-parser's `SyntaxKind`, which is a const enum and cannot be imported. */
export const KIND = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
  unknown: 16,
  end: 17,
} as const;

/** Returns whether a token of this kind has no meaning: a comment or white space. */
export function isTrivia(kind: number): boolean {
  return kind >= KIND.lineComment && kind <= KIND.space;
}
