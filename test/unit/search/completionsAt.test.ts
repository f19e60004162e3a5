import assert from 'node:assert/strict';
import fc from 'fast-check';
import { completionsAt, type SegmentChoices } from '../../../src/search/completionsAt.ts';
import { parseSegment } from '../../../src/search/parseSegment.ts';
import { NO_VOCABULARY } from '../../../src/search/segment.ts';
import { unknownNames } from '../../../src/search/segmentNames.ts';

const CHOICES: SegmentChoices = {
  tags: [
    { id: 'tag-1', name: 'Spring sale' },
    { id: 'tag-2', name: 'VIP' },
    { id: 'tag-3', name: 'Gold VIP' },
    { id: 'tag-4', name: '台北' },
  ],
  folders: [{ id: 'f-1', name: 'Campaigns' }],
  saved: ['Regulars', 'Spring buyers'],
  status: ['1', '4', '9'],
  platform: ['LINE', 'FB', 'Web'],
  page: ['123', '456'],
  gender: ['男', '女', 'other'],
  params: [{ name: 'city', values: ['台北', '高雄', 'New York'] }],
};

/**
 * Applies a completion.
 * @param marked with `|` at the cursor
 * @returns the text after the first, or named, completion
 */
function completed(marked: string, label?: string): string {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { start, end, items } = completionsAt(text, offset, CHOICES);
  const item = label === undefined ? items[0] : items.find((offered) => offered.label === label);
  return item === undefined ? '(none)' : text.slice(0, start) + item.inserted + text.slice(end);
}

/** Returns the labels of the completions at the cursor, which `|` marks. */
function labels(marked: string): readonly string[] {
  const { items } = completionsAt(marked.replace('|', ''), marked.indexOf('|'), CHOICES);
  return items.map(({ label }) => label);
}

