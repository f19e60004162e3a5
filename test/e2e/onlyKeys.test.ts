import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OnlyKeys } from '../support/onlyKeys.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';

const SEARCH = 'Search loaded customers';

/** Tests the main journey of a new user in the packaged product. The focus must be visible after each step. */
describe('Main journey by keyboard alone', () => {
  let keys: OnlyKeys;
  let folder: TemporaryFolder;

  before(async () => {
    folder = temporaryFolder('e2e-keys');
    keys = await OnlyKeys.open({ workspace: folder.path });
  });

  after(async () => {
    await keys?.close();
    folder?.remove();
  });

  afterEach(() => assert.deepEqual(keys.pointerEvents, [], 'the test used no pointer'));

  /** Moves to one of the controls above the table, which are a single stop of Tab. */
  async function control(name: string | RegExp): Promise<void> {
    await keys.press('ControlOrMeta+f');
    await keys.waitForFocusOn(SEARCH);
    await keys.press('Home');
    await keys.walkTo(name, 'ArrowLeft');
  }

  it('goes from the welcome view to the sandbox', async () => {
    await keys.view('Bot Tags').waitFor();
    await keys.command('Bot Tags: Focus on Bots & Tags View');
    // Buttons that are drawn after the view has the focus take the focus away.
    await keys.welcomeButton('Try the Sandbox').waitFor();
    await keys.command('Bot Tags: Focus on Bots & Tags View');
    await keys.walkTo('Try the Sandbox', 'Tab');
    await keys.screenshot('only-keys-1-welcome');
    await keys.press('Enter');
    await keys.waitForFocusOn(/^Sandbox, .*bot$/);
  });

  it('opens and closes folders', async () => {
    await keys.walkTo(/^Campaigns, folder/, 'ArrowDown');
    await keys.press('ArrowRight');
    await keys.treeItem(/^Autumn 2026, folder/).waitFor();
    await keys.press('ArrowRight');
    await keys.waitForFocusOn(/^Autumn 2026, folder/);
    await keys.press('ArrowLeft');
    await keys.waitForFocusOn(/^Campaigns, folder/);
    await keys.press('Home');
    await keys.waitForFocusOn(/^Sandbox/);
  });

  it('creates a folder and tags, from menus and the palette', async () => {
    await keys.openMenu();
    await keys.walkTo('New Folder…', 'ArrowDown');
    await keys.screenshot('only-keys-2-menu');
    await keys.press('Enter');
    await keys.answer('Name of the new item', 'Openings');
    await keys.announced('"Openings" created.').waitFor();
    await keys.waitForFocusOn(/^Openings, folder/);
    await keys.press('ContextMenu');
    await keys.walkTo('New Tag…', 'ArrowDown');
    await keys.press('Enter');
    await keys.answer('Name of the new item in "Openings"', 'Spring');
    await keys.announced('"Spring" created.').waitFor();
    await keys.waitForFocusOn(/^Spring, tag/);
    await keys.command('Bot Tags: New Tag…');
    await keys.answer('Name of the new item in "Sandbox"', 'Aardvark');
    await keys.treeItem(/^Aardvark, tag/).waitFor();
    await keys.waitForFocusOn(/^Spring, tag/);
  });

  it('attaches a tag to a user, lists it, and detaches it', async () => {
    await keys.command('Bot Tags: Attach Tag…');
    await keys.pick('Enter a user ID', 'U0123456789', 'Use U0123456789 as the user ID');
    await keys.pick('Facebook page or LINE official account', 'Other LINE Account…');
    await keys.answer('ID of the Facebook page or LINE official account', 'page-1');
    await keys.pick(/Search \d+ tags by name, ID, or folder/, 'Spring');
    await keys.announced('"Spring" attached').waitFor();
    await keys.waitForFocusOn(/^Spring, tag/);
    await keys.command('Bot Tags: Tags of Customer…');
    await keys.pick('Search 1 customer', 'U0123456789');
    await keys.checkbox('Spring').waitFor();
    await keys.press('Escape');
    await keys.waitForFocusOn(/^Spring, tag/);
    await keys.command('Bot Tags: Detach Tag…');
    await keys.pick('Search 1 customer', 'U0123456789');
    await keys.pick(/^Detach Tag from U0123456789/, 'Spring');
    await keys.notification('"Spring" detached from').waitFor();
    await keys.command('Notifications: Clear All Notifications');
    await keys.waitForFocusOn(/^Spring, tag/);
  });

  it('moves through customers, opens the menu of a row, and leaves the table', async () => {
    await keys.press('Home');
    await keys.openMenu();
    await keys.walkTo('Show Customers', 'ArrowDown');
    await keys.press('Enter');
    await keys.inPage('First 100 customers loaded').waitFor();
    await keys.waitForFocusOn(SEARCH);
    await keys.press('Tab');
    await keys.waitForFocusOn('謝信宏');
    await keys.press('ArrowDown');
    await keys.waitForFocusOn('Vivian Brown');
    await keys.screenshot('only-keys-3-table');
    await keys.openMenu();
    await keys.walkTo('Tags of Customer…', 'ArrowDown');
    await keys.screenshot('only-keys-4-row-menu');
    await keys.press('Enter');
    await keys.checkbox('Double Ten').waitFor();
    await keys.press('Escape');
    await keys.waitForFocusOn('Vivian Brown');
    await keys.walkTo('Load More', 'Tab');
    await keys.press('Enter');
    await keys.inPage('First 200 customers loaded').waitFor();
    await keys.waitForFocusOn('Load More');
    await keys.walkTo('Vivian Brown', 'Shift+Tab');
    await keys.press('Shift+Tab');
    await keys.waitForFocusOn(SEARCH);
    await keys.press('Tab');
    await keys.waitForFocusOn('Vivian Brown');
  });

  it('searches customers by words, by a menu and by conditions, and shows statistics', async () => {
    await keys.press('ControlOrMeta+f');
    await keys.type('chang');
    await keys.inPage(/ of 200 loaded$/).waitFor();
    await keys.press('ControlOrMeta+a', 'Delete');
    await control('Platform');
    await keys.press('Enter');
    // The values of the menu appear a moment later, and take the focus.
    await keys.waitForFocusOn(/^(?:LINE|Facebook)/);
    await keys.walkTo(/^LINE/, 'Tab');
    await keys.press('Space');
    await keys.inPage(/ of 200 loaded$/).waitFor();
    await keys.press('Escape');
    await keys.waitForFocusOn('Platform');
    // After the space behind a condition, Backspace removes the whole condition.
    await keys.press('ControlOrMeta+f', 'End', 'Backspace');
    await keys.inPage('First 200 customers loaded').waitFor();
    await keys.waitForFocusOn(SEARCH);
    await keys.press('Tab', 'ControlOrMeta+Home');
    // The rows come back a moment after their number, so the first arrow key may stay in the table.
    await keys.walkTo(/^Name$/, 'ArrowUp');
    await keys.openMenu();
    await keys.walkTo('Statistics of "Name"', 'ArrowDown');
    await keys.press('Enter');
    await keys.screenshot('only-keys-5-statistics');
    await keys.press('Escape');
    await keys.waitForFocusOn(/^Name\. Customers: 200/);
    await keys.press('ControlOrMeta+f');
    await keys.waitForFocusOn(SEARCH);
    await keys.type('not bloc');
    await keys.press('ArrowDown', 'Tab');
    await keys.inPage(/ of 200 loaded$/).waitFor();
    await keys.waitForFocusOn(SEARCH);
    await keys.screenshot('only-keys-6-search');
    await keys.press('Backspace');
    await keys.inPage('First 200 customers loaded').waitFor();
    await keys.waitForFocusOn(SEARCH);
  });

  it('opens a page as JSON, and returns to the same row', async () => {
    await keys.press('Tab', 'ControlOrMeta+Home', 'ArrowDown');
    await keys.waitForFocusOn('Vivian Brown');
    await keys.openMenu();
    await keys.walkTo('Export Customer Page as JSON…', 'ArrowDown');
    await keys.press('Enter');
    await keys.tab('page 1').waitFor();
    await keys.waitForFocusOn(/page 1/);
    await keys.screenshot('only-keys-7-json');
    await keys.command('View: Close Editor');
    await keys.waitForFocusOn('Vivian Brown');
  });

  it('creates a plan for two customers, runs it, and undoes it', async () => {
    const file = join(folder.path, 'keys.bot-tags-plan.jsonc');
    await keys.press('Space', 'ArrowDown', 'Space');
    await keys.inPage('2 selected').waitFor();
    await keys.answerFromMenu('Attach Tag…', /Search \d+ tags by name, ID, or folder/, 'Spring');
    await keys.tick('Spring');
    await keys.confirm('Attach "Spring" to 2 customers?', 'Review as Plan…');
    await keys.saveAs(file);
    await keys.pick('Write the names of the customers into the plan?', 'With Names');
    await keys.tab('keys.bot-tags-plan.jsonc').waitFor();
    await keys.waitForFocusOn(/keys\.bot-tags-plan/);
    assert.equal(readFileSync(file, 'utf8').match(/^ {4}\{"do":/gm)?.length, 2);
    await keys.command('Bot Tags: Run Plan…');
    await keys.confirm('Attach "Spring" to 2 customers', 'Run');
    await keys.waitForNotification('"Spring" attached to 2 customers.', 'only-keys-8-run');
    await keys.waitForFocusOn(/keys\.bot-tags-plan/);
    await keys.command('Bot Tags: Undo…');
    await keys.pick('Select the change to undo', 'Attach "Spring"');
    await keys.confirm('Detach "Spring" from 2 customers', 'Undo');
    await keys.waitForNotification('"Spring" detached from 2 customers.', 'only-keys-8-undone');
    await keys.waitForFocusOn(/keys\.bot-tags-plan/);
    await keys.command('View: Close Editor');
    await keys.inPage('2 selected').waitFor();
    await keys.waitForFocusOn(/./);
  });

  it('sorts, searches and tidies up in the Tag Overview', async () => {
    await keys.command('Bot Tags: Show Tag Overview');
    await keys.waitForFocusOn('Find a tag');
    await keys.walkTo('Last applied', 'Tab');
    await keys.press('Enter');
    await keys.waitForFocusOn('Last applied');
    await keys.press('ControlOrMeta+f');
    await keys.type('aardv');
    await keys.walkTo('Aardvark', 'Tab');
    await keys.press('ArrowRight');
    await keys.waitForFocusOn('Actions: Aardvark');
    await keys.press('Enter');
    await keys.waitForFocusOn('Show Customers');
    await keys.screenshot('only-keys-9-overview');
    await keys.press('Escape');
    await keys.waitForFocusOn('Actions: Aardvark');
    await keys.walkTo(/^Ignore /, 'Tab');
    await keys.press('Enter');
    await keys.waitForFocusOn(/^To tidy up/);
    await keys.walkTo(/^Show Ignored/, 'Tab');
    await keys.press('Enter');
    await keys.waitForFocusOn(/^To tidy up/);
  });

  it('deletes a tag, and keeps the focus in the tree', async () => {
    await keys.command('Bot Tags: Focus on Bots & Tags View');
    await keys.walkTo(/^Aardvark, tag/, 'ArrowDown');
    await keys.press('Delete');
    await keys.confirm('Delete "Aardvark" in the service?', 'Delete');
    await keys.treeItem(/^Aardvark/).waitFor({ state: 'detached' });
    // The next row is a tag that the list of every sandbox has, and its service does not.
    await keys.waitForFocusOn(/^Lunar New Year, tag, gone/);
    await keys.screenshot('only-keys-10-deleted');
  });

  it('removes the bot, and returns to the welcome view', async () => {
    await keys.press('Home');
    await keys.openMenu();
    await keys.walkTo('Remove Bot…', 'ArrowUp');
    await keys.press('Enter');
    await keys.confirm('Remove the bot "Sandbox" from the list?', 'Remove');
    await keys.walkTo('Try the Sandbox', 'Tab');
  });
});
