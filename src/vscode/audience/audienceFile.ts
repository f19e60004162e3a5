import * as vscode from 'vscode';
import type { AudienceFormat } from '../../core/audience/audience.ts';
import { Cancelled } from '../../core/errors.ts';
import type { Bot } from '../../core/model.ts';
import { pathOf } from '../input/filePath.ts';
import { askWhereToSave } from '../input/saveDialog.ts';
import { ask } from '../kit/window.ts';
import { numberText } from '../kit/numberText.ts';

/** Named one by one in the question whether they may be replaced. */
const MOST_NAMED = 5;

/** Asks where to. Throws `Cancelled`. */
export async function askAudienceFile(bot: Bot, format: AudienceFormat): Promise<string> {
  const { l10n } = vscode;
  const isLine = format === 'line';
  const extension = isLine ? 'txt' : 'csv';
  const uri = await askWhereToSave({
    title: isLine
      ? l10n.t('Export Audience: Page IDs Are Added to the Name')
      : l10n.t('Export Audience'),
    saveLabel: l10n.t('Export'),
    filters: { [isLine ? l10n.t('Text') : 'CSV']: [extension] },
    ...{ name: l10n.t('{0} audience', bot.label), extension, needsPath: true },
  });
  if (uri === undefined) throw new Cancelled();
  return pathOf(uri);
}

/** The dialog has asked about the name that was typed, and not about those of the pages. Throws `Cancelled`. */
export async function agreeToReplace(files: readonly string[]): Promise<boolean> {
  const { l10n } = vscode;
  const replace = l10n.t('Replace');
  const message =
    files.length === 1
      ? l10n.t('A file of this audience is there already. Replace it?')
      : l10n.t('{0} files of this audience are there already. Replace them?', files.length);
  const named = files.slice(0, MOST_NAMED);
  const left = files.length - named.length;
  const detail = [...named, ...(left > 0 ? [l10n.t('{0} more', numberText(left))] : [])];
  if ((await ask({ message, detail }, replace)) !== replace) throw new Cancelled();
  return true;
}
