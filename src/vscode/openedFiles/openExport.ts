import * as vscode from 'vscode';
import type { OpenedCustomers } from '../../surface/results.ts';
import type { CustomerPanels } from '../customers/panel/customerPanels.ts';
import { fileOf, pathOf } from '../input/filePath.ts';
import type { Handler } from '../input/handler.ts';
import { askOpenFile } from '../kit/window.ts';

interface Needs {
  readonly panels: CustomerPanels;
}

/** "Open Export…": the customers in a file, in the same panel as those of a bot. */
export function openExport({ panels }: Needs): Handler<'botTags.openExport'> {
  const open = async (path: string): Promise<OpenedCustomers> => {
    const panel = await panels.openFile(path);
    await panel.firstPage;
    const { pager, file } = panel;
    if (pager.state === 'error') throw pager.error;
    return { loaded: pager.rows, hasMore: pager.state !== 'end', notes: file?.notes() ?? [] };
  };
  return {
    byPerson: async () => {
      const filters = {
        [vscode.l10n.t('Exports')]: ['ndjson', 'jsonl', 'json', 'csv', 'parquet', 'partial'],
        [vscode.l10n.t('All Files')]: ['*'],
      };
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      const chosen = await askOpenFile(vscode.l10n.t('Open Export'), filters, folder);
      if (chosen !== undefined) await panels.openFile(pathOf(chosen));
    },
    byProgram: ({ file }) => open(fileOf(file)),
  };
}
