import assert from 'node:assert/strict';
import fc from 'fast-check';
import { likeNamesInSlices } from '../../../src/overview/likeNames.ts';
import { uniteTypos } from '../../../src/overview/typos.ts';

const SEED = Number(process.env['BOT_TAGS_SEED'] ?? 20_261_122);

const likeNames = async <T extends { readonly name: string }>(tags: readonly T[]) =>
  (await likeNamesInSlices(tags, new AbortController().signal)) ?? assert.fail();

/** Returns the groups of like names. Each begins with the kind of its largest difference. */
const groupsOf = async (...names: readonly string[]) => {
  const groups = await likeNames(names.map((name) => ({ name })));
  return groups.map(({ tags, likeness }) => [likeness, ...tags.map(({ name }) => name)]);
};

describe('likeNames', () => {
  it('finds names that differ in case, width, spaces and hyphens', async () => {
    assert.deepEqual(await groupsOf('Hot-Lead', 'hotlead', 'VIP', 'Hot lead', 'ＶＩＰ', '外送'), [
      ['spelling', 'Hot-Lead', 'hotlead', 'Hot lead'],
      ['spelling', 'VIP', 'ＶＩＰ'],
    ]);
    assert.deepEqual(await groupsOf('紅茶 拿鐵', '紅茶拿鐵'), [
      ['spelling', '紅茶 拿鐵', '紅茶拿鐵'],
    ]);
  });

  it('finds singular and plural', async () => {
    assert.deepEqual(await groupsOf('Hot leads', 'hot-lead', 'Companies', 'company'), [
      ['plural', 'Hot leads', 'hot-lead'],
      ['plural', 'Companies', 'company'],
    ]);
    assert.deepEqual(await groupsOf('Case', 'Cases', 'Buses', 'Bus'), [
      ['plural', 'Case', 'Cases'],
      ['plural', 'Buses', 'Bus'],
    ]);
    assert.deepEqual(await groupsOf('Class', 'Clas', 'Bus', 'Bu'), []);
  });

  it('finds names with one different letter in a word of at least six letters', async () => {
    assert.deepEqual(await groupsOf('Newsletter', 'Newsleter', 'NEWSLETTUR'), [
      ['letter', 'Newsletter', 'Newsleter', 'NEWSLETTUR'],
    ]);
    assert.deepEqual(await groupsOf('Summer sale', 'Sumner sale'), [
      ['letter', 'Summer sale', 'Sumner sale'],
    ]);
  });

  it('reports the largest difference within a group', async () => {
    assert.deepEqual(await groupsOf('News-letters', 'newsletters', 'newsleters'), [
      ['letter', 'News-letters', 'newsletters', 'newsleters'],
    ]);
    assert.deepEqual(await groupsOf('News-letters', 'newsletters', 'newsletter'), [
      ['plural', 'News-letters', 'newsletters', 'newsletter'],
    ]);
    assert.deepEqual(await groupsOf('newsleters', 'Newsletter', 'newsletters', 'NEWSLETTER'), [
      ['letter', 'newsleters', 'Newsletter', 'newsletters', 'NEWSLETTER'],
    ]);
  });

  it('ignores differences in short words, numbers, marks and single letters', async () => {
    const differentNames = [
      'Cat',
      'Bat',
      'Halloween 2024',
      'Halloween 2025',
      'Group A',
      'Group B',
      '1-01',
    ];
    assert.deepEqual(
      await groupsOf(...differentNames, '10-1', 'Size XL', 'Size XS', '春季活動', '夏季活動'),
      [],
    );
    assert.deepEqual(await groupsOf('--', '-', '', ' ', '__proto__', 'constructor'), []);
  });

  it(`finds any changed version of a random name (seed ${SEED})`, async () => {
    const letters = fc.stringMatching(/^[a-z]{6,12}$/);
    await fc.assert(
      fc.asyncProperty(
        letters,
        fc.nat(),
        fc.constantFrom(...'abcdefgh'),
        async (word, number, letter) => {
          const position = number % word.length;
          const changes = [
            word.toUpperCase(),
            `${word.slice(0, position)}-${word.slice(position)}`,
            `${word}s`,
            word.slice(0, position) + letter + word.slice(position + 1),
            word.slice(0, position) + letter + word.slice(position),
          ];
          for (const changed of changes.filter((text) => text !== word)) {
            const groups = await likeNames([
              { name: word },
              { name: 'something else' },
              { name: changed },
            ]);
            assert.equal(groups.length, 1, `${word} ${changed}`);
            assert.equal(groups[0]?.tags.length, 2);
          }
        },
      ),
      { seed: SEED },
    );
  });

  it(`finds no names that are far apart (seed ${SEED})`, async () => {
    const name = fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9})?$/);
    await fc.assert(
      fc.asyncProperty(name, name, async (nameA, nameB) => {
        const groups = await likeNames([{ name: nameA }, { name: nameB }]);
        const [a, b] = [nameA, nameB].map((text) => text.replaceAll(' ', ''));
        if (groups.length > 0) assert.ok(distance(a ?? '', b ?? '') <= 4, `${nameA}, ${nameB}`);
        const isLong = [nameA, nameB].every((text) => text.length >= 6 && !text.includes(' '));
        if (isLong && nameA !== nameB && distance(nameA, nameB) === 1)
          assert.equal(groups.length, 1);
      }),
      { seed: SEED },
    );
  });

  it('searches 10,000 names, and yields to other work', async () => {
    const [first, last] = [{ name: 'Newsletter' }, { name: 'Newsleter' }];
    const others = Array.from({ length: 10_000 }, (_, index) => ({
      name: `Campaign ${['alpha', 'bravo', 'charlie'][index % 3]} for customers ${index.toString(36)}`,
    }));
    const names = [first, ...others, last];
    let turns = 0;
    const clock = setInterval(() => turns++);
    const groups = await likeNames(names);
    clearInterval(clock);
    assert.deepEqual(groups, [{ tags: [first, last], likeness: 'letter' }]);
    assert.ok(turns >= 3, `${turns} turns`);
    const never = likeNamesInSlices(names, AbortSignal.abort());
    assert.equal(await never, undefined);
  });

  it('finds names of any length, with work that grows linearly', async () => {
    const letters = (count: number, seed: number): string =>
      Array.from(
        { length: count },
        (_, index) => 'abcdefghijk'[(index * index + seed * index) % 11],
      ).join('');
    const long = letters(100_000, 1);
    const longWithTypo = `${long.slice(0, 70_000)}x${long.slice(70_001)}`;
    const marked = `e${'\u0301\u0323'.repeat(50_000)}`;
    const names = [
      long,
      marked,
      'other',
      longWithTypo,
      `${long.slice(1)} 2`,
      'ab '.repeat(30_000),
      `${marked}-`,
    ];
    const likeGroups = await likeNames(names.map((name) => ({ name })));
    assert.deepEqual(
      likeGroups.map(({ tags, likeness }) => [
        likeness,
        ...tags.map(({ name }) => names.indexOf(name)),
      ]),
      [
        ['spelling', 1, 6],
        ['letter', 0, 3],
      ],
    );
    const stepsOf = (texts: readonly string[]): number => {
      const groups = { areUnited: () => false, unite: () => assert.fail('no names are similar') };
      return [...uniteTypos(texts, groups)].length;
    };
    const steps = (count: number): number => stepsOf([letters(count, 3), 'another name']);
    assert.ok(steps(100_000) >= 10);
    assert.ok(steps(200_000) <= 2 * steps(100_000) + 1);
    const chineseNames = Array.from({ length: 10_000 }, (_, index) => `春季活動客戶 ${index}`);
    assert.ok(stepsOf(chineseNames) >= 10, 'names without a long Latin word are steps, too');
  });

  it('stops after cancellation', async () => {
    const stop = new AbortController();
    const read: string[] = [];
    const names = Array.from({ length: 1000 }, (_, index) => ({
      get name() {
        read.push(String(index));
        stop.abort();
        return 'customers of the campaign'.repeat(40) + String(index);
      },
    }));
    assert.equal(await likeNamesInSlices(names, stop.signal), undefined);
    assert.ok(read.length < 50, String(read.length));
  });
});

/** Returns the edit distance, calculated in a slow way. */
function distance(textA: string, textB: string): number {
  let row = Array.from({ length: textB.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...textA].entries()) {
    const next = [index + 1];
    for (const [column, second] of [...textB].entries()) {
      const changed = (row[column] ?? 0) + (letter === second ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
