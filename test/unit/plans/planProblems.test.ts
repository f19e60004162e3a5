import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_PLAN_LINES, type PlanProblem } from '../../../src/base/plan.ts';
import { readPlan } from '../../../src/plans/readPlan.ts';
import { anyPlan, anyText, head, line, signal, written } from './plans.ts';
import { sizeOf } from '../../support/sizes.ts';

const user = '"user": "u", "page": "p", "channel": "LINE"';

/** Returns the text of a plan with some parts replaced. */
function planText(parts: Readonly<Record<string, string | undefined>>): string {
  const whole: Record<string, string | undefined> = {
    plan: '1',
    do: '"attach"',
    bot: '"b"',
    baseUrl: '""',
    environment: '""',
    tags: '[{"id": "t", "name": "T"}, {"id": "t2", "name": ""}]',
    checkFirst: 'false',
    made: '"2026-11-22T12:31:00.000Z"',
    source: '{"from": "matching"}',
    users: '[]',
    ...parts,
  };
  const members = Object.entries(whole).flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${JSON.stringify(name)}: ${value}`],
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

/** Returns the text of a plan with these users. */
const lines = (...texts: readonly string[]): string =>
  planText({ users: `[\n    ${texts.join(',\n    ')}\n  ]` });

const noTagging = { tags: undefined, checkFirst: undefined, users: undefined };
/** Returns the text of a plan that deletes this item. */
const deletion = (item: string): string =>
  planText({ ...noTagging, do: '"delete"', items: `[${item}]` });

async function problemsOf(text: string): Promise<readonly PlanProblem[]> {
  const { plan, problems } = await readPlan(text, signal);
  assert.equal(plan === undefined, problems.length > 0);
  const breaks = [...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: end, index }) => index + end.length);
  for (const { offset, length, line, about } of problems) {
    assert.ok(offset >= 0 && length >= 0 && offset + length <= text.length, `${offset}+${length}`);
    assert.equal(line, breaks.filter((breakEnd) => breakEnd <= offset).length + 1, 'line');
    assert.ok(about.length <= 200);
  }
  return problems;
}

/** Returns the kinds of the problems, each with the text at its position. */
async function foundProblems(text: string): Promise<readonly string[]> {
  return (await problemsOf(text)).map(
    ({ kind, offset, length }) => `${kind}: ${text.slice(offset, offset + length)}`,
  );
}

describe('problems of a plan', () => {
  it('are not reported for a valid plan', async () => {
    assert.deepEqual(await foundProblems(planText({})), []);
    assert.deepEqual(await foundProblems(lines(`{"do": "attach", ${user}}`)), []);
    assert.deepEqual(await foundProblems(deletion('{"do": "delete", "id": "t", "name": ""}')), []);
  });

  /** Problems as `foundProblems` returns them, by the text of the plan. */
  const headProblems: Readonly<Record<string, readonly [string, ...string[]]>> = {
    '': ['syntax: '],
    '// nothing': ['syntax: '],
    '[]': ['wrong-value: ['],
    '5': ['wrong-value: 5'],
    nul: ['syntax: nul'],
    [`${planText({})}x`]: ['syntax: x'],
    [`${planText({})}{}`]: ['syntax: {'],
    [planText({ plan: '2', bot: '5' })]: ['version: 2'],
    [planText({ plan: '"1"' })]: ['version: "1"'],
    [planText({ plan: undefined })]: ['missing-field: {'],
    [planText({ do: '"Attach"' })]: ['wrong-value: "Attach"'],
    [planText({ do: '"__proto__"' })]: ['wrong-value: "__proto__"'],
    [planText({ bot: '" "' })]: ['wrong-value: " "'],
    [planText({ bot: 'null' })]: ['wrong-value: null'],
    [planText({ baseUrl: '[[["x"]]]' })]: ['wrong-value: ['],
    [planText({ environment: '01' })]: ['wrong-value: 0', 'syntax: 1'],
    [planText({ environment: '"\u0001"' })]: ['syntax: "\u0001"'],
    [planText({ environment: String.raw`"\u00"` })]: [String.raw`syntax: "\u00"`],
    [planText({ environment: '"open\n' })]: ['syntax: "open'],
    [planText({ environment: "'one'" })]: ["syntax: 'one'"],
    ['{ /* open']: ['syntax: /* open'],
    [planText({ checkFirst: '0' })]: ['wrong-value: 0'],
    [planText({ made: '"yesterday"' })]: ['wrong-value: "yesterday"'],
    [planText({ made: '1e999' })]: ['wrong-value: 1e999'],
    [planText({ source: '{"from": "hell"}' })]: ['wrong-value: "hell"'],
    [planText({ source: '{"from": "file"}' })]: ['missing-field: {"from": "file"}'],
    [planText({ source: '{"file": "f"}' })]: ['missing-field: {"file": "f"}'],
    [planText({ source: '{"from": "items", "file": "f"}' })]: [
      'unknown-field: {"from": "items", "file": "f"}',
    ],
    [planText({ tags: '[]' })]: ['wrong-value: []'],
    [planText({ tags: '[5]' })]: ['wrong-value: 5'],
    [planText({ tags: '[{"id": "a"}]' })]: ['missing-field: {"id": "a"}'],
    [planText({ tags: '[{"name": "a"}]' })]: ['missing-field: {"name": "a"}'],
    [planText({ tags: '[{"id": "a", "name": ""}, {"id": "a", "name": ""}]' })]: [
      'wrong-value: "a"',
    ],
    [planText({ tags: '[{"id": "a", "name": "", "x": {"y": []}}]' })]: ['unknown-field: "x"'],
    [planText({ users: '{}' })]: ['wrong-value: {'],
    [planText({ users: undefined })]: ['missing-field: {'],
    [planText({ items: '[]' })]: ['unknown-field: "items"'],
    [planText({ toString: '{"a": [1, 2]}' })]: ['unknown-field: "toString"'],
    [planText({ $schema: '5' })]: ['wrong-value: 5'],
    [planText({}).replace('"plan": 1', '"plan": 1, "__proto__": {}')]: [
      'unknown-field: "__proto__"',
    ],
    [planText({}).replace('"plan": 1', '"plan": 1, "plan": 1')]: ['repeated-field: "plan"'],
    [planText({}).replace('"users": []', '"users": [], "users": [[}')]: [
      'repeated-field: "users"',
      'syntax: ',
    ],
    [planText({}).replace('[]', '[},]')]: ['syntax: }'],
    [planText({}).replace('[]', '[,]')]: ['syntax: ,'],
    [planText({ ...noTagging, do: '"delete"' })]: ['missing-field: {'],
    [planText({ do: '"delete"', items: '[]' })]: [
      'unknown-field: "tags"',
      'unknown-field: "checkFirst"',
      'unknown-field: "users"',
    ],
  };
  for (const [text, expected] of Object.entries(headProblems)) {
    it(`are ${expected.join(', ')} in ${JSON.stringify(text).slice(0, 150)}`, async () => {
      assert.deepEqual(await foundProblems(text), expected);
    });
  }

  /** Kinds of the problems, by the text of a line in `users`. */
  const lineProblems: Readonly<Record<string, string>> = {
    5: 'wrong-value',
    '{}': 'missing-field',
    [`{${user}}`]: 'missing-field',
    [`{"do": "detach", ${user}}`]: 'wrong-value',
    [`{"do": "attach", "skip": "blocked", ${user}}`]: 'unknown-field',
    [`{"skip": "toString", ${user}}`]: 'wrong-value',
    '{"skip": "blocked", "user": "u"}': 'missing-field missing-field',
    '{"do": "attach", "page": "p", "channel": "LINE"}': 'no-user',
    '{"skip": "blocked", "page": "p", "channel": "LINE"}': 'no-user',
    [`{"do": "attach", "encryptedUser": "e", ${user}}`]: 'two-users',
    '{"do": "attach", "user": "", "page": "p", "channel": "FB"}': 'wrong-value',
    '{"do": "attach", "user": 1.23e15, "page": "p", "channel": "FB"}': 'wrong-value',
    '{"do": "attach", "user": "u", "page": "p", "channel": 0}': 'wrong-value',
    '{"do": "attach", "user": "u", "page": "p", "channel": "constructor"}': 'wrong-value',
    [`{"do": "attach", ${user}, "except": 1}`]: 'wrong-value',
    [`{"do": "attach", ${user}, "except": [0]}`]: 'wrong-value',
    [`{"do": "attach", ${user}, "except": [3]}`]: 'wrong-value',
    [`{"do": "attach", ${user}, "except": [1.5]}`]: 'wrong-value',
    [`{"do": "attach", ${user}, "except": [1, 1]}`]: 'wrong-value',
    [`{"do": "attach", ${user}, "except": [1, 2]}`]: 'wrong-value',
    [`{"do": "attach", ${user}, "row": 0}`]: 'wrong-value',
    [`{"do": "attach", ${user}, "row": 9007199254740993}`]: 'wrong-value',
    [`{"do": "attach", ${user}, "row": 1e400}`]: 'wrong-value',
    [`{"do": "attach", ${user}, "row": "1"}`]: 'wrong-value',
    [`{"do": "attach", ${user}, "name": []}`]: 'wrong-value',
    [`{"do": "attach", ${user}, "__proto__": {"skip": "blocked"}}`]: 'unknown-field',
    [`{"do": "attach", ${user}, "row": 1, "row": 2}`]: 'repeated-field',
  };
  for (const [text, expected] of Object.entries(lineProblems)) {
    it(`are ${expected} in the line ${text}`, async () => {
      const problems = await problemsOf(
        lines(`{"do": "attach", ${user.replace('u"', 'v"')}}`, text),
      );
      assert.equal(problems.map(({ kind }) => kind).join(' '), expected);
      // The second user of the plan is on this line.
      for (const { line } of problems) assert.equal(line, 13);
      // Compact lines are read by a faster parser, with the same problems.
      const compact = text.replaceAll(/(?<=[:,]) /g, '');
      const compactUsers = `[\n${compact},\n{"do":"attach","user":"v","page":"p","channel":"FB"}\n]`;
      const foundProblems = await problemsOf(planText({ users: compactUsers }));
      assert.equal(foundProblems.map(({ kind }) => kind).join(' '), expected);
      // The result is the same if the lines come before the fields that they are checked against.
      const early = lines(text).replace(/ {2}"do": "attach",\n/, '');
      const moved = early.replace(/\n\}\n$/, ',\n  "do": "attach"\n}');
      assert.equal((await problemsOf(moved)).map(({ kind }) => kind).join(' '), expected);
    });
  }

  const itemProblems: Readonly<Record<string, string>> = {
    '{"id": "t", "name": ""}': 'missing-field',
    '{"do": "attach", "id": "t", "name": ""}': 'wrong-value',
    '{"do": "delete", "id": "", "name": ""}': 'wrong-value',
    '{"do": "delete", "id": "t"}': 'missing-field',
    '{"do": "delete", "id": "t", "name": "", "customers": -1}': 'wrong-value',
    '{"do": "delete", "id": "t", "name": ""}, {"do": "delete", "id": "t", "name": ""}': 'twice',
    [`{"do": "delete", "id": "t", "name": "", ${user}}`]:
      'unknown-field unknown-field unknown-field',
  };
  for (const [text, expected] of Object.entries(itemProblems)) {
    it(`are ${expected} in the items ${text}`, async () => {
      const problems = await problemsOf(deletion(text));
      assert.equal(problems.map(({ kind }) => kind).join(' '), expected);
    });
  }

  it('include a user with two operations, but not a skipped user', async () => {
    const active = `{"do": "attach", ${user}}`;
    const skipped = `{"skip": "duplicate", ${user}}`;
    assert.deepEqual(await foundProblems(lines(active, skipped, skipped)), []);
    assert.deepEqual(await foundProblems(lines(active, active)), [`twice: ${active}`]);
    // Each of these lines has another user than `active`, because one part differs.
    const others = ['"user": "v"', '"page": "q"', '"channel": "FB"', '"encryptedUser": "u"'].map(
      (part) =>
        active.replace(/"user": "u"|"page": "p"|"channel": "LINE"/g, (own) =>
          own.split(':')[0] === part.split(':')[0] ||
          (own.startsWith('"user') && part.startsWith('"enc'))
            ? part
            : own,
        ),
    );
    assert.deepEqual(await foundProblems(lines(active, ...others)), []);
  });

  it('are limited to 100', async () => {
    assert.equal((await problemsOf(lines(...Array<string>(500).fill('{}')))).length, 100);
  });

  it('include too many lines', async () => {
    const texts = Array.from({ length: MAX_PLAN_LINES + 1 }, () => '{"skip":"no ID"}');
    const [problem, ...more] = await problemsOf(lines(...texts));
    assert.deepEqual(
      [problem?.kind, problem?.line, more],
      ['too-many-lines', MAX_PLAN_LINES + 12, []],
    );
    assert.deepEqual(await problemsOf(lines(...texts.slice(1))), []);
  });

  it('are found in endless nesting or repetition, without blocking', async () => {
    const endless = ['[', '{"a":', '[{"a":[', '"x",', '{"do":'].map((text) => text.repeat(200_000));
    for (const text of endless) {
      for (const where of ['users', 'tags', 'bot', 'source', 'other']) {
        const before = `{"plan": 1, "do": "attach", "tags": [{"id": "t", "name": ""}],`;
        const whole = `${where === 'tags' ? '{' : before} "${where}": ${text}`;
        assert.ok((await problemsOf(whole)).length > 0);
      }
    }
  });

  it('are inside the text, for any edits', async () => {
    const edit = fc.record({
      offset: fc.nat(10_000),
      removedLength: fc.nat(8),
      insertedText: fc.oneof(
        anyText,
        fc.constantFrom(
          ...'{}[]:,"/*\\ \n\r0',
          '//',
          '/*',
          '"do"',
          '"user":',
          'null',
          '1e9',
          '\ufeff',
        ),
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        anyPlan,
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        async (plan, edits) => {
          let text = await written(plan.head, plan.lines);
          for (const { offset, removedLength, insertedText } of edits) {
            const from = offset % text.length;
            text = text.slice(0, from) + insertedText + text.slice(from + removedLength);
          }
          await problemsOf(text);
        },
      ),
      { numRuns: sizeOf('planRuns') },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(...'{}[]:,"/*\\ \n\r1ae') }),
        async (text) => {
          assert.ok((await problemsOf(text)).length > 0);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('are found where a line is incomplete', async () => {
    const text = await written(head, [line()]);
    for (let length = 0; length < text.length - 2; length++) {
      assert.ok((await problemsOf(text.slice(0, length))).length > 0, String(length));
    }
  });
});
