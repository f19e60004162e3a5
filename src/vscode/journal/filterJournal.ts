import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { ENTRY_KINDS, type EntryFilter, type EntryKind } from '../../core/journal/entries.ts';
import { askMany } from '../input/askMany.ts';
import type { Handler } from '../input/handler.ts';
import { BACK } from '../input/steps.ts';
import { nameOfBot } from '../kit/botLooks.ts';
import type { JournalTree } from './journalTree.ts';
import { kindText, troubleText } from './rowTexts.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly journalTree: JournalTree;
}

interface Choice extends vscode.QuickPickItem {
  readonly bot?: string;
  readonly entryKind?: EntryKind;
  readonly trouble?: true;
}

/** What the Journal view shows; kept until the window closes. */
export function filterJournal({ catalogue, journalTree }: Needs): Handler<'botTags.filterJournal'> {
  return {
    byPerson: async () => {
      const items = choices(await catalogue(), await botsIn(journalTree));
      const question = {
        placeholder: vscode.l10n.t('What the journal shows; select nothing to show all'),
        items,
        picked: (item: Choice) => isPicked(item, journalTree.filter),
      };
      const title = vscode.l10n.t('Filter Journal');
      const answer = await askMany(question, { title, step: 1, totalSteps: 1, canGoBack: false });
      if (answer !== BACK) journalTree.setFilter(filterOf(answer));
    },
    byProgram: async ({ bots = [], ...filter }) => {
      const opened = await catalogue();
      const keysOf = (reference: string): readonly string[] => {
        const keys = opened.botsNamed(reference).map(({ key }) => key);
        // Bots that are no longer on the list stand in the journal too.
        return keys.length === 0 ? [reference] : keys;
      };
      journalTree.setFilter({ ...filter, bots: bots.flatMap(keysOf) });
      const [shown, all] = [await journalTree.entries(), await journalTree.entries({})];
      return { shown: shown.length, total: all.length };
    },
  };
}

/** Labels by key, of the bots that stand in the journal. */
async function botsIn(tree: JournalTree): Promise<ReadonlyMap<string, string>> {
  const entries = await tree.entries({});
  return new Map(
    entries.map((entry) => {
      const { bot, botLabel } = entry.kind === 'run' ? entry.run : entry.write;
      return [bot, botLabel] as const;
    }),
  );
}

function choices(catalogue: Catalogue, bots: ReadonlyMap<string, string>): readonly Choice[] {
  const { l10n } = vscode;
  const kind = vscode.QuickPickItemKind.Separator;
  const named = [...bots].map(([bot, label]) => {
    const known = catalogue.bot(bot);
    return { label: known === undefined ? label : nameOfBot(known), bot };
  });
  return [
    { label: troubleText(), trouble: true },
    { label: l10n.t('Kind'), kind },
    ...ENTRY_KINDS.map((entryKind) => ({ label: kindText(entryKind), entryKind })),
    { label: l10n.t('Bot'), kind },
    ...named,
  ];
}

function isPicked({ bot, entryKind, trouble }: Choice, filter: EntryFilter): boolean {
  if (bot !== undefined) return filter.bots?.includes(bot) === true;
  if (entryKind !== undefined) return filter.kinds?.includes(entryKind) === true;
  return trouble === true && filter.trouble === true;
}

function filterOf(picked: readonly Choice[]): EntryFilter {
  return {
    bots: picked.flatMap(({ bot }) => bot ?? []),
    kinds: picked.flatMap(({ entryKind }) => entryKind ?? []),
    trouble: picked.some(({ trouble }) => trouble === true),
  };
}
