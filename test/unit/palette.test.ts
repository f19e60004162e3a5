import assert from 'node:assert/strict';
import manifest from '../../package.json' with { type: 'json' };
import {
  CUSTOMERS_PANEL,
  HAS_BOTS,
  HAS_FILE,
  HAS_JOURNAL,
  IS_FILTERED,
  OVERVIEW_PANEL,
} from '../../src/base/manifest.ts';
import { isWhenTrue, type Context } from '../support/whenClause.ts';

const { menus, commands } = manifest.contributes;

const ALWAYS = ['addBot', 'removeAllData', 'showLog', 'trySandbox'];
const WITH_BOTS = [
  ...ALWAYS,
  'attachTag',
  'attachTags',
  'botSettings',
  'checkConnection',
  'copyTags',
  'createFolder',
  'createTag',
  'deleteItem',
  'detachTag',
  'discoverTags',
  'exportCustomers',
  'exportPage',
  'goToTag',
  'listUserTags',
  'mergeTags',
  'moveToFolder',
  'openCustomers',
  'openOverview',
  'refresh',
  'renameTag',
  'resume',
  'undo',
];

describe('palette', () => {
  const shownIn = (context: Context): readonly string[] => {
    const whens = new Map(menus.commandPalette.map(({ command, when }) => [command, when]));
    return commands
      .map(({ command }) => command)
      .filter((command) => isWhenTrue(whens.get(command), context))
      .map((command) => command.replace('botTags.', ''))
      .toSorted();
  };

  /** Commands that the palette shows in addition to those of every window with bots. */
  const addedBy = (context: Context): readonly string[] =>
    shownIn({ [HAS_BOTS]: true, ...context }).filter((id) => !WITH_BOTS.includes(id));

  it('shows four commands without a bot', () => {
    assert.deepEqual(shownIn({ workspaceFolderCount: 1 }), ALWAYS);
  });

  it('shows commands for tags, customers and bots if there is a bot', () => {
    const shown = shownIn({ [HAS_BOTS]: true, [HAS_JOURNAL]: true, workspaceFolderCount: 1 });
    assert.deepEqual(shown, WITH_BOTS.toSorted());
  });

  it('shows other commands only where they apply', () => {
    const inFolder = { workspaceFolderCount: 1, [HAS_FILE]: true };
    assert.deepEqual(addedBy(inFolder), ['loadCatalogueFile']);
    assert.deepEqual(addedBy({ ...inFolder, workspaceFolderCount: 0 }), []);
    assert.deepEqual(addedBy({ [IS_FILTERED]: true }), ['clearFilter']);
    assert.deepEqual(addedBy({ resourceFilename: 'vip.bot-tags-plan.jsonc' }), ['runPlan']);
    assert.deepEqual(addedBy({ resourceFilename: 'vip.jsonc' }), []);
    assert.deepEqual(addedBy({ activeWebviewPanelId: CUSTOMERS_PANEL }), [
      'copyUserId',
      'loadAll',
      'loadMore',
      'openRecord',
      'saveSegment',
    ]);
    assert.deepEqual(addedBy({ activeWebviewPanelId: OVERVIEW_PANEL }), []);
  });
});
