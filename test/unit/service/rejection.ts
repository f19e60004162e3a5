import assert from 'node:assert/strict';

import { ServiceError, type ServiceProblem } from '../../../src/base/errors.ts';
import { assertNoSecret, problemIn, textOf } from './answers.ts';

/** Returns the `ServiceError` of a failed call, and asserts that it does not show the token. */
export async function rejectionOf(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof ServiceError, `not a ServiceError: ${String(error)}`);
    assertNoSecret(textOf(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'the call did not fail' });
}

/** Returns the problem of the `ServiceError` with which this call fails, and checks its kind. */
export async function rejectedWith<K extends ServiceProblem['kind']>(
  kind: K,
  call: Promise<unknown>,
): Promise<Extract<ServiceProblem, { kind: K }>> {
  return problemIn(kind, await rejectionOf(call));
}
