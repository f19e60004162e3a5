import assert from 'node:assert/strict';
import manifest from '../../package.json' with { type: 'json' };
import {
  CUSTOMERS_PANEL,
  HAS_BOTS,
  HAS_FILE,
  JOURNAL_VIEW,
  TREE_VIEW,
} from '../../src/base/manifest.ts';
import { contextsOf, isWhenTrue, type Context } from '../support/whenClause.ts';
import { JOURNAL_ITEMS, VIEW_ITEMS } from './viewItems.ts';

const { menus, viewsWelcome } = manifest.contributes;

interface Entry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group: string;
}

const MAX_ON_A_BOT = 12;
const MAX_ON_OTHER_ROWS = 8;
/** Maximum number of entries in all menus, without the palette and without buttons on rows. */
const MAX_ENTRIES = 70;
/** Maximum number of entries in the menu "…" of the tree. */
const MAX_IN_TREE_TITLE = 8;
/** Commands and submenus that change data in the service. */
const WRITES = [
  'botTags.createTag',
  'botTags.createFolder',
  'botTags.attachTag',
  'botTags.detachTag',
  'botTags.deleteItem',
  'botTags.renameTag',
  'botTags.mergeTags',
];

/** Returns the entries that a menu shows, for each state of the window with the given context keys. */
function entriesOf(menu: readonly Entry[], fixed: Context): readonly (readonly Entry[])[] {
  const whens = menu.flatMap(({ when }) => when ?? []);
  return contextsOf(whens, fixed).map((context) =>
    menu.filter(({ when }) => isWhenTrue(when, context)),
  );
}

/** Returns the entries in the order of the screen: by group, then by the number after the "@". */
function inOrder(entries: readonly Entry[]): readonly string[] {
  const sortKey = ({ group }: Entry): string => {
    const [name = '', number = '0'] = group.split('@');
    return `${name}@${number.padStart(3, '0')}`;
  };
  return entries
    .toSorted((one, other) => sortKey(one).localeCompare(sortKey(other)))
    .map(({ command, submenu }) => command ?? submenu ?? '');
}

const groupsOf = (entries: readonly Entry[]) =>
  new Set(entries.map(({ group }) => group.split('@')[0]));
const isInline = ({ group }: Entry): boolean => group.startsWith('inline');

/** Returns the menu of a row in every state of the window. */
function menusOn(viewItem: string): readonly (readonly Entry[])[] {
  const all = entriesOf(menus['view/item/context'], { view: TREE_VIEW, viewItem });
  return all.map((entries) => entries.filter((entry) => !isInline(entry)));
}

