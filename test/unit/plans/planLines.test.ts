import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { UserRef } from '../../../src/base/model.ts';
import type { Plan, PlanTag, Skip, UserLine } from '../../../src/base/plan.ts';
import type { PlanCandidate } from '../../../src/plans/input/inputColumns.ts';
import { candidateOf, PlanLines } from '../../../src/plans/planLines.ts';
import { planTotals } from '../../../src/plans/planTotals.ts';
import type { Operation } from '../../../src/base/operation.ts';
import { operationsOf } from '../../../src/runs/operations.ts';

const id = fc.constantFrom('a', 'b', 'a\nb', '', ' \t');
const anyUser: fc.Arbitrary<UserRef> = fc
  .tuple(fc.boolean(), fc.record({ id, pageId: id, channel: fc.constantFrom(0, 1) }))
  .map(([isRaw, { id, pageId, channel }]) =>
    isRaw ? { rawUid: id, pageId, channel } : { uid: id, pageId, channel },
  );
const TAGS = ['t1', 't2', 't3'];
const anyCandidate: fc.Arbitrary<PlanCandidate> = fc.record({
  user: fc.option(anyUser, { nil: undefined, freq: 5 }),
  tags: fc.option(
    fc.subarray([...TAGS, 'other']).map((ids) => new Set(ids)),
    { nil: undefined },
  ),
  isBlocked: fc.boolean(),
  onlyAction: fc.option(fc.constantFrom('attach' as const, 'detach'), { nil: undefined, freq: 1 }),
  row: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
  name: fc.option(fc.string(), { nil: undefined }),
});
const tagging = fc.constantFrom('attach' as const, 'detach', 'attach and detach');
type Action = 'attach' | 'detach' | 'attach and detach';

/** Returns the tags of a plan. If the plan attaches and detaches, every second tag is detached. */
function tagsOf(action: Action, ids: readonly string[]): PlanTag[] {
  const isMixed = action === 'attach and detach';
  return ids.map((id, index): PlanTag => {
    const ownAction = { action: index % 2 === 0 ? 'attach' : 'detach' } as const;
    return isMixed ? { id, name: id, ...ownAction } : { id, name: id };
  });
}

function kindOf(action: Action, index: number): 'attach' | 'detach' {
  if (action === 'attach and detach') return index % 2 === 0 ? 'attach' : 'detach';
  return action;
}

/** Returns the expected lines, calculated in a slow and simple way. */
function modelOf(
  action: Action,
  tags: readonly string[],
  candidates: readonly PlanCandidate[],
): readonly UserLine[] {
  return candidates.map(
    ({ user: candidateUser, tags: tagsOfUser, isBlocked, onlyAction, row, name }, lineIndex) => {
      const isBlank = [candidateUser?.rawUid ?? candidateUser?.uid, candidateUser?.pageId].some(
        (text) => text?.trim() === '',
      );
      const user = isBlank ? undefined : candidateUser;
      const isSame = (other: PlanCandidate): boolean =>
        other.user?.rawUid === user?.rawUid &&
        other.user?.uid === user?.uid &&
        other.user?.pageId === user?.pageId &&
        other.user?.channel === user?.channel;
      const neededTags = tags.filter((tag, index) => {
        const kind = kindOf(action, index);
        if (onlyAction !== undefined && onlyAction !== kind) return false;
        return tagsOfUser === undefined || tagsOfUser.has(tag) === (kind === 'detach');
      });
      const noChangeReason =
        action === 'attach and detach'
          ? 'no change'
          : action === 'attach'
            ? 'already tagged'
            : 'not tagged';
      const reasons: [Skip, boolean][] = [
        ['no ID', user === undefined],
        ['duplicate', candidates.slice(0, lineIndex).some(isSame)],
        ['blocked', isBlocked],
        [noChangeReason, neededTags.length === 0],
      ];
      const skip = reasons.find(([, holds]) => holds)?.[0];
      const except = [...tags.keys()].filter((index) => !neededTags.includes(tags[index] ?? ''));
      return { user, skip, except: skip === undefined ? except : [], row, name };
    },
  );
}

function planOf(action: Action, tags: string[], lines: readonly UserLine[]): Plan {
  return {
    action,
    botId: 'b',
    baseUrl: '',
    environment: '',
    checkFirst: false,
    made: 0,
    tags: tagsOf(action, tags),
    source: { kind: 'selected' },
    items: [],
    users: lines.map((line, index) => ({ ...line, line: index + 10 })),
  };
}

