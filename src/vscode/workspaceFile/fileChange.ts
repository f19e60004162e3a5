import type * as vscode from 'vscode';
import type { CatalogueReader } from '../../core/catalogue/reader.ts';
import { contentOf, type FileChoice } from '../../core/catalogue/workspaceFile.ts';
import type { FileChange, SegmentChange } from '../../core/catalogue/workspaceFileText.ts';
import type { Bot } from '../../core/model.ts';

/** What these bots put into a file, and take out of it. */
export function changeOf(
  catalogue: CatalogueReader,
  file: vscode.Uri,
  choices: readonly FileChoice[],
): FileChange {
  const bots = choices.map(({ bot }) => bot);
  const listed = catalogue.listedIn(file.toString());
  const dropped = bots.flatMap(({ key, baseUrl, botId }) =>
    listed
      .filter(({ bot, item }) => bot === key && item !== null)
      .filter(({ item }) => catalogue.item(key, item ?? '') === undefined)
      .map(({ item }) => ({ baseUrl, botId, id: item ?? '' })),
  );
  const renamed = bots.filter(({ origin }) => origin === 'file');
  return { content: contentOf(catalogue, choices), dropped, renamed };
}

/** As it stands in a file that has nothing of it yet. */
export function headOf({ label, baseUrl, botId, environment }: Bot): SegmentChange['bot'] {
  return { label, baseUrl, botId, environment, isReadOnly: false };
}
