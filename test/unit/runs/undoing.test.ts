import assert from 'node:assert/strict';
import fc from 'fast-check';

import type { WriteRecord } from '../../../src/catalogue/journal.ts';
import { holdersAt, undoingOf } from '../../../src/runs/undoing.ts';
import type { UserRef } from '../../../src/base/model.ts';
import { writeRecord } from '../catalogue/store/journalRecords.ts';

const USER: UserRef = { rawUid: 'a', pageId: 'p', channel: 1 };
const OTHER: UserRef = { rawUid: 'b', pageId: 'p', channel: 1 };

const said = (change: Partial<WriteRecord>, user: UserRef | null = USER): unknown => {
  const undoing = undoingOf(writeRecord('w', { result: 'done', ...change }), user);
  return 'by' in undoing ? `by ${undoing.by}` : undoing.not;
};

describe('how a write is undone', () => {
  it('is by its opposite', () => {
    assert.deepEqual(
      [
        said({ kind: 'attach' }),
        said({ kind: 'detach' }),
        said({ kind: 'create' }, null),
        said({ kind: 'delete' }, null),
      ],
      ['by detach', 'by attach', 'by delete', 'by create'],
    );
  });

  it('is not where it may have changed nothing, or nobody knows whom it was about', () => {
    assert.equal(said({ changes: false }), 'no-change');
    assert.equal(said({}, null), 'no-user');
    assert.equal(said({ kind: 'delete', itemType: 1 }), 'folder');
    assert.equal(said({ kind: 'delete', itemName: '' }), 'no-name');
  });

  it('is not unless it was done, and once', () => {
    assert.equal(said({ result: 'failed' }), 'failed');
    assert.equal(said({ result: 'unknown' }), 'unknown');
    assert.equal(said({ result: 'sent' }), 'unknown');
    assert.equal(said({ undoneBy: 'x' }), 'undone');
    assert.deepEqual(undoingOf(writeRecord('w'), USER, true), { not: 'sending' });
  });
});

describe('who had a deleted tag', () => {
  const deleted = { bot: 'k', itemId: 't', time: 100 };
  const users = new Map([
    ['a', USER],
    ['b', OTHER],
  ]);
  const userOf = ({ words }: WriteRecord): UserRef | null => users.get(words ?? '') ?? null;
  const write = (kind: 'attach' | 'detach', who: string, time: number, more = {}): WriteRecord =>
    writeRecord(`${kind} ${who} ${time}`, { kind, words: who, time, result: 'done', ...more });
  const nobody = { all: [], of: () => undefined };
  const names = (found: readonly UserRef[]) => found.map(({ rawUid }) => rawUid);

  it('are those to whom it was attached last, of this bot and tag, by writes that were done', () => {
    const writes = [
      write('detach', 'b', 5),
      ...[write('attach', 'b', 4), write('attach', 'a', 3)],
      ...[write('detach', 'a', 9, { result: 'failed' }), write('detach', 'a', 9, { bot: 'k2' })],
      ...[write('detach', 'a', 9, { itemId: 'u' }), write('attach', 'nobody', 9)],
      write('detach', 'a', 101),
    ];
    assert.deepEqual(names(holdersAt(deleted, writes, nobody, userOf)), ['a']);
  });

  it('are those whom a page showed with it before, unless a later write says otherwise', () => {
    const on = (user: UserRef, time: number, isOn = true) => ({ user, time, isOn });
    const all = [on(USER, 10), on(OTHER, 10)];
    const of = (): undefined => undefined;
    assert.deepEqual(names(holdersAt(deleted, [], { all, of }, userOf)), ['a', 'b']);
    const later = [write('detach', 'a', 11), write('detach', 'b', 9)];
    assert.deepEqual(names(holdersAt(deleted, later, { all, of }, userOf)), ['b']);
    const after = { all: [on(USER, 101)], of };
    assert.deepEqual(names(holdersAt(deleted, [], after, userOf)), []);
  });

  it('are not those whom a page showed without it after the write', () => {
    const of = () => ({ user: USER, time: 8, isOn: false });
    const withPage = { all: [], of };
    const at = (time: number) =>
      names(holdersAt(deleted, [write('attach', 'a', time)], withPage, userOf));
    assert.deepEqual([at(7), at(9)], [[], ['a']]);
  });

  it('are for any writes those of whom the last one before it says so', () => {
    const one = fc.record({
      kind: fc.constantFrom('attach' as const, 'detach' as const),
      who: fc.constantFrom('a', 'b'),
    });
    fc.assert(
      fc.property(fc.array(one), (all) => {
        const writes = all.map(({ kind, who }, time) => write(kind, who, time + 1));
        const expected = ['a', 'b'].filter(
          (name) => all.findLast(({ who }) => who === name)?.kind === 'attach',
        );
        const found = holdersAt(deleted, writes.toReversed(), nobody, userOf);
        assert.deepEqual(new Set(names(found)), new Set(expected));
      }),
    );
  });
});