describe('menus of the tree', () => {
  it('have no entry on the row of paused jobs, which runs its command on a click', () => {
    assert.deepEqual(menusOn('resume').flat(), []);
  });

  for (const viewItem of VIEW_ITEMS.filter((item) => item !== 'resume')) {
    const isBot = /^bot\b/.test(viewItem);
    const maxEntries = isBot ? MAX_ON_A_BOT : MAX_ON_OTHER_ROWS;

    it(`have at most ${maxEntries} entries on "${viewItem}", each once`, () => {
      for (const entries of menusOn(viewItem)) {
        const shown = inOrder(entries);
        assert.ok(
          shown.length > 0 && shown.length <= maxEntries,
          `${shown.length}: ${shown.join(', ')}`,
        );
        assert.equal(new Set(shown).size, shown.length, shown.join(', '));
        assert.ok(groupsOf(entries).size <= 4, [...groupsOf(entries)].join(', '));
        const removes = shown.filter((id) => /remove|delete/i.test(id));
        const isGone = viewItem.endsWith('.gone');
        assert.ok(
          isGone || removes.length === 0 || removes.includes(shown.at(-1) ?? ''),
          'the command that removes or deletes is the last one',
        );
      }
    });
  }

  it('list each submenu once, because VS Code ignores a second entry', () => {
    for (const [menu, entries] of Object.entries<readonly Omit<Entry, 'group'>[]>(menus)) {
      const shown = entries.flatMap(({ submenu }) => submenu ?? []);
      assert.equal(new Set(shown).size, shown.length, menu);
    }
  });

  it('offer Remove first on missing items, and no writing command', () => {
    for (const viewItem of VIEW_ITEMS.filter((item) => item.endsWith('.gone'))) {
      for (const entries of menusOn(viewItem)) {
        assert.equal(inOrder(entries)[0], 'botTags.removeFromList', viewItem);
        const writes = entries.filter(({ command, submenu }) =>
          WRITES.includes(command ?? submenu ?? ''),
        );
        assert.deepEqual(writes, [], viewItem);
      }
    }
  });

  it('offer all commands except the writing ones on the rows of a read-only bot', () => {
    const withoutWrites = (entries: readonly string[]): readonly string[] =>
      entries.filter((id) => !WRITES.includes(id));
    const locked = VIEW_ITEMS.filter((item) => item.includes('.locked'));
    assert.equal(locked.length, 10);
    const onRow = (viewItem: string): readonly string[] => {
      const all = entriesOf(menus['view/item/context'], { view: TREE_VIEW, viewItem });
      return inOrder(all[0] ?? []);
    };
    for (const viewItem of locked) {
      const unlocked = onRow(viewItem.replace('.locked', ''));
      assert.deepEqual(onRow(viewItem), withoutWrites(unlocked), viewItem);
    }
  });

  it('offer the sandbox all commands of a bot except the inapplicable ones', () => {
    const [bot = [], sandbox = []] = ['bot', 'bot.sandbox'].map(
      (item) => menusOn(item).map(inOrder)[0],
    );
    assert.deepEqual(
      bot.filter((id) => !sandbox.includes(id)),
      ['botTags.checkConnection'],
    );
    assert.deepEqual(
      sandbox.filter((id) => !bot.includes(id)),
      [],
    );
  });

  it('have at most three buttons on a row, each also in the menu of the row', () => {
    for (const viewItem of VIEW_ITEMS) {
      const all = entriesOf(menus['view/item/context'], { view: TREE_VIEW, viewItem });
      for (const entries of all) {
        const buttons = inOrder(entries.filter(isInline));
        const listed = inOrder(entries.filter((entry) => !isInline(entry)));
        assert.ok(buttons.length <= 3, buttons.join(', '));
        assert.deepEqual(
          buttons.filter((id) => !listed.includes(id)),
          [],
          viewItem,
        );
      }
    }
  });
});

describe('menu of a customer', () => {
  it('offers no writing command for a read-only bot', () => {
    const shownIn = (botTagsReadOnly: boolean): readonly string[] => {
      const row = { webviewId: CUSTOMERS_PANEL, webviewSection: 'row', taggable: true };
      const [entries = []] = entriesOf(menus['webview/context'], {
        ...row,
        botTagsReadOnly,
        botTagsRange: false,
      });
      return inOrder(entries);
    };
    const locked = shownIn(true);
    assert.deepEqual(
      shownIn(false).filter((id) => !locked.includes(id)),
      ['botTags.attachTag', 'botTags.detachTag'],
    );
  });
});

