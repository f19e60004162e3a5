import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import manifest from '../../package.json' with { type: 'json' };
import strings from '../../package.nls.json' with { type: 'json' };

const { commands, submenus } = manifest.contributes;
const texts: Readonly<Record<string, string>> = strings;
const titles = commands.map(({ title }) => texts[title.slice(1, -1)] ?? assert.fail(title));

/** Verbs that begin command titles. Add a verb where none of these describes the command. */
const VERBS = new Set(
  [
    'Add Attach Check Clear Copy Delete Detach Enter Export Filter Find Go',
    'Load Merge Move New Open Pause Refresh Remove Rename Resume',
    'Report Retry Run Save Scan Show Sort Tag Try Undo Unload',
  ].flatMap((line) => line.split(' ')),
);

/** Titles of commands that open a list. Each title names the contents of its list. */
const LISTS = ['Bot Settings…', 'Tags of Customer…'];

/** Words that VS Code writes in lowercase in a title, and `curl`, which is a proper name. */
const LOWERCASE_WORDS = /^(?:a|an|and|as|by|curl|for|from|in|of|or|the|to|with)$/;

/** Checks VS Code's guidelines for command titles, where a test can check them. */
describe('command titles', () => {
  it('begin with one of a few verbs, unless the command opens a list', () => {
    for (const title of titles.filter((candidate) => !LISTS.includes(candidate))) {
      assert.ok(VERBS.has(title.replace('…', '').split(' ')[0] ?? ''), title);
    }
    const used = new Set(titles.map((title) => title.replace('…', '').split(' ')[0]));
    assert.deepEqual(
      [...VERBS].filter((verb) => !used.has(verb)),
      [],
    );
  });

  it('are in title case, short, and unique in the palette', () => {
    for (const title of titles) {
      for (const [index, word] of title.replace('…', '').split(/[ -]/).entries()) {
        const isSmall = index > 0 && LOWERCASE_WORDS.test(word);
        assert.ok(isSmall || /^[A-Z][\w']*$/.test(word), `${word} in ${title}`);
      }
      assert.ok(title.length <= 40, title);
    }
    const { commandPalette } = manifest.contributes.menus;
    const hidden = commandPalette.filter(({ when }) => when === 'false');
    const isHidden = (id: string): boolean => hidden.some(({ command }) => command === id);
    const inPalette = commands.filter(({ command }) => !isHidden(command));
    assert.equal(
      new Set(inPalette.map(({ title }) => texts[title.slice(1, -1)])).size,
      inPalette.length,
    );
  });

  it('end with a one-character "…" if they have one, and contain no category', () => {
    for (const title of titles) {
      assert.doesNotMatch(title, /\.{2}|….|Bot Tags|[:.]$/, title);
    }
    for (const { category } of commands) assert.equal(category, 'Bot Tags');
    for (const { label } of submenus) assert.doesNotMatch(texts[label.slice(1, -1)] ?? '…', /…/);
  });

  it('use one word for each concept', () => {
    for (const title of titles) {
      assert.doesNotMatch(title, /\b(?:View|Create|Search|Label|Customer's|User's)\b/);
    }
  });

  it('have icons that exist in VS Code', async () => {
    const list = createRequire(import.meta.url).resolve('@vscode/codicons/dist/codicon.csv');
    const iconList = await readFile(list, 'utf8');
    for (const command of commands) {
      if (!('icon' in command)) continue;
      const [, name = ''] = /^\$\(([\w-]+)\)$/.exec(command.icon) ?? [];
      assert.ok(iconList.includes(`\n${name},`), `${command.command}: ${command.icon}`);
    }
  });
});
