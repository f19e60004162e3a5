import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { TAG, type CatalogueItem } from '../../core/model.ts';
import { quotedText } from '../../core/search/quotedText.ts';

interface Needs {
  /** Without a bot the database is not opened. */
  readonly hasBots: () => boolean;
  readonly catalogue: Lazy<Catalogue>;
  /** Describes tags, one text for each. Loaded with the first tag that is found. */
  readonly describe: (tags: readonly CatalogueItem[]) => Promise<readonly vscode.MarkdownString[]>;
}

/** Explains the ID of a tag that is in quotation marks, in any document. */
export function registerTagHover({ hasBots, catalogue, describe }: Needs): vscode.Disposable {
  return vscode.languages.registerHoverProvider('*', {
    provideHover: async (document, position) => {
      if (!hasBots()) return undefined;
      const { line, character } = position;
      const found = quotedText(document.lineAt(line).text, character);
      if (found === undefined) return undefined;
      const tags = tagsOf(await catalogue(), found.text);
      if (tags.length === 0) return undefined;
      const range = new vscode.Range(line, found.start, line, found.start + found.text.length);
      return new vscode.Hover([...(await describe(tags))], range);
    },
  });
}

/** Returns the tags of this ID, one of each bot. */
function tagsOf(catalogue: Catalogue, id: string): readonly CatalogueItem[] {
  return catalogue
    .bots()
    .flatMap(({ key }) => catalogue.item(key, id) ?? [])
    .filter(({ type }) => type === TAG);
}
