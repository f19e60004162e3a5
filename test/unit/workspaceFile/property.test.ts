import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nameInFile, type FileBot, type FileItem } from '../../../src/catalogue/workspaceFile.ts';
import { FOLDER, TAG } from '../../../src/base/model.ts';
import { checkBaseUrl } from '../../../src/base/baseUrl.ts';
import { readText } from '../../../src/workspaceFile/readText.ts';
import { writeSegment } from '../../../src/workspaceFile/writeSegment.ts';
import { writeText } from '../../../src/workspaceFile/writeText.ts';
import { bot, folder, changeWithBots, sorted, tag } from './content.ts';
import { sizeOf } from '../../support/sizes.ts';

const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');

/** Tree of items. The random number of a row selects its place: an earlier folder, the top level, or unknown. */
const items = fc.array(fc.record({ name, random: fc.nat() }), { maxLength: 14 }).map((rows) => {
  const createdItems: { item: FileItem; inside: FileItem[] }[] = [];
  const top: FileItem[] = [];
  const unplaced: FileItem[] = [];
  for (const [index, row] of rows.entries()) {
    const inside: FileItem[] = [];
    const id = `id ${index}`;
    const item = index % 3 === 0 ? { ...folder(id, row.name), items: inside } : tag(id, row.name);
    const folders = createdItems.filter((each) => each.item.type === FOLDER);
    const place = row.random % (folders.length + 2);
    (folders[place]?.inside ?? (place === folders.length ? top : unplaced)).push(item);
    createdItems.push({ item, inside });
  }
  return { items: top, unplaced };
});

const bots = fc
  .array(items, { maxLength: 3 })
  .map((all): FileBot[] =>
    all.map((one, index) => bot({ ...one, botId: `bot-${index}`, label: `Bot ${index}` })),
  );

/** Puts a unique comment above each line that begins with a quoted key. */
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

/** Returns the items of `old` that `now` lacks. `writeText` keeps items in the file that are not listed as dropped. */
function droppedFrom(old: readonly FileBot[], now: readonly FileBot[]) {
  return old.flatMap((oldBot) => {
    const botAfter = now.find(({ botId }) => botId === oldBot.botId);
    const remainingIds = new Set(
      botAfter === undefined ? [] : idsOf([...botAfter.items, ...botAfter.unplaced]),
    );
    const ids = idsOf([...oldBot.items, ...oldBot.unplaced]).filter((id) => !remainingIds.has(id));
    return ids.map((id) => ({ baseUrl: oldBot.baseUrl, botId: oldBot.botId, id }));
  });
}

/** Texts that may be stored already: blank, with control characters, truncated, or very long. */
const oddName = fc.oneof(
  fc.constantFrom('', ' ', '\n\u3000', '\u0000\u001f\u007f', '\ud800', '// x', '"}', '__proto__'),
  fc.constant('long '.repeat(10_000)),
  fc.string({ unit: 'binary' }),
);
const oddId = fc.oneof(name, fc.constantFrom('__proto__', 'constructor', '{"', '\u0000'));
const oddUrl = fc
  .tuple(
    fc.constantFrom('https://API.example:443', 'http://[::1]:8080', 'https://bücher.example'),
    fc.string({ unit: fc.constantFrom(...`/.%"'\\ {}~é`) }),
  )
  .map(([origin, path]) => checkBaseUrl(`${origin}/${path}`))
  .filter((checked) => checked.ok)
  .map(({ url }) => url);

const oddItems = fc
  .uniqueArray(fc.tuple(oddId, oddName, fc.constantFrom(TAG, FOLDER, 7)), {
    selector: ([id]) => id,
  })
  .map((all) => {
    const createdItems = all.map(([id, text, type]): FileItem => ({
      id,
      name: text,
      type,
      items: [],
    }));
    const [first, ...others] = createdItems;
    // The first item contains the others if it is a folder.
    return first?.type === FOLDER ? [{ ...first, items: others }] : createdItems;
  });

const oddBots = fc.uniqueArray(
  fc.record({
    label: oddName,
    environment: oddName,
    botId: name,
    baseUrl: oddUrl,
    isReadOnly: fc.boolean(),
    items: oddItems,
    unplaced: fc.constant([]),
  }),
  { maxLength: 4, selector: ({ botId }) => botId },
);

/** Returns the item with the names that the file stores for names it cannot hold. */
function asInFile(item: FileItem): FileItem {
  return { ...item, name: nameInFile(item), items: item.items.map(asInFile) };
}

