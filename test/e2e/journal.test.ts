import assert from 'node:assert/strict';
import type { UserTagList } from '../../src/core/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { hoverAndClick } from '../support/hoverAndClick.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';

/** What was written, told by the Journal view, and taken back there. */
describe('the journal', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'shop', customers: 30 });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  const header = () => workbench.page.getByRole('button', { name: /^Journal Section/ });
  const row = (name: RegExp) => workbench.treeItem(name);

  /** How many users have a tag of that name, by the first customers' own lists. */
  async function holdersOf(name: string): Promise<number> {
    const { records } = (await asked(`/v1/api/bot/customers?botId=${service.botId}&limit=100`)) as {
      records: { readonly tags: UserTagList['tags'] }[];
    };
    return records.filter(({ tags }) => tags.some((tag) => tag.name === name)).length;
  }

  async function asked(path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${service.token}` };
    return ((await (await fetch(service.baseUrl + path, { headers })).json()) as { res: unknown })
      .res;
  }

  it('appears with the first change, collapsed, and tells it', async () => {
    assert.equal(await header().count(), 0);
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'New Tag…');
    await workbench.quickInput.answer('Moon cake');
    await header().waitFor();
    assert.equal(await header().getAttribute('aria-expanded'), 'false');
    await header().click();
    await row(/^Create tag "Moon cake", Shop/).waitFor();
    await row(/^Today/).waitFor();
  });

  it('undoes an attaching that is known to have changed something', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    const page = await workbench.webviewFrame('Customers: Shop');
    await page.getByText('30 loaded').waitFor();
    const customer = page.locator('[role=row][aria-rowindex="3"]');
    await workbench.contextMenu(customer, 'Attach Tag…');
    await workbench.quickInput.fill('Moon cake');
    await workbench.quickInput.pick('Moon cake');
    const attached = row(/^Attach "Moon cake" to /);
    await attached.waitFor();
    assert.equal(await holdersOf('Moon cake'), 1);
    await workbench.screenshot('journal-1-attached');
    await hoverAndClick(attached, attached.getByRole('button', { name: 'Undo…' }));
    await workbench
      .dialog()
      .getByText(/^Undo by detaching "Moon cake" from /)
      .waitFor();
    await workbench.screenshot('journal-2-question');
    await workbench.dialogButton('Detach');
    await row(/^Detach "Moon cake" from /).waitFor();
    await row(/^Attach "Moon cake" to .*, undone, Shop/).waitFor();
    assert.equal(await holdersOf('Moon cake'), 0);
    await workbench.screenshot('journal-3-undone');
  });

  it('creates a deleted tag again', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Moon cake/), 'Delete…');
    await workbench.dialogButton('Delete');
    await workbench.contextMenu(row(/^Delete tag "Moon cake"/), 'Undo…');
    await workbench.dialog().getByText('It gets a new ID').waitFor();
    await workbench.screenshot('journal-4-create-again');
    await workbench.dialogButton('Create Again');
    await row(/^Delete tag "Moon cake", undone/).waitFor();
    await workbench.treeItem(/^Moon cake/).waitFor();
  });

  it('is opened as JSON, and cleared', async () => {
    await workbench.viewButton('Open Journal as JSON', 'Journal');
    await workbench.page.locator('.tab').filter({ hasText: 'Journal' }).first().waitFor();
    await workbench.page.locator('.view-line').filter({ hasText: '"kind"' }).first().waitFor();
    await workbench.screenshot('journal-5-json');
    await workbench.viewMenu('Clear Journal…', 'Journal');
    await workbench.dialog().getByText('Clear the journal?').waitFor();
    await workbench.screenshot('journal-8-clear');
    await workbench.dialogButton('Clear');
    await header().waitFor({ state: 'detached' });
  });
});
