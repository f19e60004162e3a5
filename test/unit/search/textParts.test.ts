import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  alternativesOf,
  choosable,
  withAlternatives,
  withToggled,
} from '../../../src/search/textParts.ts';
import { parseSegment } from '../../../src/search/parseSegment.ts';
import type { Segment } from '../../../src/search/segment.ts';
import { segmentText } from '../../../src/search/segmentText.ts';
import { anyCondition, segmentsOf } from './anySegment.ts';

function read(text: string): Segment | undefined {
  const { segment, problem } = parseSegment(text);
  assert.equal(problem, undefined, text);
  return segment;
}

/** Returns the alternatives of a text for a column, as texts: the conditions that the column's menu shows as chosen. */
const alternatives = (text: string, subject: Parameters<typeof alternativesOf>[1]) =>
  alternativesOf(parseSegment(text), subject).map(segmentText);

/** Returns the text after its alternatives for a column were replaced by `next`. */
function afterChange(
  text: string,
  subject: Parameters<typeof alternativesOf>[1],
  ...next: string[]
): string {
  const parts = next.map((text) => read(text) ?? assert.fail());
  return withAlternatives(text, subject, parts);
}

/** Removes parentheses around the whole text. */
function withoutBrackets(text: string): string {
  const inner = text.slice(1, -1);
  const isAround = `(${inner})` === text && parseSegment(inner).problem === undefined;
  return isAround ? inner : text;
}