describe('workspace file with any catalogue', () => {
  it('reads what it wrote, for any texts', () => {
    fc.assert(
      fc.property(oddBots, (all) => {
        const text = writeText('', changeWithBots(...all));
        const { content, problems } = readText(text);
        assert.deepEqual(problems, []);
        const expected = all.map((one) => ({
          ...one,
          label: one.label.trim() === '' ? one.botId : one.label.toWellFormed(),
          environment: one.environment.toWellFormed(),
          items: one.items.map(asInFile),
        }));
        assert.deepEqual(sorted(content ?? assert.fail()), sorted({ bots: expected }));
        assert.equal(writeText(text, changeWithBots(...all)), text);
      }),
      { numRuns: sizeOf('workspaceFiles') },
    );
  });

  it('merges two bots with the same address into one that has all items', () => {
    const added = bot({ items: [tag('a'), folder('f', 'F', [tag('b')])] });
    const ownBot = bot({
      isReadOnly: true,
      environment: 'test',
      label: 'Own',
      items: [tag('b'), folder('f', 'Old', [tag('c'), folder('g', 'G', [tag('a')])])],
      unplaced: [tag('d')],
    });
    for (const text of ['', writeText('', changeWithBots(ownBot))]) {
      const { content, problems } = readText(writeText(text, changeWithBots(added, ownBot)));
      assert.deepEqual(problems, []);
      assert.equal(content?.bots.length, 1);
      const [found] = sorted(content).bots;
      const inside = [tag('b'), tag('c'), folder('g', 'G')];
      assert.deepEqual(found?.items, [tag('a'), folder('f', 'F', inside)]);
      assert.deepEqual(found?.unplaced, [tag('d')]);
      assert.deepEqual([found?.isReadOnly, found?.environment], [true, 'test']);
    }
  });

  it('keeps folders up to the deepest level that a file allows, and moves deeper ones out of their folder', () => {
    /** Returns a chain of nested folders. The deepest one contains a tag. */
    const deep = (from: number, to: number): FileItem =>
      folder(`f${from}`, 'F', from === to ? [tag('t')] : [deep(from + 1, to)]);
    for (const place of ['items', 'unplaced'] as const) {
      const text = writeText('', changeWithBots(bot({ [place]: [deep(1, 350)] })));
      const { content, problems } = readText(text);
      assert.deepEqual(problems, []);
      const [found] = content?.bots ?? [];
      const topItems = [...(found?.items ?? []), ...(found?.unplaced ?? [])];
      // A file allows 100 levels, so each hundredth folder moves to the top.
      assert.deepEqual(topItems.map(({ id }) => id).toSorted(), ['f1', 'f101', 'f201', 'f301']);
      assert.equal(idsOf(topItems).length, 351);
      assert.equal(writeText(text, changeWithBots(bot({ [place]: [deep(1, 350)] }))), text);
    }
  });

  it('keeps the items of a folder in the file that has become a tag', () => {
    const text = writeText('', changeWithBots(bot({ items: [folder('f', 'F', [tag('t')])] })));
    const { content } = readText(writeText(text, changeWithBots(bot({ items: [tag('f')] }))));
    assert.deepEqual(content?.bots[0]?.items, [tag('f')]);
    assert.deepEqual(content?.bots[0]?.unplaced, [tag('t')]);
  });

  it('keeps any segment that has a name and a text', () => {
    const wellFormed = oddName.filter((text) => text.trim() !== '' && text.isWellFormed());
    fc.assert(
      fc.property(wellFormed, wellFormed, oddBots, (title, segment, all) => {
        const text = writeText('', changeWithBots(...all));
        const newBot = { ...bot(), label: 'x' };
        const written = writeSegment(text, { bot: newBot, name: title, segment });
        const { problems, segmentProblems, segments } = readText(written);
        assert.deepEqual([problems, segmentProblems], [[], []]);
        assert.deepEqual(
          segments.map((one) => [one.name, one.text]),
          [[title, segment]],
        );
      }),
      { numRuns: sizeOf('workspaceSegments') },
    );
  });

  it('reads what it wrote, and writes the same text again', () => {
    fc.assert(
      fc.property(bots, (all) => {
        const text = writeText('', changeWithBots(...all));
        const { content, problems } = readText(text);
        assert.deepEqual(problems, []);
        assert.ok(content);
        assert.deepEqual(sorted(content), sorted({ bots: all }));
        assert.equal(writeText(text, changeWithBots(...all)), text);
      }),
      { numRuns: sizeOf('workspaceFiles') / 2 },
    );
  });

  it('writes over any other file without losing the requested content or a comment above a line that stays', () => {
    fc.assert(
      fc.property(bots, bots, (before, after) => {
        const oldFile = commented(writeText('', changeWithBots(...before)));
        const dropped = droppedFrom(before, after);
        const keptBots = before.filter((old) => !after.some(({ botId }) => botId === old.botId));
        const text = writeText(oldFile.text, { ...changeWithBots(...after), dropped });
        const { content, problems } = readText(text);
        assert.deepEqual(problems, []);
        assert.ok(content);
        assert.deepEqual(sorted(content), sorted({ bots: [...keptBots, ...after] }));
        assert.equal(
          writeText(text, changeWithBots(...after)),
          text,
          'a second write changes nothing',
        );
        // A dropped folder takes along only the comments between its braces.
        const droppedKeys = new Set(dropped.map(({ botId, id }) => JSON.stringify([botId, id])));
        const droppedEntries = readText(oldFile.text)
          .locatedItems.filter(({ botId, id }) => droppedKeys.has(JSON.stringify([botId, id])))
          .map(({ entryRange }) =>
            oldFile.text.slice(entryRange.offset, entryRange.offset + entryRange.length),
          );
        const lostComments = oldFile.comments.filter((comment) => !text.includes(comment));
        assert.deepEqual(
          lostComments.filter(
            (comment) => !droppedEntries.some((entry) => entry.includes(comment)),
          ),
          [],
        );
      }),
      { numRuns: sizeOf('workspaceFiles') },
    );
  });
});
