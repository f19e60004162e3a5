import fc from 'fast-check';
import type { UserRef } from '../../../src/base/model.ts';
import {
  SKIPS,
  type ItemLine,
  type Plan,
  type PlanHead,
  type PlanSource,
  type PlanTag,
  type UserLine,
} from '../../../src/base/plan.ts';
import type { PlanLine } from '../../../src/plans/lineText.ts';
import type { PlanFile } from '../../../src/plans/writePlan.ts';
import { writePlan } from '../../../src/plans/writePlan.ts';

export const { signal } = new AbortController();
/** Returns the comments that plans are written with. */
export const comments = (): readonly string[] => ['A plan.'];

export const head: PlanHead = {
  action: 'attach',
  botId: 'bot-id',
  baseUrl: 'https://api.example.com',
  environment: 'production',
  tags: [
    { id: 'tag-1', name: 'VIP' },
    { id: 'tag-2', name: 'Spring sale' },
  ],
  checkFirst: false,
  made: Date.parse('2026-11-22T12:31:00.000Z'),
  source: { kind: 'matching' },
};

/** Returns a line for a user, with some fields replaced. */
export const line = (parts: Partial<UserLine> = {}): UserLine => ({
  user: { rawUid: 'U1', pageId: 'p', channel: 1 },
  skip: undefined,
  except: [],
  row: undefined,
  name: undefined,
  ...parts,
});

export function textOf({ chunks }: Pick<PlanFile, 'chunks'>): string {
  return Buffer.concat(chunks).toString();
}

/** Returns the text of a plan, which must fit into one file. */
export async function written(head: PlanHead, lines: Iterable<PlanLine>): Promise<string> {
  const texts: string[] = [];
  for await (const file of writePlan(head, lines, comments, signal)) texts.push(textOf(file));
  if (texts.length !== 1) throw new Error(`${texts.length} files`);
  return texts[0] ?? '';
}

/** Returns a plan without the line numbers. */
export function bare({ users, items, ...head }: Plan): unknown {
  return {
    ...head,
    users: users.map(({ line: _line, ...rest }) => rest),
    items: items.map(({ line: _line, ...rest }) => rest),
  };
}

/** Any text, including line breaks, invisible characters, direction marks, lone surrogates. */
export const anyText = fc.oneof(
  { arbitrary: fc.string({ unit: 'grapheme' }), weight: 3 },
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '\ud800',
    'a\udc00b',
    '\u2028\u2029',
    '*/ // {',
    '\u202e\ufeff',
    '"\\\n\r\t\0',
    'VIP 春季特賣 👨‍👩‍👧',
  ),
);
export const anyId = anyText.filter((text) => /\S/.test(text));

const anySource: fc.Arbitrary<PlanSource> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('selected' as const, 'matching', 'service', 'items'),
  }),
  fc.record({ kind: fc.constant('file' as const), file: anyId }),
);

const madeTimes = fc
  .date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  .map((date) => date.getTime());

const commonFields = {
  botId: anyId,
  baseUrl: anyText,
  environment: anyText,
  made: madeTimes,
  source: anySource,
};

const anyUser: fc.Arbitrary<UserRef> = fc.oneof(
  fc.record({ rawUid: anyId, pageId: anyId, channel: fc.constantFrom(0, 1) }),
  fc.record({ uid: anyId, pageId: anyId, channel: fc.constantFrom(0, 1) }),
);

const row = fc.option(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { nil: undefined });

/** Returns lines of a plan with `tags` tags, without names, which would be truncated. */
export function anyLine(tags: number): fc.Arbitrary<UserLine> {
  const except = fc.uniqueArray(fc.nat(tags - 1), { maxLength: tags - 1 });
  const active = fc.record({
    user: anyUser,
    skip: fc.constant(undefined),
    except,
    row,
    name: fc.constant(undefined),
  });
  const skipped = fc.record({
    user: fc.option(anyUser, { nil: undefined }),
    skip: fc.constantFrom(...SKIPS),
    except: fc.constant([]),
    row,
    name: fc.constant(undefined),
  });
  return fc.oneof({ arbitrary: active, weight: 3 }, skipped);
}

const anyItem: fc.Arbitrary<ItemLine> = fc.record({
  id: anyId,
  name: anyText,
  customers: fc.option(fc.maxSafeNat(), { nil: undefined }),
});

/** Returns the key that makes lines unique. Skipped lines may repeat a user, so each has a key of its own. */
const keyOf = (line: UserLine): unknown =>
  line.skip === undefined ? JSON.stringify(line.user) : Symbol('skipped');

const anyTags = fc.uniqueArray(fc.record({ id: anyId, name: anyText }), {
  minLength: 1,
  maxLength: 4,
  selector: ({ id }) => id,
});

/** Returns the line with at most one operation for a tag that is listed twice. */
function withoutBoth(line: UserLine, tags: readonly PlanTag[]): UserLine {
  const except = new Set(line.except);
  for (const [index, { id }] of tags.entries()) {
    const other = tags.findIndex((tag, otherIndex) => otherIndex < index && tag.id === id);
    if (other >= 0 && !except.has(other)) except.add(index);
  }
  return line.skip === undefined ? { ...line, except: [...except].sort((a, b) => a - b) } : line;
}

/** Plans that attach some tags and detach others. A tag can be in both lists. */
const mixed = fc
  .tuple(anyTags, fc.array(fc.constantFrom('attach' as const, 'detach', 'both'), { minLength: 4 }))
  .map(([tags, actions]) =>
    tags.flatMap((tag, index): PlanTag[] => {
      const action = actions[index] ?? 'attach';
      const actionsOfTag = action === 'both' ? (['attach', 'detach'] as const) : [action];
      return actionsOfTag.map((each) => ({ ...tag, action: each }));
    }),
  )
  .chain((tags) =>
    fc.record({
      head: fc.record({
        ...commonFields,
        action: fc.constant('attach and detach' as const),
        tags: fc.constant(tags),
        checkFirst: fc.boolean(),
      }),
      lines: fc
        .uniqueArray(anyLine(tags.length), { selector: keyOf })
        .map((lines) => lines.map((line) => withoutBoth(line, tags))),
    }),
  );

const tagging = anyTags.chain((tags) =>
  fc.record({
    head: fc.record({
      ...commonFields,
      action: fc.constantFrom('attach' as const, 'detach'),
      tags: fc.constant(tags),
      checkFirst: fc.boolean(),
    }),
    lines: fc.uniqueArray(anyLine(tags.length), { selector: keyOf }),
  }),
);

const deleting = fc.record({
  head: fc.record({
    ...commonFields,
    action: fc.constant('delete' as const),
    tags: fc.constant([]),
    checkFirst: fc.constant(false),
  }),
  lines: fc.uniqueArray(anyItem, { selector: ({ id }) => id }),
});

/** Any plan that can be written and run. */
export const anyPlan: fc.Arbitrary<{
  readonly head: PlanHead;
  readonly lines: readonly PlanLine[];
}> = fc.oneof(tagging, mixed, deleting);
