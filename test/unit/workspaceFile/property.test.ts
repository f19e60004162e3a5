import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FileBot, FileItem } from '../../../src/core/catalogue/workspaceFile.ts';
import { FOLDER } from '../../../src/core/model.ts';
import { readText } from '../../../src/workspaceFile/readText.ts';
import { writeText } from '../../../src/workspaceFile/writeText.ts';
import { bot, folder, putting, sorted, tag } from './content.ts';

const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');

/** A tree of items, made from where each stands: the index of an earlier folder, or none. */
const items = fc.array(fc.record({ name, at: fc.nat() }), { maxLength: 14 }).map((rows) => {
  const made: { item: FileItem; inside: FileItem[] }[] = [];
  const top: FileItem[] = [];
  const unplaced: FileItem[] = [];
  for (const [index, row] of rows.entries()) {
    const inside: FileItem[] = [];
    const id = `id ${index}`;
    const item = index % 3 === 0 ? { ...folder(id, row.name), items: inside } : tag(id, row.name);
    const folders = made.filter((one) => one.item.type === FOLDER);
    const place = row.at % (folders.length + 2);
    (folders[place]?.inside ?? (place === folders.length ? top : unplaced)).push(item);
    made.push({ item, inside });
  }
  return { items: top, unplaced };
});

const bots = fc
  .array(items, { maxLength: 3 })
  .map((all): FileBot[] =>
    all.map((one, index) => bot({ ...one, botId: `bot-${index}`, label: `Bot ${index}` })),
  );

/** Puts a comment of its own above each line, and behind each that ends a member. */
function commented(text: string): { readonly text: string; readonly comments: readonly string[] } {
  const comments: string[] = [];
  const comment = (): string => {
    comments.push(`// comment ${comments.length};`);
    return comments.at(-1) ?? '';
  };
  const lines = text.split('\n').map((line) => {
    const above = /^\s+"/.test(line) ? [`${/^\s*/.exec(line)?.[0]}${comment()}`] : [];
    return [...above, line].join('\n');
  });
  return { text: lines.join('\n'), comments };
}

function idsOf(list: readonly FileItem[]): string[] {
  return list.flatMap((item) => [item.id, ...idsOf(item.items)]);
}

/** Every item of both is told: what a file lists besides would stay. */
function droppedFrom(old: readonly FileBot[], now: readonly FileBot[]) {
  return old.flatMap((one) => {
    const after = now.find(({ botId }) => botId === one.botId);
    const left = new Set(after === undefined ? [] : idsOf([...after.items, ...after.unplaced]));
    const ids = idsOf([...one.items, ...one.unplaced]).filter((id) => !left.has(id));
    return ids.map((id) => ({ baseUrl: one.baseUrl, botId: one.botId, id }));
  });
}

describe('jsonc: any catalogue', () => {
  it('is read as it was written, and written again to the letter', () => {
    fc.assert(
      fc.property(bots, (all) => {
        const text = writeText('', putting(...all));
        const { content, problems } = readText(text);
        assert.deepEqual(problems, []);
        assert.ok(content);
        assert.deepEqual(sorted(content), sorted({ bots: all }));
        assert.equal(writeText(text, putting(...all)), text);
      }),
      { numRuns: 150 },
    );
  });

  it('can be written over any other: what was asked for is there, and no comment above a line that stays is lost', () => {
    fc.assert(
      fc.property(bots, bots, (before, after) => {
        const old = commented(writeText('', putting(...before)));
        const dropped = droppedFrom(before, after);
        const kept = before.filter((one) => !after.some(({ botId }) => botId === one.botId));
        const text = writeText(old.text, { ...putting(...after), dropped });
        const { content, problems } = readText(text);
        assert.deepEqual(problems, []);
        assert.ok(content);
        assert.deepEqual(sorted(content), sorted({ bots: [...kept, ...after] }));
        assert.equal(writeText(text, putting(...after)), text, 'a second time changes nothing');
        // With a dropped folder goes what is written between its braces, and nothing else.
        const gone = new Set(dropped.map(({ botId, id }) => JSON.stringify([botId, id])));
        const between = readText(old.text)
          .spots.filter(({ botId, id }) => gone.has(JSON.stringify([botId, id])))
          .map(({ entryAt }) => old.text.slice(entryAt.offset, entryAt.offset + entryAt.length));
        const lost = old.comments.filter((comment) => !text.includes(comment));
        assert.deepEqual(
          lost.filter((comment) => !between.some((entry) => entry.includes(comment))),
          [],
        );
      }),
      { numRuns: 300 },
    );
  });
});
