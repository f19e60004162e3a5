import * as vscode from 'vscode';
import type { ExportFormat } from '../../core/exports/exportPlan.ts';
import { pathOf } from '../input/filePath.ts';
import { askSaveFile } from '../kit/window.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';

/** The file that the person chooses, if any; VS Code asks before one is replaced. */
export async function askTarget(name: string, format: ExportFormat): Promise<string | undefined> {
  const { name: formatName, extension } = SHOWN_FORMATS[format];
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri;
  const uri = await askSaveFile({
    title: vscode.l10n.t('Export Customers'),
    saveLabel: vscode.l10n.t('Export'),
    filters: { [formatName]: [extension] },
    ...{ folder, name, extension },
  });
  return uri && pathOf(uri);
}
