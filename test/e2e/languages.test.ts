import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { sandboxSeedItems } from '../../src/sandbox/seedItems.ts';
import { closeNotifications } from '../support/closeNotifications.ts';
import type { Workbench } from '../support/e2e.ts';
import { FileDialog } from '../support/fileDialog.ts';
import { LanguageScreens } from '../support/languageScreens.ts';
import { escapeRegExp } from '../support/literally.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { sizeOf } from '../support/sizes.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';
import { textsIn, type Locale } from '../support/texts.ts';
import { testedVscode } from '../support/vscodeFromNpm.ts';

const TAG = 'Spring 春季';
const FOLDER = 'Campaigns 2';
const USER = 'U0123456789';

/**
 * Locales to test. The pseudo-locale `qps-ploc` reveals long or untranslated texts. They are the same in every VS Code,
 * so the oldest one is tested without it.
 */
const LOCALES: readonly Locale[] = testedVscode() === 'oldest' ? ['zh-tw'] : ['qps-ploc', 'zh-tw'];

for (const locale of LOCALES.slice(0, sizeOf('languages'))) {
  describe(`Main journey in ${locale}`, () => journey(locale));
}

function journey(locale: Locale): void {
  const texts = textsIn(locale);
  const { text, command } = texts;
  const startsWith = (name: string): RegExp => new RegExp(`^${escapeRegExp(name)}`);
  const exactly = (name: string): RegExp => new RegExp(`^${escapeRegExp(name)}$`);
  const bot = text('Sandbox');
  let folder: TemporaryFolder;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let screens: LanguageScreens;

  before(async () => {
    folder = temporaryFolder('languages');
    opened = await openProduct({ locale, workspace: folder.path });
    ({ workbench } = opened);
    screens = new LanguageScreens(workbench, texts, [TAG, FOLDER]);
  });

  after(async () => {
    await opened?.close();
    folder?.remove();
  });

  /** Defines a test that fails if problems were found on its screens. */
  const step = (title: string, go: () => Promise<void>) =>
    it(title, async () => {
      await go();
      const problems = screens.takeProblems();
      assert.equal(problems.length, 0, problems.join('\n'));
    });

  const customers = (): Promise<FrameLocator> =>
    workbench.webviewFrame(text('Customers: {0}', bot));
  const overview = (): Promise<FrameLocator> =>
    workbench.webviewFrame(text('{0}: {1}', text('Tag Overview'), bot));
  const messageWith = (part: string) =>
    workbench.page
      .locator('.notification-toast, .statusbar-item')
      .filter({ hasText: part })
      .first();
  const lens = (title: string) =>
    workbench.page.locator('.codelens-decoration a').filter({ hasText: title }).first();
  /** Returns a count with the translated singular or plural. */
  const countText = (count: number, singular: string, plural: string): string =>
    count === 1 ? text(singular) : text(plural, new Intl.NumberFormat('en').format(count));

  async function saveAs(file: string): Promise<void> {
    const dialog = new FileDialog(workbench.quickInput);
    await dialog.proposed();
    await dialog.answer(file);
  }

  step('starts with the welcome view and the sandbox', async () => {
    await workbench.statusBar(`display language: ${locale}`).waitFor();
    await workbench.activityTab(text('Bot Tags'));
    const button = workbench.page.getByRole('button', { name: text('Try the Sandbox') });
    await button.waitFor();
    await screens.check('welcome');
    await button.click();
    await workbench.treeItem(startsWith(bot)).waitFor();
    const [first] = sandboxSeedItems(locale === 'zh-tw' ? locale : 'en');
    await workbench.treeItem(startsWith(first?.name ?? '')).waitFor();
    await workbench.openContextMenu(workbench.treeItem(startsWith(bot)), text('New Folder…'));
    await screens.check('bot-menu');
    await workbench.page.keyboard.press('Escape');
    await workbench.contextMenu(workbench.treeItem(startsWith(bot)), text('New Folder…'));
    await workbench.quickInput.input.waitFor();
    await screens.check('new-folder');
    await workbench.quickInput.answer(FOLDER);
    await workbench.treeItem(startsWith(FOLDER)).waitFor();
    await workbench.contextMenu(workbench.treeItem(startsWith(FOLDER)), text('New Tag…'));
    await workbench.quickInput.answer(TAG);
    await workbench.openContextMenu(workbench.treeItem(startsWith(TAG)), text('Move to Folder…'));
    await screens.check('tag-menu');
    await workbench.page.keyboard.press('Escape');
  });

  step('attaches a tag from the palette, and detaches it', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand(command('Attach Tag…'));
    await quickInput.expect(text('Enter a user ID'));
    await quickInput.fill(USER);
    await quickInput.option(text('Use {0} as the user ID', USER)).waitFor();
    await screens.check('customer');
    await quickInput.pickFound(USER);
    await quickInput.option(text('Other LINE Account…')).waitFor();
    await screens.check('page');
    await quickInput.pick(text('Other LINE Account…'));
    await quickInput.expect(text('ID of the Facebook page or LINE official account'));
    await quickInput.answer('page-1');
    await quickInput.expect(text('Attach Tag to {0}', USER));
    await quickInput.fill(TAG);
    await quickInput.option(TAG).waitFor();
    await screens.check('attach');
    await quickInput.pickFound(TAG);
    await messageWith(text('{0} attached to {1}.', text('"{0}"', TAG), USER)).waitFor();
    await workbench.runCommand(command('Detach Tag…'));
    await quickInput.option(USER).waitFor();
    await screens.check('recent-user');
    await quickInput.pick(USER);
    await quickInput.option(TAG).waitFor();
    await screens.check('detach');
    await quickInput.pick(TAG);
    await messageWith(text('{0} detached from {1}.', text('"{0}"', TAG), USER)).waitFor();
    await screens.check('detached');
    // Notifications would cover the buttons of the next page.
    await closeNotifications(workbench);
  });

  step('pages, filters and counts customers', async () => {
    await workbench.contextMenu(workbench.treeItem(startsWith(bot)), text('Show Customers'));
    const page = await customers();
    const button = (name: string) => page.getByRole('button', { name: text(name), exact: true });
    await page.getByText(text('First {0} customers loaded', 100)).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), locale);
    if (locale === 'zh-tw')
      await page
        .getByText(/^20\d\d年\d{1,2}月\d{1,2}日/)
        .first()
        .waitFor();
    await screens.check('customers', page);
    await button('Load More').click();
    await page.getByText(text('First {0} customers loaded', 200)).waitFor();
    await button('Statistics').click();
    await page.locator('.charts .cell.status .bar').first().waitFor();
    await page.locator('.body .row').first().locator('.name').click();
    await button('Details').click();
    await page.locator('.details').getByText(text('Open Record as JSON')).waitFor();
    await screens.check('statistics-details', page);
    await button('Details').click();
    const box = page.getByLabel(text('Search loaded customers'));
    await box.pressSequentially('tag:VIP and not bl');
    await page.getByRole('option', { name: 'blocked' }).waitFor();
    await screens.check('segment', page);
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('Tab');
    await page.locator('.search-count', { hasText: /\d/ }).waitFor();
    await button('More Actions…').click();
    await page.getByRole('menuitem').first().waitFor();
    await screens.check('actions', page);
    await workbench.page.keyboard.press('Escape');
  });

  step('opens a page as JSON, and exports customers', async () => {
    const { quickInput } = workbench;
    const page = await customers();
    await page.getByRole('button', { name: text('More Actions…'), exact: true }).click();
    await page.getByRole('menuitem', { name: text('Open Page {0} as JSON', 1) }).click();
    // The title has the number of the page and the time.
    await workbench.editorTab(/ 1.*\d\d\.\d\d/).waitFor();
    await screens.check('json');
    await workbench.contextMenu(workbench.treeItem(startsWith(bot)), text('Export Customers…'));
    const prompt = text('Press Enter to export, or select a setting to change');
    await quickInput.expect(prompt);
    await screens.check('export');
    await quickInput.pick(text('Customers'));
    await quickInput.expect(text('Which customers?'));
    await screens.check('export-which');
    await quickInput.pick(text('All Customers of the Bot'));
    await quickInput.expect(prompt);
    await quickInput.pick(text('CSV options'));
    await quickInput.checkbox(text('Escape formulas')).waitFor();
    await screens.check('export-csv');
    await quickInput.accept();
    await quickInput.expect(prompt);
    await quickInput.pick(text('Format'));
    await quickInput.expect(text('Select a format'));
    await screens.check('export-format');
    await quickInput.pick('NDJSON');
    await quickInput.expect(prompt);
    await quickInput.pick(text('Fields'));
    await quickInput.expect(text('Select the fields to export'));
    await screens.check('export-fields');
    await quickInput.accept();
    await quickInput.expect(prompt);
    await quickInput.pick(text('Personal fields'));
    await quickInput.option(text('Leave out')).waitFor();
    await screens.check('export-masking');
    await quickInput.pick(text('Keep'));
    await quickInput.expect(prompt);
    await quickInput.accept();
    const file = join(folder.path, 'all.ndjson');
    await saveAs(file);
    const doneText = text('{0} exported to "{1}".', text('{0} customers', '2,500'), file);
    await messageWith(doneText).waitFor();
    await screens.check('exported');
    await closeNotifications(workbench);
  });

  step('scans customers for tags, and shows the Tag Overview', async () => {
    const { quickInput } = workbench;
    const [finished = ''] = text('Scan finished: {0}.').split('{0}');
    // The sandbox has 2,500 customers, who have 24 different tags.
    const counts = [text('{0} customers', '2,500'), text('{0} tags', 24)];
    const summary = finished + counts.join(text(', '));
    await workbench.contextMenu(workbench.treeItem(startsWith(bot)), text('Scan Customers…'));
    await quickInput.option(text('Start')).waitFor();
    await screens.check('scan');
    await quickInput.pick(text('Start'));
    await messageWith(summary).waitFor();
    await closeNotifications(workbench);
    await workbench.contextMenu(workbench.treeItem(startsWith(bot)), text('Show Tag Overview'));
    const page = await overview();
    await page.getByRole('button', { name: text('Scan Customers…') }).click();
    await quickInput.pick(text('Start'));
    await messageWith(summary).waitFor();
    await closeNotifications(workbench);
    await screens.check('overview', page);
    await screens.checkNarrow('overview-narrow', page);
  });

  step('creates a plan for several users, runs it and undoes it', async () => {
    const { quickInput } = workbench;
    const page = await customers();
    await page.locator('.body .row').first().locator('.name').click();
    await workbench.page.keyboard.press('Shift+ArrowDown');
    await workbench.page.keyboard.press('Shift+F10');
    await workbench.page.getByRole('menuitem', { name: text('Attach Tag…') }).waitFor();
    await screens.check('row-menu', page);
    await workbench.menuItem(text('Attach Tag…'));
    await quickInput.input.waitFor();
    await quickInput.fill(TAG);
    await quickInput.check(TAG);
    await screens.check('plan-tags');
    await quickInput.accept();
    await workbench.dialog().getByRole('button').first().waitFor();
    await screens.check('tag-question');
    await workbench.dialogButton(exactly(text('Review as Plan…')));
    await saveAs(join(folder.path, 'plan.bot-tags-plan.jsonc'));
    await quickInput.option(text('With Names')).waitFor();
    await screens.check('plan-names');
    await quickInput.accept();
    const twoCustomers = countText(2, '1 customer', '{0} customers');
    await lens(text('Run Plan… ({0})', twoCustomers)).waitFor();
    await screens.check('plan');
    await lens(text('Run Plan… ({0})', twoCustomers)).click();
    await workbench.dialog().getByRole('button').first().waitFor();
    await screens.check('plan-dialog');
    await workbench.dialogButton(exactly(text('Run')));
    await messageWith(text('{0} attached to {1}.', text('"{0}"', TAG), twoCustomers)).waitFor();
    await screens.check('run');
    await workbench.page.getByRole('button', { name: text('Show Result') }).click();
    await lens(text('Undo')).waitFor();
    await screens.check('run-result');
    await lens(text('Undo')).click();
    await workbench.dialog().getByRole('button').first().waitFor();
    await screens.check('undo-dialog');
    await workbench.dialogButton(exactly(text('Undo')));
    await messageWith(text('{0} detached from {1}.', text('"{0}"', TAG), twoCustomers)).waitFor();
    await closeNotifications(workbench);
  });

  step('lists changes in the Journal, and asks before it deletes a folder', async () => {
    await workbench.page
      .locator('.pane-header')
      .filter({ hasText: text('Journal') })
      .click();
    await workbench
      .treeItem(startsWith(text('Undo: {0}', text('Attach {0}', text('"{0}"', TAG)))))
      .waitFor();
    await screens.check('journal');
    await workbench.contextMenu(workbench.treeItem(startsWith(FOLDER)), text('Delete…'));
    await workbench.quickInput.input.waitFor();
    await screens.check('delete');
    await workbench.quickInput.answer(FOLDER);
    await workbench.treeItem(startsWith(FOLDER)).waitFor({ state: 'detached' });
    await screens.check('deleted');
  });
}