describe('completionsAt', () => {
  it('offers the beginnings of conditions', () => {
    assert.ok(labels('|').includes('tag:') && labels('|').includes('not'));
    assert.deepEqual(labels('tag:VIP and st|'), ['status', 'first']);
    assert.deepEqual(labels('bl|'), ['blocked']);
    assert.deepEqual(labels('tag:VIP "bl|'), [], 'nothing is offered in a phrase');
    assert.equal(completed('par|'), 'param.');
  });

  it('offers no ID for a tag whose ID is its name', () => {
    const tags = [{ id: 'VIP', name: 'VIP' }];
    const offers = (text: string) => completionsAt(text, text.length, { ...CHOICES, tags }).items;
    assert.deepEqual(offers('tagid:'), []);
    assert.deepEqual(
      offers('tag:').map(({ label }) => label),
      ['VIP'],
    );
  });

  it('offers the ID of a folder without a name', () => {
    const { items } = completionsAt('folderid:', 9, {
      ...CHOICES,
      folders: [{ id: 'f', name: '' }],
    });
    assert.deepEqual(items, [{ isWord: false, label: 'f', inserted: 'f' }]);
  });

  it('offers names, in quotes if needed', () => {
    assert.equal(completed('tag:sp|'), 'tag:"Spring sale"');
    assert.equal(completed('tag:"spr|ing" and blocked'), 'tag:"Spring sale" and blocked');
    assert.equal(completed('tag:"spr| and blocked'), 'tag:"Spring sale" and blocked');
    assert.deepEqual(labels('tag:vip|'), ['VIP', 'Gold VIP'], 'prefix matches come first');
    assert.equal(completed('tag:|'), 'tag:"Spring sale"');
    assert.equal(completed('tag:|VIP', '台北'), 'tag:台北');
    assert.equal(completed('tagid:|', 'VIP'), 'tagid:tag-2');
    assert.equal(completed('folder:c|'), 'folder:Campaigns');
    assert.equal(completed('has param.|'), 'has param.city');
    assert.equal(completed('not segment:sp|'), 'not segment:"Spring buyers"');
    assert.equal(completed('tag:VIP or tag:g| or blocked'), 'tag:VIP or tag:"Gold VIP" or blocked');
  });

  it('offers the values of each field', () => {
    assert.deepEqual(labels('status = |').slice(-2), ['blocked bot', '9']);
    assert.deepEqual(labels('status = bl|'), ['blocked', 'blocked bot']);
    assert.equal(completed('status = bl|', 'blocked bot'), 'status = "blocked bot"');
    assert.deepEqual(labels('platform =|'), ['LINE', 'Facebook', 'Web']);
    assert.deepEqual(labels('page = 4|'), ['456']);
    assert.deepEqual(labels('gender != |'), ['male', 'female', 'other']);
    assert.equal(completed('param.city = n|'), 'param.city = "New York"');
    assert.deepEqual(labels('active < |'), ['1d', '7d', '30d', '90d']);
    assert.deepEqual(labels('tags = |'), ['1', '2', '3']);
  });

  it('offers what can follow a condition', () => {
    const addedLabels = (marked: string) =>
      labels(marked).filter((label) => !labels('|').includes(label));
    assert.deepEqual(addedLabels('tag:VIP |'), ['applied', 'count', 'and', 'or']);
    assert.deepEqual(addedLabels('tag:VIP count > 1 |'), ['applied', 'and', 'or']);
    assert.deepEqual(addedLabels('(blocked |'), ['and', 'or', ')']);
    assert.deepEqual(labels('blocked |').slice(0, 2), ['and', 'tag:'], '"and" is optional');
    assert.deepEqual(labels('status |').slice(0, 2), ['=', '!=']);
    assert.deepEqual(labels('active |').slice(0, 6), ['=', '!=', '<', '<=', '>', '>=']);
    assert.deepEqual(labels('tag:VIP applied |').slice(0, 3), ['=', '!=', '<']);
    assert.deepEqual(addedLabels('mei |'), ['and', 'or']);
    assert.deepEqual(labels('has |').slice(0, 3), ['email', 'phone', 'status']);
    assert.deepEqual(labels('tga:VIP |'), [], 'nothing is offered after an error');
  });

  it('offers at most 50 completions anywhere in any text, and only where the text before has no error', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => {
      return { id: `t${index}`, name: `Tag ${index}` };
    });
    assert.equal(completionsAt('tag:', 4, { ...CHOICES, tags: many }).items.length, 50);
    const pieces = fc.constantFrom(
      ...['tag:', 'VIP', '"', 'and ', 'not ', '(', ')', ' ', 'status', '=', '<', 'applied', '30d'],
      ...['param.', 'city', '台北', 'has ', '\ud83d', '\\'],
    );
    const anyPlace = fc
      .array(pieces, { maxLength: 12 })
      .map((texts) => texts.join(''))
      .chain((text) => fc.tuple(fc.constant(text), fc.nat({ max: text.length })));
    const property = fc.property(anyPlace, ([text, offset]) => {
      const { start, end, items } = completionsAt(text, offset, CHOICES);
      assert.ok(start <= offset && offset <= end && end <= text.length);
      for (const { inserted } of items.slice(0, 3)) {
        const { problem } = parseSegment(text.slice(0, start) + inserted);
        const isBefore = problem !== undefined && problem.start < start;
        const isOpen = problem?.code === 'bracketOpen' || problem?.code.endsWith('Missing');
        assert.ok(!isBefore || isOpen, `${text.slice(0, start)} + ${inserted}`);
      }
    });
    fc.assert(property, {
      numRuns: 2000,
      // The cursor is after "applied=".
      examples: [[['tag:status30d applied=(city<', 22]]],
    });
  });
});

describe('unknownNames', () => {
  it('returns each name or ID that neither the list nor the loaded customers contain', () => {
    const { segment } = parseSegment(
      'tag:VIP and not (tag:Vip or tag:Vip or folder:Old) or tagid:t1 or folderid:f2 or blocked',
    );
    assert.ok(segment);
    const vocabulary = {
      tags: [{ id: 't1', name: 'One', folder: 'f2' }],
      folders: [],
    };
    assert.deepEqual(unknownNames(segment, vocabulary, [{ id: 'x', name: 'VIP' }]), [
      { by: 'tag', value: 'Vip' },
      { by: 'folder', value: 'Old' },
    ]);
    assert.equal(unknownNames(segment, NO_VOCABULARY, []).length, 5);
  });
});
