import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json' with { type: 'json' };
import strings from '../../package.nls.json' with { type: 'json' };
import { commandIds, parseArguments } from '../../src/commands/commands.ts';
import {
  AT_FOCUS,
  CUSTOMERS_PANEL,
  HAS_BOTS,
  HAS_JOURNAL,
  JOURNAL_VIEW,
  OVERVIEW_PANEL,
  TREE_VIEW,
} from '../../src/base/manifest.ts';
import { JOURNAL_ITEMS, VIEW_ITEMS } from './viewItems.ts';

const ALL_ITEMS = [...VIEW_ITEMS, ...JOURNAL_ITEMS];

const root = join(import.meta.dirname, '../..');
const { commands, menus, submenus, keybindings, views, viewsWelcome } = manifest.contributes;

/** An entry of a menu, which is a command or a menu itself, or a key. */
interface Used {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
}

const uses: readonly Used[] = [...Object.values<readonly Used[]>(menus).flat(), ...keybindings];
const whens = uses.flatMap(({ when }) => (when === undefined ? [] : [when]));

function keysIn(text: string): readonly string[] {
  return [...text.matchAll(/"%([^%"]+)%"/g)].flatMap(([, key]) => (key === undefined ? [] : [key]));
}

describe('the manifest', () => {
  it('has every command of the code, and no other', () => {
    assert.deepEqual(commands.map(({ command }) => command).sort(), [...commandIds].sort());
  });

  it('gives every command a title and a category', () => {
    for (const { command, title, category } of commands) {
      assert.equal(title, `%${command.replace('botTags.', 'command.')}.title%`);
      assert.equal(category, 'Bot Tags');
    }
  });

  it('names only commands that exist in menus, keys and the welcome', () => {
    const texts = [strings['view.welcome'], strings['view.welcome.file']];
    const welcome = texts.flatMap((text) =>
      [...text.matchAll(/\(command:([\w.]+)[?)]/g)].map(([, command]) => command),
    );
    assert.equal(welcome.length, 4);
    const named = [...uses.flatMap(({ command }) => command ?? []), ...welcome];
    const known: readonly string[] = [...commandIds, 'workbench.action.openWalkthrough'];
    assert.deepEqual(
      named.filter((command) => !known.includes(command ?? '')),
      [],
    );
  });

  it('shows each submenu somewhere, with entries', () => {
    const shown = uses.flatMap(({ submenu }) => submenu ?? []);
    const known = submenus.map(({ id }) => id);
    assert.deepEqual([...new Set(shown)].sort(), known.toSorted());
    for (const id of known) assert.ok((Reflect.get(menus, id) as unknown[]).length > 1, id);
  });

  it('has each entry of a menu once', () => {
    for (const [menu, entries] of Object.entries<readonly (Used & { readonly group?: string })[]>(
      menus,
    )) {
      const lines = entries.map(
        ({ command, submenu, when, group }) => `${command} ${submenu} ${when} ${group}`,
      );
      assert.equal(new Set(lines).size, lines.length, menu);
    }
  });

  it('uses every text that there is, and no other', () => {
    const used = keysIn(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.deepEqual([...new Set(used)].sort(), Object.keys(strings).sort());
    for (const [key, text] of Object.entries(strings)) assert.match(text, /\S/, key);
  });

  it('asks for values of viewItem that the views give', () => {
    const asked = whens.flatMap((when) => [...when.matchAll(/viewItem\s*(==|!=|=~)\s*(\S+)/g)]);
    assert.ok(asked.length > 20);
    for (const [text, operator, value = ''] of asked) {
      const found =
        operator === '=~'
          ? ALL_ITEMS.some((item) => new RegExp(value.slice(1, -1)).test(item))
          : ALL_ITEMS.includes(value);
      assert.ok(found, text);
    }
  });

  it('offers something on every kind of node', () => {
    const patterns = whens.flatMap((when) =>
      [...when.matchAll(/viewItem (?:=~ \/(.+?)\/|== (\S+))/g)].map(
        ([, source, value]) => new RegExp(source ?? `^${value}$`),
      ),
    );
    // A click on the row of paused jobs runs its command.
    const without = VIEW_ITEMS.filter((item) => !patterns.some((pattern) => pattern.test(item)));
    assert.deepEqual(without, ['resume']);
  });

  it('names the views, the panel and the scheme as the code does', () => {
    assert.deepEqual(
      views.botTags.map(({ id }) => id),
      [TREE_VIEW, JOURNAL_VIEW],
    );
    assert.equal(views.botTags[1]?.when, `${HAS_BOTS} || ${HAS_JOURNAL}`);
    assert.deepEqual([...new Set(viewsWelcome.map(({ view }) => view))], [TREE_VIEW, JOURNAL_VIEW]);
    assert.deepEqual(manifest.activationEvents, [
      'onStartupFinished',
      `onWebviewPanel:${CUSTOMERS_PANEL}`,
      `onWebviewPanel:${OVERVIEW_PANEL}`,
    ]);
    const asked = (pattern: RegExp): readonly string[] => [
      ...new Set(
        whens.flatMap((when) => [...when.matchAll(pattern)].map(([, name]) => name ?? '')),
      ),
    ];
    assert.deepEqual(asked(/(?:\bview|focusedView) == (\S+)/g), [TREE_VIEW, JOURNAL_VIEW]);
    assert.deepEqual(asked(/webviewId == (\S+)/g), [CUSTOMERS_PANEL]);
    assert.deepEqual(asked(/activeWebviewPanelId == '(\S+)'/g), [CUSTOMERS_PANEL]);
  });

  it('has keys of the tree that look up which row they mean', () => {
    const inTree = keybindings.filter(({ when }) => when?.includes(`focusedView == ${TREE_VIEW}`));
    assert.ok(inTree.every((key) => 'args' in key && key.args === AT_FOCUS));
    assert.deepEqual(
      inTree.map(({ command, key }) => `${key}: ${command}`),
      [
        'delete: botTags.deleteItem',
        'f2: botTags.renameTag',
        'enter: botTags.showTagCustomers',
        'ctrl+c: botTags.copyId',
      ],
    );
  });

  it('has icons that are there', () => {
    for (const file of [manifest.icon, views.botTags[0]?.icon ?? '']) {
      assert.ok(readFileSync(join(root, file)).length > 0, file);
    }
    const icon = readFileSync(join(root, manifest.icon));
    assert.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [256, 256], 'width, height');
  });
});

