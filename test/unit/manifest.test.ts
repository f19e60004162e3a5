import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json' with { type: 'json' };
import strings from '../../package.nls.json' with { type: 'json' };
import { sources } from '../../scripts/house/imports.ts';
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

/** Use of a command: an entry of a menu (a command or a submenu), or a key binding. */
interface Used {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
}

const uses: readonly Used[] = [...Object.values<readonly Used[]>(menus).flat(), ...keybindings];
const whens = uses.flatMap(({ when }) => (when === undefined ? [] : [when]));

/** Returns the commands whose handlers a source file registers. */
function registeredCommands(text: string): string[] {
  const calls = [...text.matchAll(/\bcommands\.register\(\{.*?\}\);$/gms)].join('\n');
  return [...calls.matchAll(/'(botTags\.\w+)':/g)].flatMap(([, command]) => command ?? []);
}

/** Returns the keys of the texts that a manifest uses, such as `view.welcome` for `%view.welcome%`. */
function keysIn(text: string): readonly string[] {
  return [...text.matchAll(/"%([^%"]+)%"/g)].flatMap(([, key]) => (key === undefined ? [] : [key]));
}

describe('manifest', () => {
  it('declares exactly the commands of the code', () => {
    assert.deepEqual(commands.map(({ command }) => command).sort(), [...commandIds].sort());
  });

  it('declares exactly the commands that features register, each of them once', () => {
    const registered = sources.flatMap((file) =>
      registeredCommands(readFileSync(join(root, file), 'utf8')),
    );
    assert.deepEqual(registered.sort(), commands.map(({ command }) => command).sort());
  });

  it('gives every command a title and a category', () => {
    for (const { command, title, category } of commands) {
      assert.equal(title, `%${command.replace('botTags.', 'command.')}.title%`);
      assert.equal(category, 'Bot Tags');
    }
  });

  it('names only existing commands in menus, key bindings and the welcome view', () => {
    const texts = [strings['view.welcome'], strings['view.welcome.file']];
    const welcome = texts.flatMap((text) =>
      [...text.matchAll(/\(command:([\w.]+)[?)]/g)].map(([, command]) => command),
    );
    assert.equal(welcome.length, 4);
    const namedCommands = [...uses.flatMap(({ command }) => command ?? []), ...welcome];
    const known: readonly string[] = [...commandIds, 'workbench.action.openWalkthrough'];
    assert.deepEqual(
      namedCommands.filter((command) => !known.includes(command ?? '')),
      [],
    );
  });

  it('shows each submenu in a menu, with at least two entries', () => {
    const shown = uses.flatMap(({ submenu }) => submenu ?? []);
    const known = submenus.map(({ id }) => id);
    assert.deepEqual([...new Set(shown)].sort(), known.toSorted());
    for (const id of known) assert.ok((Reflect.get(menus, id) as unknown[]).length > 1, id);
  });

  it('lists each entry of a menu once', () => {
    for (const [menu, entries] of Object.entries<readonly (Used & { readonly group?: string })[]>(
      menus,
    )) {
      const lines = entries.map(
        ({ command, submenu, when, group }) => `${command} ${submenu} ${when} ${group}`,
      );
      assert.equal(new Set(lines).size, lines.length, menu);
    }
  });

  it('uses exactly the texts that exist', () => {
    const used = keysIn(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.deepEqual([...new Set(used)].sort(), Object.keys(strings).sort());
    for (const [key, text] of Object.entries(strings)) assert.match(text, /\S/, key);
  });

  it('compares viewItem only with values that the views set', () => {
    const matches = whens.flatMap((when) => [...when.matchAll(/viewItem\s*(==|!=|=~)\s*(\S+)/g)]);
    assert.ok(matches.length > 20);
    for (const [text, operator, value = ''] of matches) {
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
    // The row of paused jobs needs no entry: a click on the row runs its command.
    const itemsWithoutEntry = VIEW_ITEMS.filter(
      (item) => !patterns.some((pattern) => pattern.test(item)),
    );
    assert.deepEqual(itemsWithoutEntry, ['resume']);
  });

  it('names the views, the panels and the file schemes as the code does', () => {
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
    const matches = (pattern: RegExp): readonly string[] => [
      ...new Set(
        whens.flatMap((when) => [...when.matchAll(pattern)].map(([, name]) => name ?? '')),
      ),
    ];
    assert.deepEqual(matches(/(?:\bview|focusedView) == (\S+)/g), [TREE_VIEW, JOURNAL_VIEW]);
    assert.deepEqual(matches(/webviewId == (\S+)/g), [CUSTOMERS_PANEL]);
    assert.deepEqual(matches(/activeWebviewPanelId == '(\S+)'/g), [CUSTOMERS_PANEL]);
  });

  it('has key bindings of the tree that find the row with the focus', () => {
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

  it('has icons that exist', () => {
    for (const file of [manifest.icon, views.botTags[0]?.icon ?? '']) {
      assert.ok(readFileSync(join(root, file)).length > 0, file);
    }
    const icon = readFileSync(join(root, manifest.icon));
    assert.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [256, 256], 'width, height');
  });
});

describe('parseArguments', () => {
  const user = { rawUid: 'U', pageId: 'p', channel: 'line' } as const;

  it('returns valid arguments, with the channel as its number', () => {
    const attach = { bot: 'b', tagId: 't', user };
    for (const [channel, number] of [...Object.entries({ facebook: 0, line: 1 }), [0, 0], [1, 1]]) {
      const parsed = parseArguments('botTags.attachTag', { ...attach, user: { ...user, channel } });
      assert.deepEqual(parsed, { ...attach, user: { ...user, channel: number } });
    }
    assert.deepEqual(parseArguments('botTags.refresh', {}), {});
    assert.throws(() => parseArguments('botTags.refresh', undefined), TypeError);
  });

  it('refuses invalid arguments with the name of the wrong field, and never its value', () => {
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
    for (const [command, value, message] of cases) {
      assert.throws(
        () => parseArguments(command, value),
        (error) => {
          assert.ok(error instanceof TypeError);
          assert.match(error.message, message);
          assert.ok(error.message.startsWith(`${command}: `));
          return !error.message.includes(token);
        },
      );
    }
  });
});
