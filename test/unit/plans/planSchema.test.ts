import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import manifest from '../../../package.json' with { type: 'json' };
import { PLAN_SUFFIX, type PlanProblem } from '../../../src/base/plan.ts';
import { readPlan } from '../../../src/plans/readPlan.ts';
import { anyPlan, head, line, signal, written } from './plans.ts';
import { sizeOf } from '../../support/sizes.ts';

const root = join(import.meta.dirname, '../../..');
const validation = manifest.contributes.jsonValidation.find(
  ({ fileMatch }) => fileMatch === `*${PLAN_SUFFIX}`,
);
const ajv = new Ajv({ allErrors: true });
/** Keywords that VS Code adds to JSON schema. */
for (const keyword of ['patternErrorMessage', 'allowTrailingCommas']) ajv.addKeyword(keyword);
const validate = ajv.compile(JSON.parse(readFileSync(join(root, validation?.url ?? ''), 'utf8')));

interface PlanJson {
  readonly do: string;
  readonly tags?: readonly { readonly id: string; readonly do?: string }[];
  readonly users?: readonly {
    readonly do?: string;
    readonly except?: readonly number[];
    readonly [name: string]: unknown;
  }[];
  readonly items?: readonly { readonly id: string }[];
}

/** Checks a plan that matches the schema for inconsistencies that no schema can describe. */
function isInconsistent({ do: action, tags = [], users = [], items = [] }: PlanJson): boolean {
  const hasTwo = (keys: readonly unknown[]): boolean => new Set(keys).size < keys.length;
  const active = users.filter((line) => line.do !== undefined);
  const userKeys = active.map((line) =>
    JSON.stringify(['user', 'encryptedUser', 'page', 'channel'].map((name) => line[name] ?? null)),
  );
  const isWrong = ({ do: own, except = [] }: NonNullable<PlanJson['users']>[number]): boolean => {
    if (except.length === tags.length || except.some((number) => number > tags.length)) return true;
    if (own === undefined) return false;
    const isActive = (tag: { readonly do?: string }): boolean =>
      tag.do === undefined || own.split(' and ').includes(tag.do);
    const ownTags = tags.filter((tag, index) => !except.includes(index + 1) && isActive(tag));
    const isOtherAction = own !== action && action !== 'attach and detach';
    return isOtherAction || ownTags.length === 0 || hasTwo(ownTags.map(({ id }) => id));
  };
  return (
    hasTwo(userKeys) ||
    hasTwo(tags.map((tag) => JSON.stringify([tag.do, tag.id]))) ||
    hasTwo(items.map(({ id }) => id)) ||
    users.some(isWrong)
  );
}

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[0, 1, 2, 1.5, -1, 1e21, 2 ** 53, true, false, null, '', ' ', 'x', [], {}, [1]],
    ...[
      'attach',
      'detach',
      'attach and detach',
      'delete',
      'blocked',
      'no ID',
      'LINE',
      'FB',
      'file',
    ],
    ...[{ from: 'file' }, { from: 'file', file: 'f' }, { from: 'items' }, [[]], [1, 1], [2]],
    ...['2026-11-22T12:31:00Z', '2026-02-30T12:31:00.1Z', '2026-13-01T00:00:00Z'],
    ...[{ do: 'attach', user: 'x', page: 'x', channel: 'FB' }, { skip: 'no ID' }],
    { do: 'delete', id: 'x', name: 'x' },
  ),
  fc.jsonValue({ maxDepth: 1 }),
);
const FIELD_NAMES = [
  ...['$schema', 'plan', 'do', 'bot', 'baseUrl', 'environment', 'tags', 'checkFirst', 'made'],
  ...['source', 'users', 'items', 'id', 'name', 'from', 'file', 'skip', 'user', 'encryptedUser'],
  ...['page', 'channel', 'except', 'row', 'customers', 'x', 'toString', 'constructor'],
];

type Any = Record<string, unknown> | unknown[];

/** `inside`: a change within the chosen value, which is more likely, so that changes are deep. */
const anyChange = fc.oneof(
  { weight: 5, arbitrary: fc.constant('inside') },
  fc.constantFrom('add', 'remove', 'replace'),
);

/** Adds, removes or replaces a value at any depth. */
function mutate(value: Any, gen: fc.GeneratorValue): void {
  const names = Object.keys(value);
  const name = names[gen(fc.nat, 1000) % Math.max(names.length, 1)] ?? 'x';
  const inner = (value as Record<string, unknown>)[name];
  const change = gen(() => anyChange);
  const isInside = typeof inner === 'object' && inner !== null && change === 'inside';
  if (isInside) return mutate(inner as Any, gen);
  const newValue = structuredClone(gen(() => anyValue));
  if (Array.isArray(value)) mutateList(value, change, newValue, gen(fc.nat, value.length));
  else if (change === 'remove') delete value[name];
  else if (change === 'add') value[gen(() => fc.constantFrom(...FIELD_NAMES))] = newValue;
  else value[name] = newValue;
}

/** Adds, removes or replaces an entry of a list. Half of the new entries are copies. */
function mutateList(list: unknown[], change: string, newValue: unknown, index: number): void {
  const copied = list.length === 0 ? newValue : structuredClone(list[index % list.length]);
  if (change === 'remove') list.splice(index, 1);
  else if (change === 'replace') list.splice(index, 1, newValue);
  else list.splice(index, 0, change === 'add' ? newValue : copied);
}

/** Formats each user on its own line, as plans are written, for the faster parser. */
function onLines(value: Any): string {
  if (Array.isArray(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => {
    const lines = Array.isArray(member) ? member.map((each) => JSON.stringify(each)) : undefined;
    const text = lines === undefined ? JSON.stringify(member) : `[\n${lines.join(',\n')}\n]`;
    return `${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(',\n')}\n}`;
}

const RUNS = sizeOf('planRuns');

describe('schema of plans', () => {
  it('is contributed for the file names of plans', () => {
    assert.ok(validation !== undefined);
  });

  it('accepts a plan with every field', async () => {
    const lines = [
      line({ except: [1], row: 1, name: 'Ann' }),
      line({ user: { uid: 'e', pageId: 'p', channel: 0 } }),
      line({ user: undefined, skip: 'no ID' }),
    ];
    const text = await written({ ...head, source: { kind: 'file', file: 'f' } }, lines);
    assert.ok(validate(parse(text)), ajv.errorsText(validate.errors));
  });

  it('accepts exactly what the reader accepts', async () => {
    let [accepted, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(anyPlan, fc.gen(), async ({ head, lines }, gen) => {
        const value = parse(await written(head, lines)) as Any;
        for (let count = gen(fc.nat, 3); count > 0; count--) mutate(value, gen);
        const isValid = validate(value) && !isInconsistent(value as unknown as PlanJson);
        const { problems } = await readPlan(JSON.stringify(value), signal);
        const spread = await readPlan(onLines(value), signal);
        const summaryOf = ({ kind, about }: PlanProblem): unknown => [kind, about];
        assert.deepEqual(spread.problems.map(summaryOf), problems.map(summaryOf));
        assert.equal(
          isValid,
          problems.length === 0,
          JSON.stringify([value, problems, validate.errors], null, 1),
        );
        if (isValid) accepted++;
        else refused++;
      }),
      { numRuns: RUNS },
    );
    // Accepted and refused plans occur often.
    assert.ok(
      accepted > RUNS / 10 && refused > RUNS / 10,
      `${accepted} accepted, ${refused} refused`,
    );
  });
});