describe('the arguments of commands', () => {
  const user = { rawUid: 'U', pageId: 'p', channel: 'line' } as const;

  it('are taken as they are when they are right', () => {
    const attach = { bot: 'b', tagId: 't', user };
    assert.deepEqual(parseArguments('botTags.attachTag', attach), attach);
    assert.deepEqual(parseArguments('botTags.refresh', {}), {});
    assert.throws(() => parseArguments('botTags.refresh', undefined), TypeError);
  });

  it('are refused with the field that is wrong, never with its value', () => {
    const token = 'canary-token';
    const cases = [
      ['botTags.botSettings', { bot: 'b' }, /at least one of label, environment, or readOnly/],
      [
        'botTags.moveToFolder',
        { bot: 'b', ids: ['x', 'y'], folderId: null, recreate: true, confirmed: true },
        /one ID, folderId, and confirmed: true/,
      ],
      [
        'botTags.moveToFolder',
        { bot: 'b', ids: ['x'], recreate: true, confirmed: true },
        /folderId/,
      ],
      [
        'botTags.moveToFolder',
        { bot: 'b', ids: ['x'], folderId: 'y', recreate: true },
        /confirmed/,
      ],
      ['botTags.replaceToken', { bot: '', token }, /bot: /],
      ['botTags.replaceToken', { bot: 'b', token: [token] }, /token: /],
      ['botTags.addBot', { baseUrl: 'x', botId: 5, token }, /botId: /],
      ['botTags.deleteItem', { bot: 'b', id: 'x' }, /confirmed: /],
      ['botTags.deleteItem', { bot: 'b', id: 'x', confirmed: false }, /confirmed: /],
      ['botTags.openCustomers', { bot: 'b', limit: 3087 }, /limit: /],
      ['botTags.openCustomers', { bot: 'b', from: 5 }, /from: /],
      ['botTags.exportPage', { bot: 'b', page: 0 }, /page: /],
      [
        'botTags.attachTag',
        { bot: 'b', tagId: 't', user: { ...user, channel: 'telegram' } },
        /user\.channel: /,
      ],
      ['botTags.listUserTags', { bot: 'b', user, more: token }, /more/],
    ] as const;
    for (const [command, value, says] of cases) {
      assert.throws(
        () => parseArguments(command, value),
        (error) => {
          assert.ok(error instanceof TypeError);
          assert.match(error.message, says);
          assert.ok(error.message.startsWith(`${command}: `));
          return !error.message.includes(token);
        },
      );
    }
  });
});
