import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseSegment } from '../../../src/search/parseSegment.ts';
import { cpuTimeOf } from '../../support/cpuTime.ts';
import type { ProblemCode } from '../../../src/search/problem.ts';
import type { Segment } from '../../../src/search/segment.ts';
import { segmentText } from '../../../src/search/segmentText.ts';
import { conditionsIn } from '../../../src/search/segmentNames.ts';
import { anyCondition, ODD_NAMES, segmentsOf } from './anySegment.ts';

/** Returns the segment of a valid text. `undefined`: the text is blank. */
function parsed(text: string): Segment | undefined {
  const { segment, problem } = parseSegment(text);
  assert.equal(problem, undefined, text);
  return segment;
}

const tag = (value: string): Segment => {
  return { kind: 'tag', by: 'tag', value };
};
const [a, b, c] = [tag('a'), tag('b'), tag('c')];

/** Problem codes, each with a text in which brackets mark the reported word. */
const WRONG: readonly (readonly [code: ProblemCode, text: string])[] = [
  ['unknownWord', '[vip] = 3'],
  ['unknownWord', 'tag:a and [vip] > 2'],
  ['unknownWord', '["VIP"] = 3'],
  ['unknownWord', '[email] = a'],
  ['unknownWord', '[param] = 3'],
  ['misspelled', '[tga:VIP]'],
  ['misspelled', 'mei not [Fodler:x:y]'],
  ['misspelled', '[tags:VIP]'],
  ['conditionMissing', 'tag:a [and]'],
  ['conditionMissing', '[or] tag:a'],
  ['conditionMissing', 'tag:a and [or] tag:b'],
  ['conditionMissing', '([)]'],
  ['conditionMissing', '[not]'],
  ['conditionMissing', '[=] 3'],
  ['comparisonNotAllowed', 'tag:a [=] b'],
  ['comparisonNotAllowed', '(blocked [>] 3)'],
  ['nameMissing', 'tag:a or [tag:]'],
  ['nameMissing', 'tag: [and] blocked'],
  ['nameMissing', 'tag:[(]a)'],
  ['nameMissing', 'has [param.]'],
  ['comparisonMissing', 'param.[city]'],
  ['comparisonMissing', 'param.city [Lyon]'],
  ['comparisonNotAllowed', 'status [<] 3'],
  ['comparisonNotAllowed', 'active [=] 30d'],
  ['valueMissing', 'page [=]'],
  ['valueMissing', 'page = [or] blocked'],
  ['valueMissing', 'tags >[<] 3'],
  ['numberNeeded', 'tags > [many]'],
  ['numberNeeded', 'tags = [-1]'],
  ['numberNeeded', 'tag:a count >= [1.5]'],
  ['numberNeeded', 'param.size > [large]'],
  ['timeNeeded', 'active < [yesterday]'],
  ['timeNeeded', 'active < [30]'],
  ['timeNeeded', 'first >= [2026-1-31]'],
  ['timeNeeded', 'first >= [2026-02-30]'],
  ['timeNeeded', 'first >= [2026-13-01]'],
  ['statusUnknown', 'status = [asleep]'],
  ['hasFieldMissing', 'has [tag:]a'],
  ['hasFieldMissing', '[has]'],
  ['quoteOpen', 'tag:["VIP and blocked]'],
  ['quoteOpen', 'mei ["Spring sale]'],
  ['quoteOpen', String.raw`page = ["a\"]`],
  ['bracketOpen', 'tag:a and [(]tag:b or tag:c'],
  ['bracketStray', 'tag:a[)] and tag:b'],
  ['detailWithoutTag', 'tag:a and [applied] < 30d'],
  ['detailTwice', 'tag:a count > 1 [count] < 3'],
  ['detailTwice', 'tag:a count > 1 [Count]'],
  ['comparisonMissing', 'tag:a applied [30d]'],
  ['comparisonMissing', 'tag:a [Count]'],
  ['tooDeep', `${'('.repeat(64)}[(]tag:a`],
  ['tooDeep', `${'not '.repeat(64)}[not] tag:a`],
  ['tooLong', `${' '.repeat(100_000)}[tag:a]`],
];

