import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { isFound } from '../../../src/service/confirmedItems.ts';

describe('isFound', () => {
  const failure = (httpStatus: number): ServiceError =>
    new ServiceError(
      'getItem',
      { kind: 'failure', httpStatus, errorMessage: 'no', errorCode: undefined },
      'refused',
    );

  it('is false only if the service reported 404', async () => {
    assert.equal(await isFound(Promise.resolve({})), true);
    assert.equal(await isFound(Promise.reject(failure(404))), false);
    for (const error of [failure(500), new Error('404')]) {
      await assert.rejects(isFound(Promise.reject(error)), error);
    }
  });
});
