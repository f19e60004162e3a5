import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  ignoreKeysOf,
  type TidyTag,
  findTidyFindings,
  withoutIgnored,
} from '../../../src/overview/tidyUp.ts';
import { likeNames, likeNamesInSlices } from '../../../src/overview/likeNames.ts';
import { uniteTypos } from '../../../src/overview/typos.ts';

const DAY = 86_400_000;
const NOW = 1_790_000_000_000;
const SEED = Number(process.env['BOT_TAGS_SEED'] ?? 20_261_122);

function tag(id: string, change: Partial<TidyTag> = {}): TidyTag {
  const defaults = { isFolder: false, isListed: true, isGone: false, isPlaced: true, since: null };
  return { id, name: id, ...defaults, customers: 50, newest: NOW - DAY, ...change };
}

/** All customers were counted. Tags on fewer than five of them are reported as rare. */
const WHOLE = { time: NOW, isWhole: true, rareBelow: 5 };

/** Returns the groups of like names. Each begins with the kind of its largest difference. */
const groupsOf = (...names: readonly string[]) =>
  likeNames(names.map((name) => ({ name }))).map(({ tags, likeness }) => [
    likeness,
    ...tags.map(({ name }) => name),
  ]);

/** Returns the IDs of the tags of each finding with this reason. */
const idsOf = (reason: string, tags: readonly TidyTag[], scope = WHOLE) =>
  findTidyFindings(tags, scope)
    .filter((finding) => finding.reason === reason)
    .map((finding) => finding.tags.map(({ id }) => id));

