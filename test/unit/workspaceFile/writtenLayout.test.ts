import assert from 'node:assert/strict';
import { readText } from '../../../src/workspaceFile/readText.ts';
import { writeText } from '../../../src/workspaceFile/writeText.ts';
import { bot, changeWithBots, folder, tag } from './content.ts';

const ADDRESS = '"baseUrl": "https://api.example", "botId": "bot-tea"';
const wrap = (fields: string): string => `{ "version": 1, "bots": [{ ${fields} }] }`;

describe('layout of writeText', () => {
  it('puts the label before the other fields of a bot that has no label in the file', () => {
    const renamed = bot({ label: 'Mine' });
    const text = writeText(wrap(ADDRESS), { ...changeWithBots(renamed), renamed: [renamed] });
    assert.match(text, /\{\s+"label": "Mine",\s+"baseUrl"/);
  });

  it('puts a tag that moves into a folder at its place in the order of names', () => {
    const text = writeText(
      '',
      changeWithBots(bot({ items: [folder('f', 'F', [tag('b'), tag('c')]), tag('a')] })),
    );
    const moved = bot({ items: [folder('f', 'F', [tag('a'), tag('b'), tag('c')])] });
    assert.match(writeText(text, changeWithBots(moved)), /"a": "a",\s+"b": "b",\s+"c": "c"/);
  });

  it('indents new lines like the file, whatever the comment above the file looks like', () => {
    const text = `/*\n * Ours\n */\n{\n\t"version": 1,\n\t"bots": []\n}\n`;
    const written = writeText(text, changeWithBots(bot()));
    assert.match(written, /\n\t"bots": \[\n\t\t\{\n\t\t\t"label"/);
  });

  it('keeps the comment after an opening brace when all tags are removed', () => {
    const text = wrap(`${ADDRESS}, "tags": { // of sales\n"a": "A" }`);
    const change = { ...changeWithBots(bot()), dropped: [{ ...bot(), id: 'a' }] };
    const written = writeText(text, change);
    assert.match(written, /"tags": \{ \/\/ of sales/);
    assert.deepEqual(readText(written).problems, []);
  });
});
