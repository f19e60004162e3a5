import assert from 'node:assert/strict';

import type { Answer } from '../../../src/service/readAnswer.ts';
import { ServiceError, type ServiceProblem } from '../../../src/base/errors.ts';

/** Token with characters that change when percent-encoded. */
export const SECRET = 'canary/7f3e+token==';

export function answerOf(
  body: string,
  { httpStatus = 200, contentType = 'application/json' } = {},
): Answer {
  return { httpStatus, contentType, body: new TextEncoder().encode(body) };
}

/** Returns a success with this `res`. */
export function successOf(res: unknown): Answer {
  return answerOf(JSON.stringify({ res, status: 200 }));
}

/** Returns the `ServiceError` that `step` throws. The test fails if anything else is thrown. */
export function serviceErrorOf(step: () => unknown): ServiceError {
  let thrown: unknown;
  try {
    step();
  } catch (error) {
    thrown = error;
  }
  assert.ok(thrown instanceof ServiceError, `not a ServiceError: ${String(thrown)}`);
  return thrown;
}

/** Returns the problem of the `ServiceError` that `step` throws, and checks its kind. */
export function problemOf<K extends ServiceProblem['kind']>(
  kind: K,
  step: () => unknown,
): Extract<ServiceProblem, { kind: K }> {
  return problemIn(kind, serviceErrorOf(step));
}

/** Returns the problem of the error, and checks its kind. */
export function problemIn<K extends ServiceProblem['kind']>(
  kind: K,
  error: ServiceError,
): Extract<ServiceProblem, { kind: K }> {
  assert.equal(error.problem.kind, kind, error.message);
  return error.problem as Extract<ServiceProblem, { kind: K }>;
}

/** Returns everything that an error can show: its message, stack, JSON and cause. */
export function textOf(error: ServiceError): string {
  return `${error.message}\n${error.stack ?? ''}\n${JSON.stringify(error)}\n${String(error.cause)}`;
}

/** Asserts that a text contains the token neither plain nor percent-encoded. */
export function assertNoSecret(text: string): void {
  assert.ok(!text.includes(SECRET), text);
  assert.ok(!text.includes(encodeURIComponent(SECRET)), text);
  assert.ok(!text.includes('canary/7f3e'), text);
}