describe('parts of a search text', () => {
  it('are joined by "and" if a word would otherwise belong to the tag before it', () => {
    assert.equal(afterChange('tag:VIP status = running count', 'status'), 'tag:VIP and count');
    assert.equal(afterChange('tag:VIP status = running mei', 'status'), 'tag:VIP mei');
  });

  it('are the conditions and groups that "and" joins at the top level, in order', () => {
    const parts = (text: string) =>
      (parseSegment(text).parts ?? []).map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(parts(' mei  tag:"a b" and not (blocked or x) '), [
      'mei',
      'tag:"a b"',
      'not (blocked or x)',
    ]);
    assert.deepEqual(parts('a and b or c'), ['a and b or c']);
    assert.deepEqual(parts('((a) b)'), ['((a) b)']);
    assert.deepEqual(parts(''), []);
    assert.deepEqual(parts('tag:'), []);
  });

  it('are found for a column at the top level', () => {
    assert.deepEqual(alternatives('', 'page'), []);
    assert.deepEqual(alternatives('page = 1', 'page'), ['page = 1']);
    assert.deepEqual(alternatives('blocked and (page = 1 or page = 2)', 'page'), [
      'page = 1',
      'page = 2',
    ]);
    assert.deepEqual(
      alternatives('first >= 2026-01-01 and blocked and first < 2026-02-01', 'first'),
      ['first >= 2026-01-01 and first < 2026-02-01'],
    );
    assert.deepEqual(alternatives('page = 1 or blocked', 'page'), [], 'another condition');
    assert.deepEqual(alternatives('(page != 1 and blocked) or page = 3', 'page'), []);
    assert.deepEqual(alternatives('not has gender', 'gender'), ['not has gender']);
    assert.deepEqual(alternatives('tag:a tagid:b or tag:c', 'tags'), []);
    assert.deepEqual(alternatives('tag:a (tagid:b or tags = 0)', 'tags'), [
      ...['tag:a', 'tagid:b', 'tags = 0'],
    ]);
    const others = 'page != 1 not page = 2 param.city = x not tag:a tag:b applied < 1d tags >= 2';
    for (const subject of ['page', 'params', 'tags'] as const) {
      assert.deepEqual(alternatives(others, subject), [], 'no menu can write these');
    }
  });

  it('are replaced in place, and the remaining text stays unchanged', () => {
    assert.equal(afterChange('', 'page', 'page = 1'), 'page = 1');
    assert.equal(afterChange('not  blocked ', 'page', 'page = 1'), 'not  blocked page = 1');
    assert.equal(
      afterChange('PAGE=1 AND tag:"VIP"', 'page', 'page = 2', 'page = 3'),
      '(page = 2 or page = 3) AND tag:"VIP"',
    );
    assert.equal(afterChange('page = 1 and tag:VIP', 'page'), 'tag:VIP');
    assert.equal(afterChange('Mei  page = 1  tag:VIP', 'page'), 'Mei  tag:VIP');
    assert.equal(afterChange('page = 1', 'page'), '');
    assert.equal(afterChange('page = 1', 'page', 'page = 1', 'page = 2'), 'page = 1 or page = 2');
    assert.equal(
      afterChange('tag:VIP or blocked', 'page', 'page = 2'),
      '(tag:VIP or blocked) page = 2',
    );
    assert.equal(
      afterChange('(tag:VIP or blocked)', 'page', 'page = 2'),
      '(tag:VIP or blocked) page = 2',
    );
    assert.equal(
      afterChange('first > 2026-01-01 and tag:VIP and first < 30d', 'first', 'first >= 2025-01-01'),
      'first >= 2025-01-01 and tag:VIP',
    );
    assert.equal(afterChange('mei(page = 1)"a"', 'page', 'page = 2'), 'mei page = 2 "a"');
    assert.equal(afterChange('mei(page = 1)lin', 'page'), 'mei lin');
  });

  it('are added and removed in place', () => {
    const toggled = (text: string, conditionText: string): string => {
      const condition = read(conditionText) ?? assert.fail();
      const subject = conditionText.startsWith('tag')
        ? 'tags'
        : conditionText.startsWith('active')
          ? 'active'
          : 'status';
      return withToggled(text, subject, choosable(condition));
    };
    assert.equal(toggled('', 'tag:a'), 'tag:a');
    assert.equal(toggled('mei  tag:a', 'tag:b'), 'mei  (tag:a or tag:b)');
    assert.equal(toggled('mei  (tag:a or tag:b)', 'tag:a'), 'mei  tag:b');
    assert.equal(toggled('tag:a x tag:b', 'tag:c'), 'tag:a x (tag:b or tag:c)');
    assert.equal(toggled('tag:a x (tag:b or tag:a)', 'tag:a'), 'x tag:b');
    assert.equal(toggled('tag:a or blocked', 'tag:a'), '(tag:a or blocked) tag:a');
    assert.equal(toggled('not tag:a', 'tag:a'), 'not tag:a tag:a');
    assert.equal(toggled('STATUS=1', 'status = running'), '', 'other words, equal meaning');
    assert.equal(toggled('status = running', 'status = 4'), 'status = running or status = 4');
    const days = 'active >= 2026-01-01 and active < 2026-01-02';
    assert.equal(toggled(days, days), '');
    assert.equal(toggled('active < 1d', days), `active < 1d or ${days}`);
  });

  it('are the same as before after a choice was toggled twice, for any text', () => {
    const normalized = (text: string): string => {
      const segment = read(text);
      return segment === undefined ? '' : segmentText(segment);
    };
    const choice = choosable({ kind: 'tag', by: 'tagid', value: 'not used elsewhere' });
    fc.assert(
      fc.property(segmentsOf(anyCondition), (segment) => {
        const text = segmentText(segment);
        const toggledOnce = withToggled(text, 'tags', choice);
        assert.ok(
          alternativesOf(parseSegment(toggledOnce), 'tags').some((alternative) =>
            choice.matches(alternative),
          ),
        );
        assert.equal(normalized(withToggled(toggledOnce, 'tags', choice)), normalized(text));
      }),
    );
  });

  it('are returned as they were inserted, for any text', () => {
    const page = fc.stringMatching(/^[1-9]\d{0,5}$/);
    fc.assert(
      fc.property(
        segmentsOf(anyCondition),
        fc.boolean(),
        fc.uniqueArray(page, { maxLength: 3 }),
        (segment, isShort, pages) => {
          const printed = segmentText(segment);
          // Adjacent parts mean the same as `and`, except in names that contain that word.
          const short = printed.replaceAll(' and ', '  ');
          const isSame =
            isShort && JSON.stringify(parseSegment(short).segment) === JSON.stringify(segment);
          const text = isSame ? short : printed;
          const next = pages.map((value): Segment => {
            return { kind: 'field', field: 'page', comparison: '=', value };
          });
          const changedText = withAlternatives(text, 'page', next);
          assert.deepEqual(
            alternatives(changedText, 'page'),
            next.map((alternative) => segmentText(alternative)),
          );
          // Parts about other columns stay unchanged and in the same order.
          const otherConditions = (text: string): string[] =>
            (parseSegment(text).parts ?? [])
              .filter(({ segment }) => alternatives(segmentText(segment), 'page').length === 0)
              .map(({ start, end }) => withoutBrackets(text.slice(start, end)));
          assert.deepEqual(otherConditions(changedText), otherConditions(text));
          const withoutPage = withAlternatives(changedText, 'page', []);
          assert.deepEqual(otherConditions(withoutPage), otherConditions(text));
        },
      ),
    );
  });
});
