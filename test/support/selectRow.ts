import type { Workbench } from './e2e.ts';
import { untilDone } from './untilDone.ts';

/**
 * Clicks a row of the tree until the row has the focus for the next key. A row that is being redrawn ignores clicks.
 */
export async function selectRow(workbench: Workbench, name: RegExp): Promise<void> {
  const selected = workbench.page.locator('.monaco-list:focus .monaco-list-row.focused.selected');
  await untilDone(async () => {
    await workbench.treeItem(name).click();
    await workbench.treeItem(name).and(selected).waitFor({ timeout: 2_000 });
  });
}
