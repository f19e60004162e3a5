import * as vscode from 'vscode';
import type { AudienceFormat } from '../../base/audience.ts';
import type { ExportFormat } from '../../base/exportPlan.ts';
import { pathOf } from '../../base/ui/filePath.ts';
import { askWhereToSave } from '../../base/ui/saveDialog.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';

/** The file that the person chooses, if any; VS Code asks before a file is replaced. */
export async function askTarget(
  name: string,
  format: ExportFormat | AudienceFormat,
): Promise<string | undefined> {
  const { l10n } = vscode;
  const { name: formatName, extension } = SHOWN_FORMATS[format];
  const uri = await askWhereToSave({
    title: l10n.t('Export Customers'),
    saveLabel: l10n.t('Export'),
    filters: { [formatName()]: [extension] },
    ...{ name, extension, needsPath: true },
  });
  return uri && pathOf(uri);
}
