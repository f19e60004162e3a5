import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imports, sources } from './house/imports.ts';
import { projectRoot } from './projectRoot.ts';

/** Names of the DOM API, as globals or as types of parameters. */
const DOM =
  /\b(?:document|window|navigator|self|Worker|Element|Node|DOM\w+|HTML\w*|SVG\w*|\w*Event|ResizeObserver|acquireVsCodeApi|requestAnimationFrame|getComputedStyle)\b/;

const COMMENT = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;

/** Texts and their language in `vscode`, which unit tests replace (`test/unit/vscodeTexts.ts`). */
const TEXTS: ReadonlySet<string> = new Set(['l10n', 'env']);

/**
 * Lists the files of `src` whose code unit tests can run: neither the file nor its imports use the
 * DOM, or more of `vscode` than its types, `l10n` and `env`.
 */
export function pureFiles(): readonly string[] {
  const values = imports.filter(({ isType }) => !isType);
  const importersOf = Map.groupBy(values, ({ to }) => to);
  const impure = new Set(sources.filter(isImpure));
  // Iterating over a set includes the values added during the iteration.
  for (const file of impure) {
    for (const { from } of importersOf.get(file) ?? []) impure.add(from);
  }
  return sources.filter((file) => !impure.has(file)).toSorted();
}

function isImpure(file: string): boolean {
  const text = readFileSync(join(projectRoot, file), 'utf8').replaceAll(COMMENT, '');
  const importsVscode = imports.some(
    ({ from, to, isType }) => from === file && to === 'vscode' && !isType,
  );
  if (importsVscode && namesOfEditor(text).some((name) => !TEXTS.has(name))) return true;
  return /^src\/\w+\/page\//.test(file) && DOM.test(text);
}

/** Returns the names of `vscode` that a file uses, imported by name or through the namespace. */
function namesOfEditor(text: string): readonly string[] {
  const [, listed = ''] = /^import \{([^}]*)\} from 'vscode'/m.exec(text) ?? [];
  const used = [...text.matchAll(/\bvscode\.(\w+)/g)].map(([, name = '']) => name);
  return [...(listed.match(/\w+/g) ?? []), ...used];
}