describe('likeNames', () => {
  it('finds names that differ in case, width, spaces and hyphens', () => {
    assert.deepEqual(groupsOf('Hot-Lead', 'hotlead', 'VIP', 'Hot lead', 'ＶＩＰ', '外送'), [
      ['spelling', 'Hot-Lead', 'hotlead', 'Hot lead'],
      ['spelling', 'VIP', 'ＶＩＰ'],
    ]);
    assert.deepEqual(groupsOf('紅茶 拿鐵', '紅茶拿鐵'), [['spelling', '紅茶 拿鐵', '紅茶拿鐵']]);
  });

  it('finds singular and plural', () => {
    assert.deepEqual(groupsOf('Hot leads', 'hot-lead', 'Companies', 'company'), [
      ['plural', 'Hot leads', 'hot-lead'],
      ['plural', 'Companies', 'company'],
    ]);
    assert.deepEqual(groupsOf('Class', 'Clas', 'Bus', 'Bu'), []);
  });

  it('finds names with one different letter in a word of at least six letters', () => {
    assert.deepEqual(groupsOf('Newsletter', 'Newsleter', 'NEWSLETTUR'), [
      ['letter', 'Newsletter', 'Newsleter', 'NEWSLETTUR'],
    ]);
    assert.deepEqual(groupsOf('Summer sale', 'Sumner sale'), [
      ['letter', 'Summer sale', 'Sumner sale'],
    ]);
  });

  it('reports the largest difference within a group', () => {
    assert.deepEqual(groupsOf('News-letters', 'newsletters', 'newsleters'), [
      ['letter', 'News-letters', 'newsletters', 'newsleters'],
    ]);
    assert.deepEqual(groupsOf('News-letters', 'newsletters', 'newsletter'), [
      ['plural', 'News-letters', 'newsletters', 'newsletter'],
    ]);
    assert.deepEqual(groupsOf('newsleters', 'Newsletter', 'newsletters', 'NEWSLETTER'), [
      ['letter', 'newsleters', 'Newsletter', 'newsletters', 'NEWSLETTER'],
    ]);
  });

  it('ignores differences in short words, numbers, marks and single letters', () => {
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
      groupsOf(...differentNames, '10-1', 'Size XL', 'Size XS', '春季活動', '夏季活動'),
      [],
    );
    assert.deepEqual(groupsOf('--', '-', '', ' ', '__proto__', 'constructor'), []);
  });

  it(`finds any changed version of a random name (seed ${SEED})`, () => {
    const letters = fc.stringMatching(/^[a-z]{6,12}$/);
    fc.assert(
      fc.property(letters, fc.nat(), fc.constantFrom(...'abcdefgh'), (word, number, letter) => {
        const position = number % word.length;
        const changes = [
          word.toUpperCase(),
          `${word.slice(0, position)}-${word.slice(position)}`,
          `${word}s`,
          word.slice(0, position) + letter + word.slice(position + 1),
          word.slice(0, position) + letter + word.slice(position),
        ];
        for (const changed of changes.filter((text) => text !== word)) {
          const groups = likeNames([{ name: word }, { name: 'something else' }, { name: changed }]);
          assert.equal(groups.length, 1, `${word} ${changed}`);
          assert.equal(groups[0]?.tags.length, 2);
        }
      }),
      { seed: SEED },
    );
  });

  it(`finds no names that are far apart (seed ${SEED})`, () => {
    const name = fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9})?$/);
    fc.assert(
      fc.property(name, name, (nameA, nameB) => {
        const groups = likeNames([{ name: nameA }, { name: nameB }]);
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
    const names = Array.from({ length: 10_000 }, (_, index) => ({
      name: `Campaign ${['alpha', 'bravo', 'charlie'][index % 3]} for customers ${index.toString(36)}`,
    }));
    const groups = likeNames(names);
    let turns = 0;
    const clock = setInterval(() => turns++);
    const sliced = await likeNamesInSlices(names, new AbortController().signal);
    clearInterval(clock);
    assert.deepEqual(sliced, groups);
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
    const likeGroups = likeNames(names.map((name) => ({ name })));
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
    const steps = (count: number): number => {
      const groups = { areUnited: () => false, unite: () => assert.fail('no names are similar') };
      return [...uniteTypos([letters(count, 3), 'another name'], groups)].length;
    };
    assert.ok(steps(100_000) >= 10);
    assert.ok(steps(200_000) <= 2 * steps(100_000) + 1);
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

describe('findTidyFindings', () => {
  it('reports each group of duplicate names once', () => {
    const tags = [tag('1', { name: 'VIP' }), tag('2', { name: 'VIP' }), tag('3', { name: 'New' })];
    assert.deepEqual(idsOf('sameName', tags), [['1', '2']]);
    const tagsWithVariant = [...tags, tag('4', { name: 'vip', customers: 90 })];
    assert.deepEqual(idsOf('similar', tagsWithVariant), [['4', '1', '2']]);
    assert.deepEqual(idsOf('sameName', tagsWithVariant), []);
  });

  it('reports tags on few or none of the counted customers', () => {
    const tags = [
      tag('none', { customers: 0, newest: null }),
      tag('young', { customers: 0, newest: null, since: NOW + 1 }),
      tag('unlisted', { customers: 0, isListed: false }),
      tag('four', { customers: 4 }),
      tag('five', { customers: 5 }),
    ];
    assert.deepEqual(idsOf('nobody', tags), [['none']]);
    assert.deepEqual(idsOf('fewer', tags), [['four']]);
    assert.deepEqual(findTidyFindings(tags, undefined), []);
  });

  it('reports stale tags only if all customers were counted', () => {
    const tags = [
      tag('old', { newest: NOW - 90 * DAY - 1 }),
      tag('fresh', { newest: NOW - 90 * DAY }),
      tag('untold', { newest: null }),
    ];
    assert.deepEqual(idsOf('stale', tags), [['old']]);
    assert.deepEqual(idsOf('stale', tags, { ...WHOLE, isWhole: false }), []);
  });

  it('reports missing tags, and nothing else about them', () => {
    const tags = [
      tag('gone', { name: 'VIP', isGone: true, isPlaced: false, customers: 0 }),
      tag('vip', { name: 'Vip' }),
      tag('folder', { isFolder: true, isGone: true }),
      tag('lost', { isPlaced: false }),
    ];
    const findingsOf = (all: typeof tags) =>
      findTidyFindings(all, WHOLE).map((finding) => [
        finding.reason,
        ...finding.tags.map(({ id }) => id),
      ]);
    assert.deepEqual(findingsOf(tags), [['gone', 'folder', 'gone']]);
    assert.deepEqual(findingsOf([...tags, tag('shown', { isFolder: true })]), [
      ['gone', 'folder', 'gone'],
      ['unplaced', 'lost'],
    ]);
  });

  it('stores ignored tags as one line each, and an ignored group as one text', () => {
    const tags = ['t2', 't3', 't1'].map((id) => tag(id));
    assert.deepEqual(ignoreKeysOf({ reason: 'similar', tags }), ['similar\nt1\nt2\nt3']);
    assert.deepEqual(ignoreKeysOf({ reason: 'sameName', tags }), ['sameName\nt1\nt2\nt3']);
    assert.deepEqual(ignoreKeysOf({ reason: 'stale', tags }), [
      'stale\nt2',
      'stale\nt3',
      'stale\nt1',
    ]);
  });

  it('leaves out ignored findings, and a group until its members change', () => {
    const tags = [
      tag('1', { name: 'Hot-Lead', customers: 2 }),
      tag('2', { name: 'hotlead', customers: 3 }),
    ];
    const findings = findTidyFindings(tags, WHOLE);
    assert.deepEqual(
      findings.map(({ reason }) => reason),
      ['similar', 'fewer'],
    );
    const ignored = ignoreKeysOf(findings[0] ?? assert.fail());
    const remaining = withoutIgnored(findings, [...ignored, 'fewer\n1']);
    assert.deepEqual(
      remaining.map(({ reason, tags: own }) => [reason, ...own.map(({ id }) => id)]),
      [['fewer', '2']],
    );
    // The tag with more customers comes first, but the group is the same.
    const swapped = tags.map((tag, index) => ({ ...tag, customers: 10 - index }));
    const [swappedFinding] = findTidyFindings(swapped, WHOLE);
    assert.deepEqual(
      swappedFinding?.tags.map(({ id }) => id),
      ['1', '2'],
    );
    assert.deepEqual(
      findings[0]?.tags.map(({ id }) => id),
      ['2', '1'],
    );
    assert.deepEqual(ignoreKeysOf(swappedFinding ?? assert.fail()), ignored);
    const findingsWithMore = findTidyFindings([...tags, tag('3', { name: 'HOTLEAD' })], WHOLE);
    assert.equal(withoutIgnored(findingsWithMore, ignored)[0]?.reason, 'similar');
  });
});
