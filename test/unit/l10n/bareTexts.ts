import { isTranslation } from './extracted.ts';
import {
  child,
  children,
  lineOf,
  literalText,
  nameOf,
  visit,
  type Node,
  type Source,
} from './syntax.ts';

/** Literal that reads like a text for users and is not passed to `l10n.t`. */
export interface BareText {
  /** Position as `file:line`. */
  readonly at: string;
  readonly file: string;
  /** Text of the literal. In a template, each value is `{…}`. */
  readonly text: string;
}

/** Matches words separated by spaces, a capitalized word, a sentence, and anything Chinese. */
const READS_LIKE_TEXT =
  /\p{L}{2,}[,:;.]? +\(?\p{L}|^\p{Lu}\p{Ll}{2,}\P{L}*$|\p{L}{2,}[.!?…]$|[\u3400-\u9fff]/u;

/** Properties and functions that show texts. In these, even a single lowercase word is a text for users. */
const SHOWN_PROPERTIES = new Set([
  ...['label', 'title', 'description', 'detail', 'tooltip', 'placeholder', 'prompt', 'message'],
  ...['validationMessage', 'saveLabel', 'openLabel', 'textContent', 'ariaLabel', 'aria-label'],
]);
const SHOWING_FUNCTIONS = new Set([
  'showInformation',
  'showWarning',
  'showError',
  'ask',
  'confirm',
  'sayDone',
]);

/** Errors and log methods whose texts stay English, because programs and developers read them. */
const ENGLISH_ERRORS = new Set(['Error', 'RangeError', 'TypeError', 'SyntaxError', 'Cancelled']);
const LOG_METHODS = new Set(['trace', 'debug', 'info', 'warn', 'error']);

/** Returns the literals of a file that users would read in English in every display language. */
export function bareTexts(source: Source): readonly BareText[] {
  const found: BareText[] = [];
  visit(source.program, (node) => {
    const text = literalText(node);
    if (text === undefined || !isForUsers(source, node, text)) return;
    found.push({ at: `${source.file}:${lineOf(source, node)}`, file: source.file, text });
  });
  return found;
}

function isForUsers(source: Source, node: Node, text: string): boolean {
  const bare = text.replaceAll('{…}', ' ').trim();
  const isShown = isShownAt(source, node) && /\p{L}{2}/u.test(bare) && !isCode(bare);
  if (!isShown && !READS_LIKE_TEXT.test(bare)) return false;
  return !isExempt(source, node);
}

/** Recognizes IDs, icon names and message types. */
function isCode(text: string): boolean {
  return /^[a-z]+(?:[-.][A-Za-z]+)+$/.test(text);
}

/** Checks whether the node is the value of a shown property, or an argument that is shown. */
function isShownAt({ parents }: Source, node: Node): boolean {
  const parent = parents.get(node);
  if (parent === undefined) return false;
  if (parent.type === 'Property')
    return (
      child(parent, 'value') === node && SHOWN_PROPERTIES.has(nameOf(child(parent, 'key')) ?? '')
    );
  if (parent.type === 'AssignmentExpression')
    return SHOWN_PROPERTIES.has(nameOf(child(parent, 'left')) ?? '');
  if (parent.type !== 'CallExpression') return false;
  const [first] = children(parent, 'arguments');
  const calledName = nameOf(child(parent, 'callee')) ?? '';
  const isAttribute = calledName === 'setAttribute' && first !== node && first !== undefined;
  return (
    SHOWING_FUNCTIONS.has(calledName) ||
    (isAttribute && SHOWN_PROPERTIES.has(literalText(first) ?? ''))
  );
}

/** Returns whether a node around this one shows that no user reads the text, or that it is translated. */
function isExempt(source: Source, node: Node): boolean {
  const { parents } = source;
  for (let at: Node | undefined = node; at !== undefined; at = parents.get(at)) {
    const parent = parents.get(at);
    if (parent === undefined) return false;
    if (isTranslation(parent) || isNotShownValue(at, parent) || isInErrorOrLog(source, parent))
      return true;
  }
  return false;
}

/** Checks whether the node is a type, a module name, a key, a compared word or a CSS class. */
function isNotShownValue(node: Node, parent: Node): boolean {
  if (/^(?:Import|Export(?:All|Named)Declaration$)/.test(parent.type))
    return child(parent, 'declaration') !== node;
  if (/^TS(?!As|Satisfies|NonNull)/.test(parent.type)) return true;
  if (parent.type === 'Property' && child(parent, 'key') === node) return true;
  if (parent.type === 'Property' && nameOf(child(parent, 'key')) === 'class') return true;
  if (parent.type === 'SwitchCase') return child(parent, 'test') === node;
  if (parent.type === 'MemberExpression') return child(parent, 'property') === node;
  return parent.type === 'BinaryExpression' && /^[=!]==$/.test(String(parent['operator']));
}

function isInErrorOrLog({ parents }: Source, node: Node): boolean {
  const callee = child(node, 'callee');
  if (node.type === 'NewExpression') return ENGLISH_ERRORS.has(nameOf(callee) ?? '');
  if (node.type !== 'CallExpression' || callee === undefined) return false;
  if (callee.type === 'Super') return isErrorClass(classAround(node, parents));
  const receiver = child(callee, 'object');
  return (
    LOG_METHODS.has(nameOf(callee) ?? '') && /^(?:#?log|console)$/i.test(nameOf(receiver) ?? '')
  );
}

function classAround(node: Node, parents: Source['parents']): Node | undefined {
  let at: Node | undefined = node;
  while (at !== undefined && at.type !== 'ClassDeclaration') at = parents.get(at);
  return at;
}

/**
 * Checks whether a class extends `Error` directly. Other error classes, such as `TooLargeText`, have texts for users.
 */
function isErrorClass(node: Node | undefined): boolean {
  return node !== undefined && nameOf(child(node, 'superClass')) === 'Error';
}
