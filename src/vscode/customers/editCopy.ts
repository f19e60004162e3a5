import * as vscode from 'vscode';
import { NoticeError } from '../../core/errors.ts';
import { JSON_SCHEME } from '../../surface/manifest.ts';
import type { Handler } from '../input/handler.ts';

/** An untitled document with the text of a read-only one: that one can be changed and saved. */
export function editCopy(): Handler<'botTags.editCopy'> {
  return {
    byPerson: async () => {
      const document = vscode.window.activeTextEditor?.document;
      if (document?.uri.scheme !== JSON_SCHEME) throw notOurs();
      await copyOf(document);
    },
    byProgram: async ({ uri }) => {
      const parsed = vscode.Uri.parse(uri);
      if (parsed.scheme !== JSON_SCHEME) throw notOurs();
      return copyOf(await vscode.workspace.openTextDocument(parsed));
    },
  };
}

async function copyOf(document: vscode.TextDocument): Promise<string> {
  const copy = await vscode.workspace.openTextDocument({
    language: 'json',
    content: document.getText(),
  });
  await vscode.window.showTextDocument(copy, { preview: false });
  return copy.uri.toString();
}

function notOurs(): NoticeError {
  return new NoticeError(vscode.l10n.t('Open a customer page as JSON first.'));
}