describe('menus of the Journal', () => {
  const onRow = (viewItem: string): readonly (readonly Entry[])[] =>
    entriesOf(menus['view/item/context'], { view: JOURNAL_VIEW, viewItem });

  for (const viewItem of JOURNAL_ITEMS) {
    it(`have on "${viewItem}" an entry for each button, each once`, () => {
      for (const entries of onRow(viewItem)) {
        const buttons = inOrder(entries.filter(isInline));
        const listed = inOrder(entries.filter((entry) => !isInline(entry)));
        assert.ok(buttons.length <= 3 && listed.length <= MAX_ON_OTHER_ROWS, viewItem);
        assert.equal(new Set(listed).size, listed.length, listed.join(', '));
        assert.deepEqual(
          buttons.filter((id) => !listed.includes(id)),
          [],
        );
        assert.equal(listed.includes('botTags.openJournal'), /^(?:run|write)/.test(viewItem));
      }
    });
  }

  it('offer Undo only where undo is possible', () => {
    const undos = JOURNAL_ITEMS.flatMap((item) =>
      inOrder(onRow(item)[0] ?? []).flatMap((id) => (id === 'botTags.undo' ? [item] : [])),
    );
    const items = ['run.cancelled.undoable', 'run.done.undoable', 'run.paused.undoable'];
    const twice = [...items, 'write.undoable'].flatMap((item) => [item, item]);
    assert.deepEqual(undos.toSorted(), twice, 'each row has a button and a menu entry');
  });
});

describe('all menus', () => {
  it(`have at most ${MAX_ENTRIES} entries`, () => {
    const { commandPalette, ...others } = menus;
    const entries = Object.values<readonly { readonly group?: string }[]>(others).flat();
    const count = entries.filter(({ group = '' }) => !group.startsWith('inline')).length;
    assert.ok(commandPalette.length > 0 && count <= MAX_ENTRIES, String(count));
  });

  it(`have at most ${MAX_IN_TREE_TITLE} entries in the "…" menu of the tree`, () => {
    for (const entries of entriesOf(menus['view/title'], { view: TREE_VIEW })) {
      const listed = entries.filter(({ group }) => !group.startsWith('navigation'));
      assert.ok(listed.length <= MAX_IN_TREE_TITLE, inOrder(listed).join(', '));
    }
  });
});

describe('tree view without a bot', () => {
  const shownIn = (window: { folders: number; hasBots: boolean; hasFile?: boolean }) => {
    const { folders, hasBots, hasFile = false } = window;
    const state = { workspaceFolderCount: folders, [HAS_BOTS]: hasBots, [HAS_FILE]: hasFile };
    return inOrder(entriesOf(menus['view/title'], { view: TREE_VIEW, ...state })[0] ?? []);
  };
  const empty = { folders: 0, hasBots: false };

  it('shows in its title only commands that work', () => {
    const shown = [
      'botTags.trySandbox',
      'botTags.showLog',
      'botTags.reportIssue',
      'botTags.addBot',
    ];
    assert.deepEqual(shownIn(empty), shown);
    assert.deepEqual(shownIn({ ...empty, folders: 1 }), shown);
    const withFile = shownIn({ ...empty, folders: 1, hasFile: true });
    assert.deepEqual(
      withFile.filter((id) => !shown.includes(id)),
      ['botTags.loadCatalogueFile'],
    );
  });

  it('shows all commands again after the first bot is added', () => {
    const shown = shownIn({ folders: 0, hasBots: true });
    for (const id of ['goToTag', 'filterTags', 'sortTags', 'refresh']) {
      assert.ok(shown.includes(`botTags.${id}`), id);
    }
    assert.ok(!shown.some((id) => id.endsWith('CatalogueFile')));
    assert.ok(shownIn({ folders: 1, hasBots: true }).includes('botTags.saveCatalogueFile'));
  });

  it('offers the workspace file in the welcome view if a folder has one', () => {
    const welcomeViewCount = (workspaceFolderCount: number, hasFile: boolean): number =>
      viewsWelcome.filter(
        (welcomeView) =>
          welcomeView.view === 'botTags.tree' &&
          isWhenTrue('when' in welcomeView ? welcomeView.when : undefined, {
            workspaceFolderCount,
            [HAS_FILE]: hasFile,
          }),
      ).length;
    assert.deepEqual(
      [welcomeViewCount(0, false), welcomeViewCount(1, false), welcomeViewCount(1, true)],
      [1, 1, 2],
    );
  });
});
