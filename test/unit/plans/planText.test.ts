import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { createScanner, parse } from 'jsonc-parser';
import { oneLine } from '../../../src/base/safeText.ts';
import { MAX_PLAN_LINES } from '../../../src/base/plan.ts';
import { planTotals } from '../../../src/plans/planTotals.ts';
import { hashOf } from '../../../src/plans/planTexts.ts';
import { readPlan } from '../../../src/plans/readPlan.ts';
import { type PlanComments, writePlan } from '../../../src/plans/writePlan.ts';
import { anyPlan, anyText, bare, comments, head, line, signal, textOf, written } from './plans.ts';
import { sizeOf } from '../../support/sizes.ts';

/** White space and comments that can be between any two tokens. */
const anyTrivia = fc.constantFrom('', ' ', '\n', '\r\n\t', '/* { */', '// "a": [\n', '/*\n*/\r');

/** Returns the value with the members of every object in another order. */
function shuffled(value: unknown, order: (count: number) => number): unknown {
  if (Array.isArray(value)) return value.map((element) => shuffled(element, order));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, member]) => [name, shuffled(member, order)] as const,
  );
  for (let index = entries.length - 1; index > 0; index--) {
    const other = order(index + 1);
    [entries[index], entries[other]] = [entries[other]!, entries[index]!];
  }
  return Object.fromEntries(entries);
}

/** Returns the JSON with other white space, comments and trailing commas. */
function spaced(json: string, trivia: () => string, hasComma: () => boolean): string {
  const scanner = createScanner(json, true);
  const endOfFile = 17;
  let text = trivia();
  let before = '';
  for (let kind: number = scanner.scan(); kind !== endOfFile; kind = scanner.scan()) {
    const token = json.slice(
      scanner.getTokenOffset(),
      scanner.getTokenOffset() + scanner.getTokenLength(),
    );
    const isEnd = (token === '}' || token === ']') && !['{', '['].includes(before);
    text += `${isEnd && hasComma() ? `,${trivia()}` : ''}${token}${trivia()}`;
    before = token;
  }
  return text;
}

