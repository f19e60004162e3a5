import * as vscode from 'vscode';
import { NoticeError } from '../../base/errors.ts';
import type { Entry } from '../entries.ts';
import type { JsonDocuments } from '../../base/ui/jsonDocuments.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import type { JournalTree } from './journalTree.ts';
import { idOf } from './journalRows.ts';
import { jsonOf, type JournalTextNeeds } from './journalText.ts';

interface Needs extends JournalTextNeeds {
  readonly journalTree: JournalTree;
  readonly documents: JsonDocuments;
}

/** The Journal, or one row of it, in a read-only editor. */
export function openJournal(parts: Needs): Handler<'botTags.openJournal'> {
  const show = async (entries: readonly Entry[]): Promise<string> => {
    const text = `${JSON.stringify(await jsonOf(parts, entries), undefined, 2)}\n`;
    return (await parts.documents.show(vscode.l10n.t('Journal'), text)).toString();
  };
  const one = async (id: string): Promise<string> => {
    const entry = (await parts.journalTree.entries()).find((entry) => idOf(entry) === id);
    if (entry === undefined) throw notThere();
    return show([entry]);
  };
  return {
    byPerson: async ({ journal: row }) => {
      const isEntry = row?.kind === 'run' || row?.kind === 'write';
      return isEntry ? one(row.id) : show(await parts.journalTree.entries());
    },
    byProgram: async ({ entry }) =>
      entry === undefined ? show(await parts.journalTree.entries()) : one(entry),
  };
}

export function notThere(): NoticeError {
  return new NoticeError(vscode.l10n.t('This entry is no longer in the Journal.'));
}
