import assert from 'node:assert/strict';
import {
  ignoreKeysOf,
  type TagFacts,
  type TidyScope,
  findTidyFindings,
  tagsToCompare,
  withoutIgnored,
} from '../../../src/overview/tidyUp.ts';
import { likeNamesInSlices } from '../../../src/overview/likeNames.ts';

const DAY = 86_400_000;
const NOW = 1_790_000_000_000;

function tag(id: string, change: Partial<TagFacts> = {}): TagFacts {
  const flags = { isFolder: false, isListed: true, isGone: false, isPlaced: true };
  return {
    id,
    name: id,
    path: '',
    ...flags,
    since: null,
    customers: 50,
    newest: NOW - DAY,
    ...change,
  };
}

/** All customers were counted. Tags on fewer than five of them are reported as rare. */
const WHOLE = { time: NOW, isWhole: true, rareBelow: 5 };

const findingsOf = async (tags: readonly TagFacts[], scope: TidyScope = WHOLE) => {
  const { signal } = new AbortController();
  const likeGroups = await likeNamesInSlices(tagsToCompare(tags), signal);
  return findTidyFindings(tags, scope, likeGroups ?? assert.fail());
};

/** Returns the IDs of the tags of each finding with this reason. */
const idsOf = async (reason: string, tags: readonly TagFacts[], scope = WHOLE) => {
  const findings = await findingsOf(tags, scope);
  return findings
    .filter((finding) => finding.reason === reason)
    .map((finding) => finding.tags.map(({ id }) => id));
};

describe('findTidyFindings', () => {
  it('reports each group of duplicate names once', async () => {
    const tags = [tag('1', { name: 'VIP' }), tag('2', { name: 'VIP' }), tag('3', { name: 'New' })];
    assert.deepEqual(await idsOf('sameName', tags), [['1', '2']]);
    const tagsWithVariant = [...tags, tag('4', { name: 'vip', customers: 90 })];
    assert.deepEqual(await idsOf('similar', tagsWithVariant), [['4', '1', '2']]);
    assert.deepEqual(await idsOf('sameName', tagsWithVariant), []);
  });

  it('reports tags on few or none of the counted customers', async () => {
    const tags = [
      tag('none', { customers: 0, newest: null }),
      tag('young', { customers: 0, newest: null, since: NOW + 1 }),
      tag('unlisted', { customers: 0, isListed: false }),
      tag('four', { customers: 4 }),
      tag('five', { customers: 5 }),
    ];
    assert.deepEqual(await idsOf('nobody', tags), [['none']]);
    assert.deepEqual(await idsOf('fewer', tags), [['four']]);
    // Without a scan, no customers were counted.
    assert.deepEqual(findTidyFindings(tags, undefined, []), []);
  });

  it('reports stale tags only if all customers were counted', async () => {
    const tags = [
      tag('old', { newest: NOW - 90 * DAY - 1 }),
      tag('fresh', { newest: NOW - 90 * DAY }),
      tag('untold', { newest: null }),
    ];
    assert.deepEqual(await idsOf('stale', tags), [['old']]);
    assert.deepEqual(await idsOf('stale', tags, { ...WHOLE, isWhole: false }), []);
  });

  it('reports missing tags, and nothing else about them', async () => {
    const tags = [
      tag('gone', { name: 'VIP', isGone: true, isPlaced: false, customers: 0 }),
      tag('vip', { name: 'Vip' }),
      tag('folder', { isFolder: true, isGone: true }),
      tag('lost', { isPlaced: false }),
    ];
    const reasonsAndIds = async (all: typeof tags) =>
      (await findingsOf(all)).map(({ reason, tags: own }) => [reason, ...own.map(({ id }) => id)]);
    assert.deepEqual(await reasonsAndIds(tags), [['gone', 'folder', 'gone']]);
    // An unknown folder is reported only if the bot has a folder that still exists.
    assert.deepEqual(await reasonsAndIds([...tags, tag('shown', { isFolder: true })]), [
      ['gone', 'folder', 'gone'],
      ['unplaced', 'lost'],
    ]);
  });

  it('stores a key for each ignored tag, but a single key for an ignored group', () => {
    const tags = ['t2', 't3', 't1'].map((id) => tag(id));
    assert.deepEqual(ignoreKeysOf({ reason: 'similar', tags }), ['similar\nt1\nt2\nt3']);
    assert.deepEqual(ignoreKeysOf({ reason: 'sameName', tags }), ['sameName\nt1\nt2\nt3']);
    assert.deepEqual(ignoreKeysOf({ reason: 'stale', tags }), [
      'stale\nt2',
      'stale\nt3',
      'stale\nt1',
    ]);
  });

  it('leaves out ignored findings, and a group until its members change', async () => {
    const tags = [
      tag('1', { name: 'Hot-Lead', customers: 2 }),
      tag('2', { name: 'hotlead', customers: 3 }),
    ];
    const findings = await findingsOf(tags);
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
    const swapped = tags.map((facts, index) => ({ ...facts, customers: 10 - index }));
    const [swappedFinding] = await findingsOf(swapped);
    assert.deepEqual(
      swappedFinding?.tags.map(({ id }) => id),
      ['1', '2'],
    );
    assert.deepEqual(
      findings[0]?.tags.map(({ id }) => id),
      ['2', '1'],
    );
    assert.deepEqual(ignoreKeysOf(swappedFinding ?? assert.fail()), ignored);
    const findingsWithMore = await findingsOf([...tags, tag('3', { name: 'HOTLEAD' })]);
    assert.equal(withoutIgnored(findingsWithMore, ignored)[0]?.reason, 'similar');
  });
});
