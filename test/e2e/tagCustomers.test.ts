import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';

const COMMAND = 'Show Customers with Tag';
/** On the first page, and of the bot. */
const CUSTOMERS = 100;
const ALL_CUSTOMERS = 250;

interface Wire {
  readonly tags: readonly { readonly name: string }[];
}

/** From a tag to who has it: each click and key of it, in the packaged product. */
describe('the customers with a tag', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  /** The names of each customer's tags. */
  let tagged: readonly ReadonlySet<string>[];
  let common: string;
  let rare: string;

  before(async () => {
    service = await startSandbox({ token: 'with-tag', customers: ALL_CUSTOMERS });
    tagged = await tagsOfCustomers(service, CUSTOMERS);
    const names = [...new Set(tagged.flatMap((own) => [...own]))].toSorted(
      (one, other) => having(other) - having(one),
    );
    common = names[0] ?? assert.fail();
    rare = names.findLast((name) => having(name) > 1) ?? assert.fail();
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Tea House');
    await workbench.expand(/^Folder not known/);
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  const having = (...names: readonly string[]): number =>
    tagged.filter((own) => names.some((name) => own.has(name))).length;
  const row = (name: string) =>
    workbench.page
      .locator('.sidebar .monaco-list-row')
      .filter({ has: workbench.page.getByText(name, { exact: true }) });
  const press = (key: string): Promise<void> => workbench.page.keyboard.press(key);
  const panel = () => workbench.webviewFrame('Customers: Tea House');
  const panels = () => workbench.page.getByRole('tab', { name: 'Customers: Tea House' }).count();

  /** Only those with one of the tags, and all of them. */
  async function shows(page: FrameLocator, ...names: readonly string[]): Promise<void> {
    await page.getByText(`${having(...names)} of ${CUSTOMERS} loaded match`).waitFor();
    const rows = await page.locator('.body .row .cell.tags').all();
    assert.ok(rows.length > 0);
    for (const cell of rows) {
      const said = `${await cell.innerText()} ${await cell.getAttribute('title')}`;
      assert.ok(
        names.some((name) => said.includes(name)),
        said,
      );
    }
  }

  it('a click on a tag selects it, and asks the service nothing', async () => {
    const before = { ...service.requests };
    await row(common).click();
    await row(rare).click();
    await workbench.page.locator('.sidebar .monaco-list-row.selected').getByText(rare).waitFor();
    // A command of ours answers after whatever the clicks may have caused.
    await press('ControlOrMeta+c');
    await workbench.statusBar('copied').waitFor();
    assert.deepEqual(service.requests, before);
    assert.equal(await panels(), 0);
  });

  it('the button of its row opens the panel filtered by it', async () => {
    await row(common).hover();
    await row(common).getByRole('button', { name: COMMAND }).click();
    await shows(await panel(), common);
    await workbench.screenshot('tag-customers-1-button');
  });

  it('the menu filters the panel that is open, in place of any other filter', async () => {
    const page = await panel();
    await page.getByRole('searchbox', { name: 'Filter loaded customers' }).fill('nobody has this');
    await page.getByText('0 of 100 loaded match').waitFor();
    const { listCustomers } = service.requests;
    await workbench.contextMenu(row(rare), COMMAND);
    await shows(await panel(), rare);
    assert.equal(await panels(), 1);
    assert.equal(
      service.requests.listCustomers,
      listCustomers,
      'what is loaded is not asked again',
    );
  });

  it('a panel in the background is brought to the front, filtered', async () => {
    await workbench.runCommand('File: New Untitled Text File');
    await workbench.editorTab('Untitled-1').waitFor();
    await workbench.contextMenu(row(common), COMMAND);
    await shows(await panel(), common);
    await workbench.showEditor('Untitled-1');
    await workbench.runCommand('View: Close Editor');
    await workbench.editorTab('Untitled-1').waitFor({ state: 'detached' });
    await shows(await panel(), common);
  });

  it('Enter means the tag with the focus ring', async () => {
    await row(rare).click();
    await press('ArrowUp');
    const focused = workbench.page.locator('.sidebar .monaco-list-row.focused .label-name');
    const name = await focused.innerText();
    assert.notEqual(name, rare);
    await press('Enter');
    await shows(await panel(), name);
    await workbench.screenshot('tag-customers-2-enter');
  });

  it('Enter on several selected tags shows who has any of them', async () => {
    await row(rare).click();
    await row(common).click({ modifiers: ['ControlOrMeta'] });
    await press('Enter');
    await shows(await panel(), rare, common);
    assert.equal(await workbench.page.locator('.sidebar .monaco-list-row.selected').count(), 2);
  });

  it('Enter opens and closes a folder and a bot, as in other trees', async () => {
    const before = { ...service.requests };
    for (const name of ['Folder not known', 'Tea House']) {
      const item = workbench.treeItem(new RegExp(`^${name}`));
      const label = item.locator('.label-name');
      // The click itself opens or closes it, too.
      for (const step of [() => label.click(), () => press('Enter'), () => press('Enter')]) {
        const wasOpen = (await item.getAttribute('aria-expanded')) === 'true';
        await step();
        await workbench.page
          .getByRole('treeitem', { name: new RegExp(`^${name}`), expanded: !wasOpen })
          .first()
          .waitFor();
      }
    }
    assert.deepEqual(service.requests, before);
  });

  it('asks for the tag when a keybinding calls it without a row', async () => {
    await workbench.pressKeyOf('botTags.showTagCustomers');
    await workbench.quickInput.expect(/Search \d+ tags by name, ID or folder/);
    await workbench.quickInput.fill(rare);
    await workbench.screenshot('tag-customers-3-palette');
    await workbench.quickInput.pickActive(rare);
    await shows(await panel(), rare);
  });

  it('says below the rows how many customers it has searched, and searches all of them', async () => {
    const page = await panel();
    const note = `${having(rare)} found in the first 100 customers.`;
    await page.locator('.found', { hasText: note }).waitFor();
    const firstChips = async () => {
      const cells = await page.locator('.body .row .cell.tags').all();
      return Promise.all(cells.map((cell) => cell.locator('.chip').first().innerText()));
    };
    assert.deepEqual([...new Set(await firstChips())], [rare]);
    await workbench.screenshot('tag-customers-4-first');
    await page.locator('.body .row .cell').first().click();
    await press('Tab');
    await page.locator('.found button:focus').waitFor();
    await press('Enter');
    const all = await tagsOfCustomers(service, ALL_CUSTOMERS);
    const found = all.filter((own) => own.has(rare)).length;
    assert.ok(found > having(rare));
    await page.locator('.found', { hasText: `${found} found in all 250 customers.` }).waitFor();
    assert.equal(await page.locator('.found button').isVisible(), false);
    assert.deepEqual([...new Set(await firstChips())], [rare]);
    await workbench.screenshot('tag-customers-5-all');
  });
});

async function tagsOfCustomers(
  service: Sandbox,
  limit: number,
): Promise<readonly ReadonlySet<string>[]> {
  const url = `${service.baseUrl}/v1/api/bot/customers?botId=${service.botId}&limit=${limit}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${service.token}` } });
  const { res } = (await answer.json()) as { res: { records: readonly Wire[] } };
  return res.records.map(({ tags }) => new Set(tags.map(({ name }) => name)));
}
