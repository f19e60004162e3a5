import * as vscode from 'vscode';

/** The last entry of a list that has not everything. */
export function enterId(): vscode.QuickPickItem {
  return {
    label: vscode.l10n.t('Enter an ID…'),
    iconPath: new vscode.ThemeIcon('edit'),
    alwaysShow: true,
  };
}
