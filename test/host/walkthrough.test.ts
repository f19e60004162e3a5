import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeEditors, run } from './product.ts';

/** What closes a tab in VS Code 1.105 must not close one in which something could be lost. */
describe('Open Walkthrough', () => {
  it('leaves the tab in front as it is, saved or not', async () => {
    const content = 'nowhere else';
    const document = await vscode.workspace.openTextDocument({ content });
    await vscode.window.showTextDocument(document, { preview: false });
    await run('botTags.openWalkthrough', {});
    const walkthrough = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(walkthrough !== undefined && walkthrough.input === undefined, 'it is in front');
    const kept = vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputText)
      .filter(
        ({ input }) => (input as vscode.TabInputText).uri.toString() === String(document.uri),
      );
    assert.deepEqual([kept.length, kept[0]?.isDirty], [1, true]);
    assert.equal(document.getText(), content);
    await closeEditors();
  });
});
