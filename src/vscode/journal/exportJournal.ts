import * as vscode from 'vscode';
import { Cancelled, NoticeError } from '../../core/errors.ts';
import type { Entry } from '../../core/journal/entries.ts';
import type { Handler } from '../input/handler.ts';
import { askWhereToSave } from '../input/saveDialog.ts';
import { numberText } from '../kit/numberText.ts';
import { sayDone } from '../kit/window.ts';
import type { JournalTree } from './journalTree.ts';
import { jsonOf, type JournalTextNeeds } from './journalText.ts';

interface Needs extends JournalTextNeeds {
  readonly journalTree: JournalTree;
}

const filters = { 'JSON Lines': ['ndjson'], JSON: ['json'] };

/** One file with the entries, the newest first: JSON when its name ends so, else a line each. */
export function exportJournal(parts: Needs): Handler<'botTags.exportJournal'> {
  const write = async (file: vscode.Uri, entries: readonly Entry[]): Promise<void> => {
    const objects = await jsonOf(parts, entries, false);
    const text = file.path.toLowerCase().endsWith('.json')
      ? `${JSON.stringify(objects, undefined, 2)}\n`
      : objects.map((one) => `${JSON.stringify(one)}\n`).join('');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  };
  return {
    byPerson: async () => {
      const { l10n } = vscode;
      const entries = await parts.journalTree.entries();
      if (entries.length === 0) throw new NoticeError(l10n.t('There is nothing to export.'));
      const file = await askWhereToSave({
        ...{ title: l10n.t('Export Journal'), filters },
        ...{ name: 'bot-tags-journal', extension: 'ndjson' },
      });
      if (file === undefined) throw new Cancelled();
      await write(file, entries);
      sayDone(
        entries.length === 1
          ? l10n.t('1 entry exported.')
          : l10n.t('{0} entries exported.', numberText(entries.length)),
      );
    },
    byProgram: async ({ uri }) => {
      const entries = await parts.journalTree.entries({});
      await write(vscode.Uri.parse(uri, true), entries);
      return { entries: entries.length };
    },
  };
}
