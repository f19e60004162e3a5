import assert from 'node:assert/strict';

import { ServiceError, type ServiceProblem } from '../../../src/base/errors.ts';
import { assertNoSecret, problemIn, textOf } from './answers.ts';

/** The `ServiceError` with which this call fails; it never shows the token. */
export async function rejectionOf(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    assert.ok(ServiceError.is(error), `not a ServiceError: ${String(error)}`);
    assertNoSecret(textOf(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'the call did not fail' });
}

/** Its problem, of this kind. */
export async function rejectedWith<K extends ServiceProblem['kind']>(
  kind: K,
  call: Promise<unknown>,
): Promise<Extract<ServiceProblem, { kind: K }>> {
  return problemIn(kind, await rejectionOf(call));
}