describe('parseSegment and segmentText', () => {
  it('give "not" precedence over "and", and "and" over "or"', () => {
    assert.deepEqual(parsed('tag:a or tag:b and not tag:c'), {
      kind: 'or',
      parts: [a, { kind: 'and', parts: [b, { kind: 'not', part: c }] }],
    });
    assert.deepEqual(parsed('not (tag:a or tag:b) and tag:c'), {
      kind: 'and',
      parts: [{ kind: 'not', part: { kind: 'or', parts: [a, b] } }, c],
    });
    assert.deepEqual(parsed('tag:a and (tag:b and ((tag:c)))'), { kind: 'and', parts: [a, b, c] });
  });

  it('treat other text as words to find, and adjacent parts as joined by "and"', () => {
    const word = (text: string): Segment => {
      return { kind: 'text', text };
    };
    const joined = (...parts: readonly Segment[]): Segment => {
      return { kind: 'and', parts };
    };
    assert.deepEqual(parsed('mei'), word('mei'));
    assert.deepEqual(
      parsed('Mei "Spring  Sale" 台北'),
      joined(word('Mei'), word('Spring  Sale'), word('台北')),
    );
    assert.deepEqual(
      parsed('mei tag:a not blocked active < 30d'),
      joined(
        word('mei'),
        a,
        { kind: 'not', part: { kind: 'blocked' } },
        {
          kind: 'time',
          field: 'active',
          when: { comparison: '<', operand: { kind: 'age', amount: 30, unit: 'd' } },
        },
      ),
    );
    assert.deepEqual(parsed('tag:a tag:b or mei (tag:c or tag:a)'), {
      kind: 'or',
      parts: [joined(a, b), joined(word('mei'), { kind: 'or', parts: [c, a] })],
    });
    assert.deepEqual(parsed('not mei tag:a'), joined({ kind: 'not', part: word('mei') }, a));
    for (const text of [
      'status',
      'tag VIP',
      'tags 3',
      'tag:a and applied 30d',
      'first',
      'nobody has this',
      '12:30',
      '1:2:3',
    ]) {
      assert.ok(
        conditionsIn(parsed(text) ?? a).some(({ kind }) => kind === 'text'),
        text,
      );
    }
    for (const text of [
      'https://a.example/?q',
      '"tga:VIP"',
      '"blocked"',
      '12:30',
      '+886',
      'C#:x',
    ]) {
      assert.deepEqual(parsed(text), word(text.replaceAll('"', '')), text);
    }
  });

  it('read times as well as days', () => {
    const operand = (text: string) => {
      const segment = parsed(`active >= ${text}`);
      return segment?.kind === 'time' ? segment.when.operand : undefined;
    };
    for (const time of ['2026-01-31T09:30', '2026-01-31T09:30:05', '2026-01-31T09:30:05.120Z']) {
      assert.deepEqual(operand(time), { kind: 'time', time });
      assert.deepEqual(operand(time.toLowerCase()), { kind: 'time', time });
    }
    for (const time of ['2026-01-31T24:00', '2026-01-31T9:30', '2026-01-31T09:60', '2026-01-31T']) {
      assert.equal(parseSegment(`active > ${time}`).problem?.code, 'timeNeeded', time);
    }
  });

  it('read keywords in any case and with any white space', () => {
    assert.deepEqual(parsed('\tTAG: a　AND\nNot Blocked'), {
      kind: 'and',
      parts: [a, { kind: 'not', part: { kind: 'blocked' } }],
    });
    assert.deepEqual(parsed('tag:a applied<30D COUNT>=3'), {
      ...a,
      applied: { comparison: '<', operand: { kind: 'age', amount: 30, unit: 'd' } },
      count: { comparison: '>=', number: 3 },
    });
    assert.equal(parsed(' \n'), undefined, 'a blank text matches all customers');
  });

  it('read a former name of a status, and print the current one', () => {
    const blockedBot = { kind: 'field', field: 'status', comparison: '=', value: 'blocked bot' };
    for (const text of ['status = blocking', 'STATUS = Blocking', 'status = "blocked bot"']) {
      const segment = parsed(text);
      assert.deepEqual(segment, blockedBot);
      assert.equal(segment && segmentText(segment), 'status = "blocked bot"');
    }
  });

  it('keep names in any script unchanged', () => {
    for (const name of ODD_NAMES) {
      const text = `tag:"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
      assert.deepEqual(parsed(text), tag(name));
    }
    assert.deepEqual(parsed('tag:台北！（全形）👩‍👩‍👧'), tag('台北！（全形）👩‍👩‍👧'));
    assert.equal(segmentText(tag('台北！（全形）👩‍👩‍👧')), 'tag:台北！（全形）👩‍👩‍👧');
  });

  it('read a printed segment as the same segment', () => {
    const anySegment = segmentsOf(anyCondition);
    const property = fc.property(anySegment, (generated) => {
      // Objects without a prototype are equivalent, but deepEqual distinguishes them.
      const segment = structuredClone(generated);
      const text = segmentText(segment);
      assert.deepEqual(parsed(text), segment, text);
      assert.equal(segmentText(parsed(text) ?? a), text);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('print parentheses and quotes only if needed', () => {
    for (const text of [
      'tag:VIP and not (blocked or active < 30d)',
      'tag:a or tag:b and tag:c or not not tag:d',
      '(tag:a or tag:b) and param."shoe size" >= 42 and param.city = 台北',
      'tag:"and" and tag:"Spring sale" applied < 30d count >= 3 and tagid:tag-1',
      'has param.city and has email and status = 9 and platform = LINE and page = 123',
      'folder:Campaigns or folderid:f.1:2 or first >= 2026-01-31 or tags >= 3',
      String.raw`tag:"say \"hi\"" or tag:a\b`,
    ]) {
      assert.equal(segmentText(parsed(text) ?? a), text);
    }
    const group: Segment = { kind: 'and', parts: [a, b] };
    assert.equal(segmentText({ kind: 'not', part: group }), 'not (tag:a and tag:b)');
  });

  for (const [code, marked] of WRONG) {
    it(`report ${code} in ${marked.trim().slice(0, 80)}`, () => {
      const start = marked.lastIndexOf('[');
      const end = marked.lastIndexOf(']') - 1;
      const text = marked.replaceAll(/[[\]]/g, '');
      const { problem, segment } = parseSegment(text);
      assert.deepEqual({ ...problem, possible: [] }, { start, end, code, possible: [] });
      assert.equal(segment, undefined);
    });
  }

  it('report the words that are possible instead', () => {
    const possible = (text: string) => parseSegment(text).problem?.possible ?? [];
    assert.deepEqual(possible('tga:a'), ['tag:']);
    assert.deepEqual(possible('fodlerid:a'), ['folderid:']);
    assert.deepEqual(possible('stauts = running'), ['status']);
    assert.deepEqual(possible('phone = 1'), ['has phone']);
    assert.ok(possible('years > 30').includes('param.'));
    assert.ok(possible('active < yesterday').includes('30d'));
    assert.deepEqual(possible('first >= 2026-02-30'), []);
    assert.deepEqual(possible('status = asleep').slice(0, 2), ['running', 'paused']);
    assert.deepEqual(possible('has em'), [
      'email',
      'phone',
      'status',
      'platform',
      'page',
      'gender',
      'param.',
    ]);
    assert.deepEqual(possible('status < 1'), ['=', '!=']);
    assert.ok(possible('tag:a and').includes('tag:'));
  });

  it('return ordered tokens for any text, and a segment or a problem at a word', () => {
    const pieces = fc.constantFrom(
      ...['tag:', 'tags', 'not', 'and', 'or', '(', ')', '"', '\\', '<', '=', '!=', '!', '30d', ' '],
      ...['status', 'param.', 'has', 'applied', 'count', 'blocked', '2026-01-31', '台北', '\ud83d'],
      ...['active', 'x', ':', '.', '3'],
    );
    const anyText = fc.oneof(
      fc.array(pieces, { maxLength: 20 }).map((all) => all.join('')),
      fc.array(pieces, { maxLength: 20 }).map((all) => all.join(' ')),
      fc.string({ unit: 'binary' }),
    );
    const property = fc.property(anyText, (text) => {
      const { tokens, segment, problem } = parseSegment(text);
      let lastEnd = 0;
      for (const { start, end } of tokens) {
        assert.match(text.slice(lastEnd, start), /^\s*$/u);
        assert.ok(end > start);
        lastEnd = end;
      }
      assert.match(text.slice(lastEnd), /^\s*$/u);
      if (problem !== undefined) {
        assert.ok(problem.start < problem.end && problem.end <= text.length);
        assert.equal(segment, undefined);
      } else assert.equal(segment === undefined, tokens.length === 0);
      if (segment === undefined) return;
      const printed = segmentText(segment);
      assert.deepEqual(parsed(printed), segment);
    });
    fc.assert(property, { numRuns: 3000 });
  });

  it('read hostile texts in less than a second', async () => {
    const pieces = ['(', 'not ', '"', '\\', '"\\', 'tag:a or ', '!', '=', 'tag:', '((tag:a) '];
    const cpuMs = await cpuTimeOf(() => {
      for (const piece of pieces) {
        parseSegment(piece.repeat(10_000 / piece.length));
        parseSegment(`tag:"${piece.repeat(9_000 / piece.length)}`);
      }
      parseSegment('('.repeat(1_000_000));
    });
    assert.ok(cpuMs < 1000, `${cpuMs} ms of CPU time`);
    const many = parsed(Array(700).fill('tag:a and').join(' ') + ' tag:a');
    assert.ok(many?.kind === 'and' && many.parts.length === 701);
  });
});