describe('text of a plan', () => {
  it('is read as the plan that was written', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, async ({ head, lines }) => {
        const { plan, problems } = await readPlan(await written(head, lines), signal);
        assert.deepEqual(problems, []);
        const [users, items] = head.action === 'delete' ? [[], lines] : [lines, []];
        assert.deepEqual(plan && bare(plan), structuredClone({ ...head, users, items }));
      }),
      { numRuns: sizeOf('planTexts') },
    );
  });

  it('is read as the same plan with members in any order, and with any comments, line breaks and commas', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, fc.gen(), async ({ head, lines }, gen) => {
        const text = await written(head, lines);
        const other = spaced(
          JSON.stringify(shuffled(parse(text), (count) => gen(fc.nat, count - 1))),
          () => gen(() => anyTrivia),
          () => gen(fc.boolean),
        );
        const [first, second] = [await readPlan(text, signal), await readPlan(other, signal)];
        assert.deepEqual(second.problems, []);
        assert.deepEqual(second.plan && bare(second.plan), first.plan && bare(first.plan));
        for (const { line } of [...(second.plan?.users ?? []), ...(second.plan?.items ?? [])]) {
          assert.match(other.split(/\r\n|\r|\n/)[line - 1] ?? '', /\{/);
        }
      }),
      { numRuns: sizeOf('planTexts') },
    );
  });

  it('provides the line number of each of its lines', async () => {
    const lines = ['a', 'b', 'c'].map((rawUid) =>
      line({ user: { rawUid, pageId: 'p', channel: 0 } }),
    );
    const text = await written(head, lines);
    const { plan } = await readPlan(text, signal);
    for (const { user, line } of plan?.users ?? []) {
      assert.ok(text.split('\n')[line - 1]?.includes(`"user":"${user?.rawUid}"`));
    }
    const marked = await readPlan(`\ufeff${text}`, signal);
    assert.deepEqual(marked.plan, plan);
  });

  it('has a line of at most 150 bytes for each user', async () => {
    const lineId = fc
      .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 })
      .map((hex) => `U${hex}`);
    const pageId = fc.string({
      unit: fc.constantFrom(...'0123456789@'),
      minLength: 1,
      maxLength: 33,
    });
    const user = fc.record({ rawUid: lineId, pageId, channel: fc.constantFrom(0, 1) });
    const done = fc.record({ except: fc.constantFrom([], [0], [1]), skip: fc.constant(undefined) });
    const skipped = fc.record({
      except: fc.constant([]),
      skip: fc.constantFrom('already tagged' as const, 'not tagged', 'duplicate', 'blocked'),
    });
    const row = fc.option(fc.integer({ min: 1, max: 999_999 }), { nil: undefined });
    const any = fc.tuple(
      user,
      fc.oneof(done, skipped),
      row,
      fc.option(anyText, { nil: undefined }),
    );
    await fc.assert(
      fc.asyncProperty(any, async ([user, what, row, name]) => {
        const text = await written(head, [line({ user, ...what, row, name }), line()]);
        const long = text.split('\n').filter((textLine) => Buffer.byteLength(textLine) > 150);
        assert.deepEqual(long, []);
        assert.deepEqual((await readPlan(text, signal)).problems, []);
      }),
      { numRuns: sizeOf('planTexts') },
    );
  });

  it('truncates a name to the available space', async () => {
    const named = async (name: string): Promise<string | undefined> =>
      (await readPlan(await written(head, [line({ name })]), signal)).plan?.users[0]?.name;
    assert.equal(await named('Ann'), 'Ann');
    assert.equal(await named(''), undefined);
    const textWithCutName = await written(head, [
      line({ name: 'n'.repeat(1000) }),
      line({ user: undefined, skip: 'no ID' }),
    ]);
    const long = textWithCutName.split('\n').find((textLine) => textLine.includes('nn')) ?? '';
    assert.equal(Buffer.byteLength(long), 150);
    assert.match(long, /"LINE"\}, \/\/ n+…$/);
    assert.equal(await named('\u202e" \n*/'), oneLine('\u202e" \n*/'));
    const pair = await named('😀'.repeat(100));
    assert.match(pair ?? '', /^(😀)+…$/u);
    const user = { rawUid: 'U'.repeat(200), pageId: 'p', channel: 1 };
    const { plan } = await readPlan(await written(head, [line({ user, name: 'Ann' })]), signal);
    assert.equal(plan?.users[0]?.name, undefined);
  });

  it('is read with the names in the comments after its lines, even if the lines were edited', async () => {
    const names = ['Ann', 'Bob // B', 'Eve}'];
    const text = await written(
      head,
      names.map((name, index) =>
        line({ name, user: { rawUid: `U${index}`, pageId: 'p', channel: 1 } }),
      ),
    );
    const namesAfter = async (pattern: RegExp, replacement: string): Promise<unknown> => {
      const { plan, problems } = await readPlan(text.replaceAll(pattern, replacement), signal);
      assert.deepEqual(problems, []);
      return plan?.users.map(({ name }) => name);
    };
    assert.deepEqual(await namesAfter(/^/g, ''), names);
    assert.deepEqual(await namesAfter(/\{"do"/g, '{ "do"'), names);
    assert.deepEqual(await namesAfter(/"user"/g, '\n"user"'), names);
    assert.deepEqual(await namesAfter(/\}, \/\//g, '} ,\t //'), names);
    assert.deepEqual(await namesAfter(/\n/g, '\r\n'), names);
    assert.deepEqual(await namesAfter(/"LINE"\}/g, '"LINE","name":"Joe"}'), ['Joe', 'Joe', 'Joe']);
    const noNames = [undefined, undefined, undefined];
    assert.deepEqual(await namesAfter(/ \/\/ .*/g, ' /* Ann */ // Ann'), noNames);
    assert.deepEqual(await namesAfter(/ \/\/ /g, '\n // '), noNames);
  });

  it('is safe in all editors: no comment ends early, and no character is hidden or reverses text', async () => {
    const nastyComments = (): string[] => [
      'a\nb',
      '\u2028{\r"x": 1',
      '*/ \u202e \0',
      `\ud800 ${'n'.repeat(5000)}`,
    ];
    const nasty = { ...head, tags: [{ id: 'a\u2028', name: '\u202e\u2066\u0085\ufeff\x7f' }] };
    for await (const file of writePlan(nasty, [line()], nastyComments, signal)) {
      const text = textOf(file);
      assert.match(text, /^[ -~\n…↵␀\ufffd]*$/u);
      assert.ok(text.includes('[U+202E]'));
      assert.doesNotMatch(text, /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\r\t\0]/);
      assert.equal(
        text.split('\n').findIndex((textLine) => textLine === '{'),
        4,
      );
      assert.deepEqual((await readPlan(text, signal)).plan?.tags, nasty.tags);
    }
  });

  it('continues in a second file, and always has at least one file', async () => {
    /** Yields this number of lines. The last one has a reason to be skipped. */
    const users = function* (count: number) {
      for (let index = 0; index < count; index++) {
        const user = { rawUid: `u${index}`, pageId: 'p', channel: 0 };
        yield line(index + 1 < count ? { user } : { user, skip: 'already tagged' });
      }
    };
    const counts = [];
    for (const count of [0, MAX_PLAN_LINES, MAX_PLAN_LINES + 1]) {
      const files = [];
      const commentCalls: Parameters<PlanComments>[] = [];
      const recordCall: PlanComments = (totals, number) => {
        commentCalls.push([totals, number]);
        return [];
      };
      for await (const file of writePlan(head, users(count), recordCall, signal)) {
        const { plan } = await readPlan(textOf(file), signal);
        const [totals, number] = commentCalls.at(-1) ?? assert.fail();
        assert.deepEqual(plan && planTotals(plan), totals);
        files.push([number, file.lineCount, totals.users, totals.operations]);
      }
      assert.equal(commentCalls.length, files.length);
      counts.push(files);
    }
    const withoutLast = MAX_PLAN_LINES - 1;
    assert.deepEqual(counts, [
      [[1, 0, 0, 0]],
      [[1, MAX_PLAN_LINES, withoutLast, 2 * withoutLast]],
      [
        [1, MAX_PLAN_LINES, MAX_PLAN_LINES, 2 * MAX_PLAN_LINES],
        [2, 1, 0, 0],
      ],
    ]);
  });

  it('stops when it is canceled', async () => {
    const abort = new AbortController();
    const lines = async function* () {
      yield line();
      abort.abort(new Error('no more'));
      yield line();
      assert.fail('a line was requested after cancellation');
    };
    const files = writePlan(head, lines(), comments, abort.signal);
    await assert.rejects(files.next(), /no more/);
    await assert.rejects(readPlan('{}', abort.signal), /no more/);
  });

  it('has a hash of its bytes as they are saved', async () => {
    const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const unmarked = text.replace(/^\ufeff/, '');
        assert.equal(await hashOf(text), sha(unmarked));
        assert.equal(await hashOf(`\ufeff${unmarked}`), sha(unmarked));
      }),
    );
    // With one letter before them, a surrogate pair lies across the border of two hashed steps.
    for (const before of [0, 1]) {
      const long = 'a'.repeat(before) + '😀'.repeat(1 << 20);
      assert.equal(await hashOf(long), sha(long));
    }
  });
});
