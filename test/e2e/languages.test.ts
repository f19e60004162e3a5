import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { literally } from '../support/literally.ts';
import { overflowIn } from '../support/overflow.ts';
import { englishIn, shownInPage, shownInWindow, unbracketedIn } from '../support/shownTexts.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';
import { textsIn, type Locale } from '../support/texts.ts';
import { customerAt } from '../../src/sandbox/madeCustomers.ts';
import { sandboxSeedItems } from '../../src/sandbox/seedItems.ts';

/** What nobody translates: products, formats, keys, IDs, and times of a language that `Intl` does not have. */
const NAMES = [
  /Bot Tags|Bot Tag Explorer|LINE|Facebook|JSONC?|NDJSON|CSV|Parquet|UTF|URL|VS Code|curl|UUID/,
  /(Ctrl|Alt|Shift|Meta)\+\S+|\b(Delete|Enter|Escape|Space|Backspace)\b/,
  /\btag-\S+|\bU[0-9a-f]{8,}|\S+@\S+|\S+\.(jsonc?|ndjson|csv|parquet)\b|https?:\S+|bot-sandbox/,
  /\b[A-Z][a-z]{2} \d{1,2}, \d{4}|\b[A-Z][a-z]{2} \d{4}|\d [AP]M\b/,
  /\b(\d+|last|this|next) (minute|hour|day|week|month|year)s?( ago)?\b|\byesterday\b/,
];

for (const locale of ['zh-tw'] as const) {
  describe(`the main journey in ${locale}`, () => journey(locale));
}

function journey(locale: Locale): void {
  const texts = textsIn(locale);
  const { text, command } = texts;
  const begins = (name: string): RegExp => new RegExp(`^${literally(name)}`);
  const bot = text('Sandbox');
  const tag = 'Spring 春季';
  const found: string[] = [];
  let folder: TemporaryFolder;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    folder = temporaryFolder('languages');
    opened = await openProduct({ locale, workspace: folder.path });
    ({ workbench } = opened);
  });

  after(async () => {
    await opened?.close();
    folder?.remove();
  });

  afterEach(() => {
    const all = found.splice(0);
    assert.equal(all.length, 0, all.join('\n'));
  });

  /** Keeps a picture, and whatever on the screen is not in the language. */
  async function screen(name: string, frame?: FrameLocator): Promise<void> {
    await workbench.screenshot(`${locale}-${name}`);
    const shown = await shownInWindow(workbench.page);
    const inPage = frame === undefined ? [] : await shownInPage(frame);
    const all = [...shown, ...inPage];
    const wrong = locale === 'zh-tw' ? englishIn(all, texts) : unbracketedIn(all, ownNames());
    found.push(...wrong.map((line) => `${name}: ${line}`));
    if (frame !== undefined) {
      found.push(...(await overflowIn(frame)).map((line) => `${name}: ${line}`));
    }
  }

  function ownNames(): readonly RegExp[] {
    const people = Array.from({ length: 400 }, (_, at) => customerAt(at));
    const items = sandboxSeedItems().map(({ name }) => name);
    const params = people.flatMap((one) => one.params.flatMap(({ name, value }) => [name, value]));
    const data = [...items, ...people.map(({ name }) => name), ...params, tag, 'Campaigns']
      .filter((name) => /\p{L}{3}/u.test(name))
      .toSorted((one, other) => other.length - one.length);
    return [...NAMES, new RegExp([...new Set(data)].map((name) => literally(name)).join('|'))];
  }

  const customers = () => workbench.webviewFrame(text('Customers: {0}', bot));

  it('begins with a welcome, and the sandbox', async () => {
    await workbench.statusBar(`display language: ${locale}`).waitFor();
    await workbench.activityTab(text('Bot Tags'));
    const button = workbench.page.getByRole('button', { name: text('Try the Sandbox') });
    await button.waitFor();
    await screen('1-welcome');
    await button.click();
    await workbench.treeItem(begins(bot)).waitFor();
    const [first] = sandboxSeedItems(locale === 'zh-tw' ? locale : 'en');
    await workbench.treeItem(begins(first?.name ?? '')).waitFor();
    await workbench.treeItem(begins(bot)).click({ button: 'right' });
    await workbench.page.getByRole('menuitem', { name: text('New Folder…') }).waitFor();
    await screen('2-menu');
    await workbench.menuItem(text('New Folder…'));
    await screen('3-new-folder');
    await workbench.quickInput.answer('Campaigns 2');
    await workbench.treeItem(/^Campaigns 2/).waitFor();
    await workbench.contextMenu(workbench.treeItem(/^Campaigns 2/), text('New Tag…'));
    await workbench.quickInput.answer(tag);
    await workbench.treeItem(begins(tag)).waitFor();
    await screen('4-tree');
  });

  it('attaches a tag from the palette', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand(command('Attach Tag to User…'));
    await quickInput.option('LINE').waitFor();
    await screen('5-channel');
    await quickInput.pick('LINE');
    await quickInput.option('LINE').waitFor({ state: 'detached' });
    await quickInput.answer('page-1');
    await quickInput.pick(text('Unencrypted user ID'));
    await quickInput.option(text('Unencrypted user ID')).waitFor({ state: 'detached' });
    await quickInput.answer('U0123456789');
    await quickInput.option(tag).waitFor();
    await screen('6-attach');
    await quickInput.pick(tag);
    await workbench.statusBar('U0123456789').waitFor();
    await screen('7-attached');
  });

  it('pages, filters and counts customers', async () => {
    await workbench.contextMenu(workbench.treeItem(begins(bot)), text('Show Customers'));
    const page = await customers();
    const button = (name: string) => page.getByRole('button', { name: text(name), exact: true });
    await page.getByText(text('{0} loaded, more available', 100)).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), locale);
    await screen('8-customers', page);
    await button('Load More').click();
    await page.getByText(text('{0} loaded, more available', 200)).waitFor();
    await button('Statistics').click();
    await page.locator('.charts .cell.status .bar').first().waitFor();
    await screen('9-statistics', page);
    await button('Segment').click();
    const box = page.getByLabel(text('Segment: which customers to show'));
    await box.pressSequentially('tag:VIP and not bl');
    await page.getByRole('option', { name: 'blocked' }).waitFor();
    await screen('10-segment', page);
    await workbench.page.keyboard.press('Tab');
    await workbench.page.keyboard.press('Escape');
    await page.locator('.segment-count').waitFor();
    await button('More Actions…').click();
    await page.getByRole('menuitem').first().waitFor();
    await screen('11-actions', page);
    await workbench.page.keyboard.press('Escape');
  });
}
