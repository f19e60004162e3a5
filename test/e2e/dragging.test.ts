import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { hoverAndClick } from '../support/hoverAndClick.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { untilDone } from '../support/untilDone.ts';

/** With the mouse, from row to row. */
describe('dragging in the tree', () => {
  let service: Sandbox;
  let other: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  const row = (name: string) => workbench.treeItem(new RegExp(`^${name}, `));
  const label = (name: string) => row(name).locator('.label-name');
  /** Without the tooltip of the row that the mouse was on, which would lie over the others. */
  const freed = async (): Promise<void> => {
    const hover = workbench.page.locator('.workbench-hover');
    // A tooltip that comes after the mouse has left the row stays until the mouse moves again.
    await untilDone(async (attempt) => {
      await workbench.page.mouse.move(900, 500 + attempt);
      await hover.waitFor({ state: 'detached', timeout: 2_000 });
    });
  };
  const drag = async (name: string, target: string): Promise<void> => {
    await freed();
    await label(name).dragTo(label(target), { steps: 10 });
  };
  const select = async (...names: readonly string[]): Promise<void> => {
    for (const [index, name] of names.entries()) {
      await freed();
      await label(name).click(index === 0 ? {} : { modifiers: ['ControlOrMeta'] });
    }
  };
  /** As a person reads it: how deep a row stands. */
  const level = (name: string) => row(name).getAttribute('aria-level');

  async function create(what: 'New Tag…' | 'New Folder…', name: string): Promise<void> {
    await workbench.contextMenu(row('Tea House'), what);
    await workbench.quickInput.answer(name);
    await row(name).waitFor();
  }

  before(async () => {
    service = await startSandbox({ token: 'drag', customers: 0 });
    other = await startSandbox({ token: 'other', customers: 0, botId: 'bot-other' });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Tea House');
    for (const name of ['Desserts', 'Drinks']) await create('New Folder…', name);
    for (const name of ['Newsletter', 'Vegan', 'VIP']) await create('New Tag…', name);
    await addBotByHand(workbench, other, 'Book Shop');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    await other?.close();
  });

  it('a tag on a folder moves it there, in the list only', async () => {
    const before = { ...service.requests };
    await drag('Newsletter', 'Desserts');
    await workbench.statusBar('Moved "Newsletter" to Desserts in your list only.').waitFor();
    await workbench.expand(/^Desserts/);
    assert.equal(await level('Newsletter'), '3');
    await workbench.screenshot('drag-1-moved');
    await workbench.page.keyboard.press('Delete');
    await workbench.dialog().getByText('Delete "Newsletter" in the service?').waitFor();
    await workbench.dialogButton('Cancel');
    assert.deepEqual(service.requests, before);
  });

  it('several at once, of which a folder takes along what stands in it', async () => {
    await select('Vegan', 'VIP');
    await drag('VIP', 'Drinks');
    await workbench.statusBar('Moved 2 tags and folders to Drinks in your list only.').waitFor();
    await workbench.expand(/^Drinks/);
    assert.deepEqual([await level('Vegan'), await level('VIP')], ['3', '3']);
    // A plain click on a folder would close it.
    await select('Vegan', 'Drinks');
    await drag('Drinks', 'Desserts');
    await workbench.statusBar('Moved "Drinks" to Desserts in your list only.').waitFor();
    await workbench.expand(/^Drinks/);
    assert.deepEqual([await level('Drinks'), await level('Vegan')], ['3', '4']);
  });

  it('on the bot is the top level, and stays so after a reload', async () => {
    await drag('Vegan', 'Tea House');
    await workbench.statusBar('Moved "Vegan" to the top level in your list only.').waitFor();
    assert.equal(await level('Vegan'), '2');
    await workbench.reload();
    await row('Vegan').waitFor();
    assert.equal(await level('Vegan'), '2');
  });

  it('says why something cannot be dropped, and moves nothing', async () => {
    await workbench.expand(/^Desserts/);
    await workbench.expand(/^Drinks/);
    for (const [name, target, reason] of [
      ['Desserts', 'Drinks', 'A folder cannot be inside itself. Choose another folder.'],
      ['Vegan', 'Newsletter', 'Drop on a folder, or on the bot for the top level.'],
      [
        'Vegan',
        'Book Shop',
        'Tags and folders cannot be moved to another bot. Drop them on a folder of their own.',
      ],
      ['Book Shop', 'Desserts', 'Only tags and folders can be moved: select one of them.'],
    ] as const) {
      await drag(name, target);
      const toast = workbench.notification(reason);
      await toast.waitFor();
      await workbench.screenshot(`drag-2-refused-${name}`);
      await hoverAndClick(toast, toast.getByRole('button', { name: /Clear Notification/ }));
      await toast.waitFor({ state: 'detached' });
    }
    const levels = ['Desserts', 'Drinks', 'Newsletter', 'Vegan'].map(level);
    assert.deepEqual(await Promise.all(levels), ['2', '3', '3', '2']);
  });
});
