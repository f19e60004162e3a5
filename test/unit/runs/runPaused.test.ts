import assert from 'node:assert/strict';
import { BusyError, Cancelled, RunTaken, ServiceError } from '../../../src/base/errors.ts';
import { RunPaused } from '../../../src/runs/runErrors.ts';

const failure = (httpStatus: number) =>
  new ServiceError(
    'attachTag',
    { kind: 'failure', httpStatus, errorMessage: undefined, errorCode: undefined },
    'refused',
  );
const problem = (details: ConstructorParameters<typeof ServiceError>[1]) =>
  new ServiceError('attachTag', details, 'not-sent');

describe('RunPaused', () => {
  for (const [reason, error] of [
    ['unauthorized', failure(401)],
    ['unauthorized', problem({ kind: 'token-missing' })],
    ['read-only', problem({ kind: 'read-only', label: 'Shop' })],
    ['tag-gone', failure(404)],
    ['unreachable', problem({ kind: 'connect', detail: 'refused' })],
    ['journal', new BusyError()],
    ['closed', new RunTaken()],
    ['person', new Cancelled()],
    ['failing', failure(500)],
    ['failing', new Error('whatever')],
  ] as const) {
    it(`has the reason "${reason}" for ${error.name}: ${error.message}`, () => {
      const paused = RunPaused.of(error);
      assert.deepEqual([paused.reason, paused.cause], [reason, error]);
      assert.equal(RunPaused.of(paused), paused);
    });
  }
});