const anyPlanLines = fc
  .tuple(tagging, fc.subarray(TAGS, { minLength: 1 }), fc.array(anyCandidate, { maxLength: 40 }))
  .map(([action, tags, candidates]) => {
    const lines = new PlanLines({ action, tags: tagsOf(action, tags), withNames: true });
    return {
      action,
      tags,
      candidates,
      lines: candidates.map((candidate) => lines.lineFor(candidate)),
    };
  });

describe('lines of a plan', () => {
  it('equal those of a simple model', () => {
    fc.assert(
      fc.property(anyPlanLines, ({ action, tags, candidates, lines }) => {
        assert.deepEqual(
          structuredClone(lines),
          structuredClone(modelOf(action, tags, candidates)),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('contain the names of the customers only if this is chosen', () => {
    const user = { rawUid: 'u', pageId: 'p', channel: 1 };
    const active = { user, tags: new Set<string>(), isBlocked: false, name: 'Ann' };
    const candidates = [active, { ...active, user: undefined }];
    const namesOf = (withNames: boolean): readonly unknown[] => {
      const lines = new PlanLines({ action: 'attach', tags: [{ id: 't' }], withNames });
      return candidates.map((candidate) => lines.lineFor(candidate).name);
    };
    assert.deepEqual(namesOf(true), ['Ann', 'Ann']);
    assert.deepEqual(namesOf(false), [undefined, undefined]);
  });

  it('are counted, and produce the expected operations', () => {
    fc.assert(
      fc.property(anyPlanLines, ({ action, tags, lines }) => {
        const plan = planOf(action, tags, lines);
        const expected: Operation[] = lines.flatMap((line, lineIndex) =>
          line.user === undefined || line.skip !== undefined
            ? []
            : tags
                .map((tagId, index) => ({ tagId, index }))
                .filter(({ index }) => !line.except.includes(index))
                .map(({ tagId, index }) => ({
                  kind: kindOf(action, index),
                  tagId,
                  user: line.user as UserRef,
                  line: lineIndex + 10,
                })),
        );
        const operations = operationsOf(plan);
        const allOperations = Array.from({ length: operations.count }, (_, index) =>
          operations.at(index),
        );
        assert.deepEqual(structuredClone(allOperations), structuredClone(expected));
        const totals = planTotals(plan);
        assert.equal(totals.operations, expected.length);
        const detaches = expected.filter(({ kind }) => kind === 'detach').length;
        assert.equal(totals.detaches, detaches);
        assert.equal(totals.users, lines.filter(({ skip }) => skip === undefined).length);
        for (const [skip, count] of Object.entries(totals.skipped)) {
          assert.equal(count, lines.filter((line) => line.skip === skip).length, skip);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('have no operations outside of their range', () => {
    const user = { rawUid: 'u', pageId: 'p', channel: 1 };
    const line = { user, skip: undefined, except: [], row: undefined, name: undefined };
    const operations = operationsOf(planOf('attach', ['t'], [line]));
    for (const index of [-1, 1, Number.NaN]) {
      assert.throws(() => operations.at(index), RangeError);
    }
  });

  it('produce one operation per item, in order, if items are deleted', () => {
    const items = ['i1', 'i2'].map((id, index) => ({
      id,
      name: id,
      customers: undefined,
      line: index + 5,
    }));
    const plan: Plan = { ...planOf('attach', [], []), action: 'delete', items };
    const operations = operationsOf(plan);
    assert.equal(operations.count, 2);
    assert.deepEqual(operations.at(1), { kind: 'delete', itemId: 'i2', line: 6 });
    assert.throws(() => operations.at(2), RangeError);
    assert.deepEqual([planTotals(plan).users, planTotals(plan).operations], [2, 2]);
  });

  it('are derived from the record of a customer', () => {
    const record = { id: 'u', pageId: 'p', platform: 'LINE', status: 1 };
    const tags = [{ id: 't', name: 'T' }];
    assert.deepEqual(candidateOf({ ...record, tags }), {
      user: { rawUid: 'u', pageId: 'p', channel: 1 },
      tags: new Set(['t']),
      isBlocked: false,
    });
    assert.equal(candidateOf(record).tags, undefined);
    assert.equal(candidateOf({ ...record, platform: 'toString' }).user, undefined);
    assert.deepEqual(candidateOf(undefined), {
      user: undefined,
      tags: undefined,
      isBlocked: false,
    });
    const blocked = [1, 2, 3, 4, 5, 6, undefined].filter(
      (status) => candidateOf({ ...record, status }).isBlocked,
    );
    assert.deepEqual(blocked, [4, 5]);
  });
});
