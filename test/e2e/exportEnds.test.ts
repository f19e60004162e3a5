import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { ExportDialog } from '../support/exportDialog.ts';
import { FileDialog } from '../support/fileDialog.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';

describe('how an export ends', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let folder: TemporaryFolder;
  let dialog: ExportDialog;

  before(async () => {
    folder = temporaryFolder('e2e-ends');
    service = await startSandbox({ token: 'ends-token', customers: 250 });
    opened = await openProduct();
    ({ workbench } = opened);
    dialog = new ExportDialog(workbench);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    folder?.remove();
  });

  /** An export of three rows, to its last message. */
  async function exportThree(name: string, format: RegExp) {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    const panel = await workbench.webviewFrame('Customers: Shop');
    await panel.getByText('100 loaded').first().waitFor();
    await panel.locator('[role=row][aria-rowindex="2"]').getByRole('gridcell').nth(1).click();
    const last = panel.locator('[role=row][aria-rowindex="4"]').getByRole('gridcell').nth(1);
    await last.click({ modifiers: ['Shift'] });
    await workbench.page.getByRole('button', { name: 'Export Customers…' }).first().click();
    await quickInput.pick('Selected (3)');
    await quickInput.expect('Which format?');
    await quickInput.pick(format);
    await dialog.chooseFields('Keep them');
    const file = join(folder.path, name);
    await dialog.saveAs(file);
    const done = workbench.notification('3 customers exported');
    await done.waitFor();
    return {
      file,
      done,
      press: (label: string) => pressInMessage(done, label),
    };
  }

  it('proposes a name for the file in the home folder, then in the folder last saved to', async () => {
    const { quickInput } = workbench;
    const files = new FileDialog(quickInput);
    const proposed = async (): Promise<string> => {
      await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Export Customers…');
      await dialog.answer(/^NDJSON/, 'Leave them out');
      return files.proposed(/Shop\.ndjson$/);
    };
    assert.equal(await proposed(), join(homedir(), 'Shop.ndjson'));
    await workbench.screenshot('save-dialog-home');
    await files.answer(join(folder.path, 'first.ndjson'));
    await workbench.notification('250 customers exported').waitFor();
    await workbench.clearNotifications();
    assert.equal(await proposed(), join(folder.path, 'Shop.ndjson'));
    await workbench.screenshot('save-dialog-last-folder');
    await quickInput.cancel();
  });

  it('ends with Open, which shows the file, and Reveal, which shows where it is', async () => {
    const { quickInput } = workbench;
    const opened = await exportThree('opened.ndjson', /^NDJSON/);
    await opened.press('Open');
    await workbench.editorTab('opened.ndjson').waitFor();
    await workbench.screenshot('export-opened');
    assert.equal(await workbench.editorText(), readFileSync(opened.file, 'utf8'));
    const revealed = await exportThree('revealed.json', /^JSON/);
    await revealed.press('Reveal');
    await quickInput.expect('Folder of the Export');
    await quickInput.option('revealed.json').waitFor();
    await workbench.screenshot('export-revealed');
    await quickInput.cancel();
  });

  it('ends without Open where no editor can show the file', async () => {
    const { done } = await exportThree('table.parquet', /^Parquet/);
    await done.getByRole('button', { name: 'Reveal', exact: true }).waitFor();
    await done.getByRole('button', { name: 'Copy Path', exact: true }).waitFor();
    await workbench.screenshot('export-parquet');
    assert.equal(await done.getByRole('button', { name: 'Open', exact: true }).count(), 0);
  });
});
