import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import {
  dataOf,
  importData,
  planImport,
  type ExtensionData,
  type ImportSummary,
} from '../../core/catalogue/extensionData.ts';
import { Cancelled, NoticeError, UserError } from '../../core/errors.ts';
import type { Clock } from '../../core/ports.ts';
import { sentences } from '../../core/sentences.ts';
import { detailText } from '../errors/detailText.ts';
import type { Handler } from '../input/handler.ts';
import { askWhereToSave } from '../input/saveDialog.ts';
import { botCount, itemCount } from '../kit/counts.ts';
import type { LazyValidators } from '../kit/lazyValidators.ts';
import { ask, askOpenFile, sayDone, showInformation } from '../kit/window.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly validators: LazyValidators;
}

const filters = { JSON: ['json'] };

/** One JSON file with the bots and all that is known of their tags; no tokens. */
export function exportExtensionData(
  parts: Pick<Needs, 'catalogue'> & { readonly clock: Clock },
): Handler<'botTags.exportData'> {
  const write = async (file: vscode.Uri) => {
    const data = dataOf(await parts.catalogue(), parts.clock.now());
    const text = `${JSON.stringify(data, undefined, 2)}\n`;
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    return { bots: data.bots.length, items: itemsIn(data) };
  };
  return {
    byPerson: async () => {
      const data = dataOf(await parts.catalogue(), parts.clock.now());
      if (data.bots.length === 0) {
        throw new NoticeError(
          vscode.l10n.t(
            'There is nothing to export: the sandbox stays on this machine. Add a bot first.',
          ),
        );
      }
      const file = await askWhereToSave({
        title: vscode.l10n.t('Export Extension Data'),
        filters,
        ...{ name: 'bot-tags-export', extension: 'json' },
      });
      if (file === undefined) throw new Cancelled();
      const { bots, items } = await write(file);
      sayDone(
        vscode.l10n.t('{0} and {1} exported, without tokens.', botCount(bots), itemCount(items)),
      );
    },
    byProgram: async ({ uri }) => write(vscode.Uri.parse(uri, true)),
  };
}

export function importExtensionData(parts: Needs): Handler<'botTags.importData'> {
  const read = async (file: vscode.Uri): Promise<ExtensionData> => {
    const bytes = await vscode.workspace.fs.readFile(file);
    const validators = await parts.validators();
    try {
      return validators.parseExportedData(new TextDecoder().decode(bytes));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new UserError(
        vscode.l10n.t(
          '{0} cannot be imported, so nothing changed: {1}. Choose a file that "Export Extension Data…" wrote.',
          file.fsPath,
          detailText(reason),
        ),
      );
    }
  };
  return {
    byPerson: async () => {
      const file = await askOpenFile(vscode.l10n.t('Import Extension Data'), filters);
      if (file === undefined) throw new Cancelled();
      const data = await read(file);
      const catalogue = await parts.catalogue();
      await confirmImport(planImport(catalogue, data));
      sayImported(await catalogue.whenFree(() => importData(catalogue, data)));
    },
    byProgram: async ({ uri }) => {
      const data = await read(vscode.Uri.parse(uri, true));
      const catalogue = await parts.catalogue();
      return catalogue.whenFree(() => importData(catalogue, data));
    },
  };
}

async function confirmImport(plan: ImportSummary): Promise<void> {
  const { l10n } = vscode;
  const yes = l10n.t('Import');
  const texts = [
    l10n.t('Bots: {0} new, {1} already here.', plan.newBots, plan.knownBots),
    countText(plan),
    l10n.t(
      'Importing adds and updates; it deletes nothing. Bots that are already here stay as they are. If both sides know a tag, the more recent answer of the service wins.',
    ),
    l10n.t('The file holds no tokens: confirm the base URL of each new bot and enter its token.'),
  ];
  const detail = texts.flatMap((text) => [text, '']);
  const message = l10n.t('Import these bots and tags?');
  if ((await ask({ message, detail, isWarning: false }, yes)) !== yes) throw new Cancelled();
}

function sayImported(summary: ImportSummary): void {
  void showInformation(
    sentences([vscode.l10n.t('Imported. Bots: {0} new.', summary.newBots), countText(summary)]),
  );
}

function countText({ newItems, updatedItems, sameItems }: ImportSummary): string {
  return vscode.l10n.t(
    'Tags and folders: {0} new, {1} updated, {2} unchanged.',
    newItems,
    updatedItems,
    sameItems,
  );
}

function itemsIn({ bots }: ExtensionData): number {
  return bots.reduce((total, { items }) => total + items.length, 0);
}
