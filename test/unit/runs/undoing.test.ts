import assert from 'node:assert/strict';
import fc from 'fast-check';

import type { WriteRecord } from '../../../src/catalogue/journal.ts';
import { holdersAt, undoingOf } from '../../../src/runs/undoing.ts';
import type { UserRef } from '../../../src/base/model.ts';
import { writeRecord } from '../catalogue/store/journalRecords.ts';

const USER: UserRef = { rawUid: 'a', pageId: 'p', channel: 1 };
const OTHER_USER: UserRef = { rawUid: 'b', pageId: 'p', channel: 1 };

const undoOrReason = (change: Partial<WriteRecord>, user: UserRef | null = USER): unknown => {
  const undoing = undoingOf(writeRecord('w', { result: 'done', ...change }), user);
  return 'undoAction' in undoing ? `by ${undoing.undoAction}` : undoing.notUndoableReason;
};

describe('undoingOf', () => {
  it('undoes a write by its opposite', () => {
    assert.deepEqual(
      [
        undoOrReason({ kind: 'attach' }),
        undoOrReason({ kind: 'detach' }),
        undoOrReason({ kind: 'create' }, null),
        undoOrReason({ kind: 'delete' }, null),
      ],
      ['by detach', 'by attach', 'by delete', 'by create'],
    );
  });

  it('refuses a write that may have changed nothing, or whose user or item is unknown', () => {
    assert.equal(undoOrReason({ hasEffect: false }), 'no-change');
    assert.equal(undoOrReason({}, null), 'no-user');
    assert.equal(undoOrReason({ kind: 'delete', itemType: 1 }), 'folder');
    assert.equal(undoOrReason({ kind: 'delete', itemName: '' }), 'no-name');
  });

  it('refuses a write that was not carried out or is already undone', () => {
    assert.equal(undoOrReason({ result: 'failed' }), 'failed');
    assert.equal(undoOrReason({ result: 'unknown' }), 'unknown');
    assert.equal(undoOrReason({ result: 'sent' }), 'unknown');
    assert.equal(undoOrReason({ undoneBy: 'x' }), 'undone');
    assert.deepEqual(undoingOf(writeRecord('w'), USER, true), { notUndoableReason: 'sending' });
  });
});

describe('holdersAt', () => {
  const deleted = { bot: 'k', itemId: 't', time: 100 };
  const users = new Map([
    ['a', USER],
    ['b', OTHER_USER],
  ]);
  // The tests store the ID of the user in the error text of a write.
  const userOf = ({ errorText }: WriteRecord): UserRef | null => users.get(errorText ?? '') ?? null;
  const write = (
    kind: 'attach' | 'detach',
    rawUid: string,
    time: number,
    change = {},
  ): WriteRecord =>
    writeRecord(`${kind} ${rawUid} ${time}`, {
      kind,
      errorText: rawUid,
      time,
      result: 'done',
      ...change,
    });
  const noneLoaded = { tagged: [], forUser: () => undefined };
  const names = (users: readonly UserRef[]) => users.map(({ rawUid }) => rawUid);

  it('returns users to whom the tag was last attached by completed writes of this bot and tag', () => {
    const writes = [
      write('detach', 'b', 5),
      ...[write('attach', 'b', 4), write('attach', 'a', 3)],
      ...[write('detach', 'a', 9, { result: 'failed' }), write('detach', 'a', 9, { bot: 'k2' })],
      ...[write('detach', 'a', 9, { itemId: 'u' }), write('attach', 'nobody', 9)],
      write('detach', 'a', 101),
    ];
    assert.deepEqual(names(holdersAt(deleted, writes, noneLoaded, userOf)), ['a']);
  });

  it('includes customers who were loaded with the tag before the delete, unless a later write differs', () => {
    const loadedCustomer = (user: UserRef, time: number, isAttached = true) => ({
      user,
      time,
      isAttached,
    });
    const loadedCustomers = [loadedCustomer(USER, 10), loadedCustomer(OTHER_USER, 10)];
    const forUser = (): undefined => undefined;
    assert.deepEqual(names(holdersAt(deleted, [], { tagged: loadedCustomers, forUser }, userOf)), [
      'a',
      'b',
    ]);
    const laterWrites = [write('detach', 'a', 11), write('detach', 'b', 9)];
    assert.deepEqual(
      names(holdersAt(deleted, laterWrites, { tagged: loadedCustomers, forUser }, userOf)),
      ['b'],
    );
    const loadedLater = { tagged: [loadedCustomer(USER, 101)], forUser };
    assert.deepEqual(names(holdersAt(deleted, [], loadedLater, userOf)), []);
  });

  it('excludes customers who were loaded without the tag after the write', () => {
    const forUser = () => ({ user: USER, time: 8, isAttached: false });
    const loadedWithoutTag = { tagged: [], forUser };
    const namesAfterWrite = (time: number) =>
      names(holdersAt(deleted, [write('attach', 'a', time)], loadedWithoutTag, userOf));
    assert.deepEqual([namesAfterWrite(7), namesAfterWrite(9)], [[], ['a']]);
  });

  it('returns for any writes the users whose last write was an attach', () => {
    const writeSample = fc.record({
      kind: fc.constantFrom('attach' as const, 'detach' as const),
      who: fc.constantFrom('a', 'b'),
    });
    fc.assert(
      fc.property(fc.array(writeSample), (samples) => {
        const writes = samples.map(({ kind, who }, time) => write(kind, who, time + 1));
        const expectedHolders = ['a', 'b'].filter(
          (name) => samples.findLast(({ who }) => who === name)?.kind === 'attach',
        );
        const foundHolders = holdersAt(deleted, writes.toReversed(), noneLoaded, userOf);
        assert.deepEqual(new Set(names(foundHolders)), new Set(expectedHolders));
      }),
    );
  });
});
