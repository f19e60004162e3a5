import assert from 'node:assert/strict';
import {
  BusyError,
  Cancelled,
  ServiceError,
  StorageError,
  type Outcome,
} from '../../../src/base/errors.ts';
import { KnownIdError } from '../../../src/catalogue/itemActions.ts';
import { isOutcomeUnknown, RunPaused } from '../../../src/runs/runErrors.ts';

function withOutcome(outcome: Outcome): ServiceError {
  return new ServiceError('createItem', { kind: 'lost', detail: '' }, outcome);
}

describe('isOutcomeUnknown', () => {
  const cases: readonly (readonly [boolean, string, unknown])[] = [
    [true, 'a lost response', withOutcome('unknown')],
    [false, 'a request that was not sent', withOutcome('not-sent')],
    [false, 'a locked catalogue', new BusyError()],
    [false, 'a full disk', new StorageError('full', new Error('disk full'))],
    [false, 'a canceled request', new Cancelled()],
    [false, 'a pause', new RunPaused('person')],
    [true, 'a pause after a lost response', new RunPaused('person', withOutcome('unknown'))],
    [false, 'a known ID', new KnownIdError({ id: 'tag-1', name: 'VIP' })],
    [true, 'any other error', new Error('Channel has been closed')],
  ];
  for (const [expected, name, error] of cases) {
    it(`returns ${String(expected)} for ${name}`, () => {
      assert.equal(isOutcomeUnknown(error), expected);
    });
  }
});
