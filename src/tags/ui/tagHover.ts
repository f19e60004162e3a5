import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { JournalStore } from '../../catalogue/journal.ts';
import { quotedText, tagsById } from '../../catalogue/tagsInCode.ts';
import type { DescribeTags } from './describeTags.ts';

interface Needs {
  /** Summary, checked first so that the database is not opened if there is no bot. */
  readonly summary: { readonly hasBots: boolean };
  readonly catalogue: Lazy<Catalogue>;
  readonly journal: Lazy<Pick<JournalStore, 'replacement'>>;
  /** Describes tags. Its code is loaded when the first tag is found. */
  readonly describe: DescribeTags;
}

/** Registers a hover that explains the ID of a tag in quotation marks, in any document. */
export function registerTagHover(services: Needs): vscode.Disposable {
  const { summary, catalogue, journal, describe } = services;
  return vscode.languages.registerHoverProvider('*', {
    provideHover: async (document, position) => {
      if (!summary.hasBots) return undefined;
      const { line, character } = position;
      const quoted = quotedText(document.lineAt(line).text, character);
      if (quoted === undefined) return undefined;
      const tags = tagsById(await catalogue(), await journal(), quoted.text);
      if (tags.length === 0) return undefined;
      const range = new vscode.Range(line, quoted.start, line, quoted.start + quoted.text.length);
      return new vscode.Hover([...(await describe(tags, quoted.text))], range);
    },
  });
}
