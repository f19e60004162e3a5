import assert from 'node:assert/strict';
import { readText } from '../../../src/workspaceFile/readText.ts';
import { writeText } from '../../../src/workspaceFile/writeText.ts';
import { bot, folder, changeWithBots, sorted, tag } from './content.ts';

/** File of a team after some edits by hand. */
const BY_HAND = `// Our bots.
{
  "version": 1,
  "bots": [
    // The one that earns the money.
    {
      "label": "Tea House", "environment": "production", // careful!
      "baseUrl": "https://api.example",
      "botId": "bot-tea",

      "folders": {
        // Every quarter a new one.
        "tag-q1": {
          "name": "Q1", "tags": { "tag-spring": "Spring" /* ends in May */ }
        },
      },
      "tags": {
        "tag-vip":   "VIP", // asked for by sales

        /* Do not use any more. */
        "tag-old": "Old"
        // more to come
      }
    }
  ]
}
`;

/** Returns the first bot of a file. */
const inFile = (text: string) => readText(text).content?.bots[0] ?? bot();

describe('writeText', () => {
  it('creates a file with a comment that explains it, and one tag per line, sorted by name', () => {
    const items = [
      tag('tag-2', '茶'),
      tag('tag-1', 'b "x"'),
      folder('tag-3', 'Z', [tag('9', 'in')]),
    ];
    const text = writeText(
      '',
      changeWithBots(bot({ items, environment: 'test', unplaced: [tag('u')] })),
    );
    assert.equal(
      text.slice(text.indexOf('{')),
      `{
  "version": 1,
  "bots": [
    {
      "label": "Tea House",
      "baseUrl": "https://api.example",
      "botId": "bot-tea",
      "environment": "test",
      "folders": {
        "tag-3": {
          "name": "Z",
          "tags": {
            "9": "in"
          }
        }
      },
      "tags": {
        "tag-1": "b \\"x\\"",
        "tag-2": "茶"
      },
      "unplaced": {
        "tags": {
          "u": "u"
        }
      }
    }
  ]
}
`,
    );
    assert.match(text, /^\/\/ Bots and tags .*\n\/\/ No tokens in here/);
  });

  it('changes nothing when the content is the same', () => {
    assert.equal(writeText(BY_HAND, changeWithBots(inFile(BY_HAND))), BY_HAND);
    const crlfText = `\uFEFF${BY_HAND.replaceAll('\n', '\r\n')}`;
    assert.equal(writeText(crlfText, changeWithBots(inFile(BY_HAND))), crlfText);
  });

  it('changes one line for a new name', () => {
    const old = inFile(BY_HAND);
    const items = old.items.map((item) => (item.id === 'tag-vip' ? tag(item.id, 'VIP 2') : item));
    assert.equal(
      writeText(BY_HAND, changeWithBots({ ...old, items })),
      BY_HAND.replace('"VIP",', '"VIP 2",'),
    );
  });

  it('adds one line for a new tag in the order of names, and moves no comment', () => {
    const old = inFile(BY_HAND);
    const text = writeText(
      BY_HAND,
      changeWithBots({ ...old, items: [...old.items, tag('n', 'Nine')] }),
    );
    assert.equal(
      text,
      BY_HAND.replace('"tag-vip":   "VIP", //', '"n": "Nine",\n        "tag-vip":   "VIP", //'),
    );
    const last = writeText(
      BY_HAND,
      changeWithBots({ ...old, items: [...old.items, tag('z', 'Zoo')] }),
    );
    const expected = '"tag-old": "Old",\n        "z": "Zoo"\n        // more to come';
    assert.equal(last, BY_HAND.replace('"tag-old": "Old"\n        // more to come', expected));
  });

  it('removes a tag with the comment on its line, and keeps the comments above', () => {
    const old = inFile(BY_HAND);
    const dropped = ['tag-vip', 'tag-old'].map((id) => ({ ...old, id }));
    const items = old.items.filter(({ id }) => !dropped.some((one) => one.id === id));
    const text = writeText(BY_HAND, { ...changeWithBots({ ...old, items }), dropped });
    assert.ok(
      text.includes(
        '"tags": {\n\n        /* Do not use any more. */\n        // more to come\n      }',
      ),
      text,
    );
    assert.deepEqual(inFile(text).items, items);
  });

  it('moves a tag with the comment on its line, and a folder with all its contents', () => {
    const old = inFile(BY_HAND);
    const q1 = folder('tag-q1', 'Q1', [tag('tag-spring', 'Spring'), tag('tag-vip', 'VIP')]);
    const items = [folder('tag-all', 'All', [q1]), tag('tag-old', 'Old')];
    const text = writeText(BY_HAND, changeWithBots({ ...old, items }));
    assert.deepEqual(readText(text).problems, []);
    assert.deepEqual(sorted({ bots: [inFile(text)] }), sorted({ bots: [{ ...old, items }] }));
    assert.match(text, /"tag-vip": {3}"VIP" \/\/ asked for by sales/);
    assert.match(text, /"Spring", \/\* ends in May \*\//);
    for (const comment of BY_HAND.match(/\/\/.*|\/\*.*?\*\//g) ?? []) {
      assert.ok(text.includes(comment), comment);
    }
  });

  it('keeps the comment on the line of a tag that moves into a new folder', () => {
    const old = inFile(BY_HAND);
    const otherItems = old.items.filter(({ id }) => id !== 'tag-vip');
    const items = [...otherItems, folder('new', 'New', [tag('tag-vip', 'VIP')])];
    const text = writeText(BY_HAND, changeWithBots({ ...old, items }));
    assert.match(
      text,
      /"new": \{\s+"name": "New",\s+"tags": \{\s+"tag-vip": {3}"VIP" \/\/ asked for/,
    );
    assert.equal(text.split('// asked for by sales').length, 2);
  });

  it('keeps bots and items that are only in the file', () => {
    const other = bot({ botId: 'bot-coffee', label: 'Coffee', items: [tag('c', 'Cup')] });
    const text = writeText(BY_HAND, changeWithBots(other));
    assert.ok(
      text.includes(BY_HAND.slice(BY_HAND.indexOf('// The one'), BY_HAND.indexOf('\n  ]'))),
    );
    assert.deepEqual(
      readText(text).content?.bots.map(({ botId }) => botId),
      ['bot-coffee', 'bot-tea'],
    );
    const fewer = writeText(BY_HAND, changeWithBots({ ...inFile(BY_HAND), items: [] }));
    assert.equal(fewer, BY_HAND);
  });

  it('keeps the label and environment of a bot in the file, unless `renamed` lists the bot', () => {
    const renamed = { ...inFile(BY_HAND), label: 'Mine', environment: 'staging' };
    assert.equal(writeText(BY_HAND, changeWithBots(renamed)), BY_HAND);
    const text = writeText(BY_HAND, { ...changeWithBots(renamed), renamed: [renamed] });
    assert.equal(
      text,
      BY_HAND.replace(
        '"Tea House", "environment": "production"',
        '"Mine", "environment": "staging"',
      ),
    );
  });

  it('removes the environment of a bot in the file if the user has cleared it', () => {
    const cleared = { ...inFile(BY_HAND), environment: '' };
    const text = writeText(BY_HAND, { ...changeWithBots(cleared), renamed: [cleared] });
    assert.equal(inFile(text).environment, '');
  });

  it('writes a tag that became a folder, and a folder that became a tag, as a readable file', () => {
    const text = writeText(
      '',
      changeWithBots(
        bot({ items: [tag('t', 'https://x // y'), folder('f', 'F', [tag('in', 'In')])] }),
      ),
    );
    const changed = bot({ items: [folder('t', 'T', [tag('in', 'In')]), tag('f', 'F')] });
    const written = writeText(text, changeWithBots(changed));
    assert.deepEqual(readText(written).problems, []);
    assert.deepEqual(sorted({ bots: [inFile(written)] }), sorted({ bots: [changed] }));
    assert.doesNotMatch(written, /\/\/ y/, 'a part of the old name is no comment');
  });

  it('moves items that only the file knows out of a dropped folder, to the items without a place', () => {
    const old = inFile(BY_HAND);
    const items = old.items.filter(({ id }) => id !== 'tag-q1');
    const dropped = [{ ...old, id: 'tag-q1' }];
    const { items: remainingItems, unplaced } = inFile(
      writeText(BY_HAND, { ...changeWithBots({ ...old, items }), dropped }),
    );
    assert.deepEqual(
      sorted({ bots: [bot({ items: remainingItems, unplaced })] }),
      sorted({ bots: [bot({ items, unplaced: [tag('tag-spring', 'Spring')] })] }),
    );
  });

  it('refuses to write over a text that cannot be read', () => {
    for (const text of ['{', '[]', '{"version": 2, "bots": []}', BY_HAND.replace('"VIP"', '5')]) {
      assert.throws(() => writeText(text, changeWithBots(bot())), /cannot be read/);
    }
  });

  it('writes 20,000 tags, and writes over them, in linear time', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => tag(`tag-${n}`, `Name ${n % 97}`));
    const items = Array.from({ length: 20 }, (_, n) =>
      folder(
        `f${n}`,
        `F${n}`,
        many(1000).map((one) => tag(`${n}-${one.id}`, one.name)),
      ),
    );
    const text = writeText('', changeWithBots(bot({ items })));
    assert.equal(writeText(text, changeWithBots(bot({ items }))), text);
    assert.equal(readText(text).locatedItems.length, 20_020);
  });

  it('marks a bot as read-only, and never removes the mark', () => {
    const locked = bot({ isReadOnly: true });
    const text = writeText('', changeWithBots(locked));
    assert.match(text, /"botId": "bot-tea",\n {6}"readOnly": true\n/);
    assert.equal(inFile(text).isReadOnly, true);
    assert.equal(writeText(text, changeWithBots(bot())), text, 'never removed');
    const unlocked = text.replace('true', 'false');
    assert.equal(writeText(unlocked, changeWithBots(bot())), unlocked);
    assert.equal(writeText(unlocked, changeWithBots(locked)), text);
    const byHand = writeText(BY_HAND, changeWithBots(locked));
    assert.match(byHand, /"environment": "production", \/\/ careful!/);
    assert.equal(inFile(byHand).isReadOnly, true);
  });

  it('adds an environment only if the file has none', () => {
    const production = bot({ environment: 'production' });
    const text = writeText(writeText('', changeWithBots(bot())), changeWithBots(production));
    assert.equal(inFile(text).environment, 'production');
    assert.equal(inFile(writeText(text, changeWithBots(bot()))).environment, 'production');
    const other = writeText(text, changeWithBots(bot({ environment: 'test' })));
    assert.equal(inFile(other).environment, 'production', 'the environment in the file is kept');
  });

  it('leaves a file with 100,000 tags on one line unchanged, in linear time', () => {
    // In quadratic time, this would exceed the time limit of the test.
    const items = Array.from({ length: 100_000 }, (_, index) => tag(`tag-${index}`, 'a name'));
    const names = Object.fromEntries(items.map(({ id, name }) => [id, name]));
    const { label, baseUrl, botId } = bot();
    const text = JSON.stringify({ version: 1, bots: [{ label, baseUrl, botId, tags: names }] });
    assert.equal(writeText(text, changeWithBots(bot({ items }))), text);
  });
});
