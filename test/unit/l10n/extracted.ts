import {
  allSources,
  child,
  children,
  lineOf,
  literalText,
  visit,
  type Node,
  type Source,
} from './syntax.ts';

/** A call of `l10n.t`. */
export interface TranslationCall {
  readonly source: Source;
  readonly node: Node;
  /** Position as `file:line`. */
  readonly at: string;
  /** Text of the call. `undefined` if it is not a literal, so that it cannot be translated. */
  readonly key: string | undefined;
  /** Number of values to fill in. `undefined` if a spread determines it. */
  readonly valueCount: number | undefined;
}

/**
 * Returns every call of `l10n.t` in the syntax tree. `@vscode/l10n-dev` finds the same texts (compared once), but needs
 * 60 packages of 91 MB, ignores calls without a literal, and does not report positions.
 */
export function extractedFrom(source: Source): readonly TranslationCall[] {
  const found: TranslationCall[] = [];
  visit(source.program, (node) => {
    if (!isTranslation(node)) return;
    const [text, ...values] = children(node, 'arguments');
    const isLiteral =
      text?.type === 'Literal' ||
      (text?.type === 'TemplateLiteral' && children(text, 'expressions').length === 0);
    found.push({
      source,
      node,
      at: `${source.file}:${lineOf(source, node)}`,
      key: isLiteral && text !== undefined ? literalText(text) : undefined,
      valueCount: values.some(({ type }) => type === 'SpreadElement') ? undefined : values.length,
    });
  });
  return found;
}

/** Returns whether a node is a call of `l10n.t` or `vscode.l10n.t`. */
export function isTranslation(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  const callee = child(node, 'callee');
  if (callee?.type !== 'MemberExpression') return false;
  const object = child(callee, 'object');
  const receiver = object?.type === 'MemberExpression' ? child(object, 'property') : object;
  return child(callee, 'property')?.['name'] === 't' && receiver?.['name'] === 'l10n';
}

let cachedCalls: readonly TranslationCall[] | undefined;

/** Returns the calls of `l10n.t` in all files below `src`. The files are read once. */
export function allExtracted(): readonly TranslationCall[] {
  cachedCalls ??= allSources().flatMap(extractedFrom);
  return cachedCalls;
}
