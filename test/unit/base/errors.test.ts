import assert from 'node:assert/strict';

import {
  BusyError,
  Cancelled,
  problemText,
  ServiceError,
  UserError,
  type ServiceProblem,
} from '../../../src/base/errors.ts';

function errorOf(problem: ServiceProblem): ServiceError {
  return new ServiceError('getItem', problem, 'refused');
}

function failure(httpStatus: number, errorCode?: number | string): ServiceError {
  return errorOf({ kind: 'failure', httpStatus, errorCode, errorMessage: undefined });
}

/** Returns the error of an HTML page, which a gateway may send instead of the service. */
function errorPage(httpStatus: number): ServiceError {
  const pageDetails = { contentType: 'text/html', detail: 'not JSON', excerpt: '' };
  return errorOf({ kind: 'protocol', httpStatus, ...pageDetails });
}

describe('errors', () => {
  it('have names that survive the transfer to another extension', () => {
    assert.deepEqual(
      [new UserError('x'), new BusyError(), new Cancelled()].map(({ name }) => name),
      ['UserError', 'BusyError', 'Cancelled'],
    );
  });

  it('describe the problem, with a separate text for each kind', () => {
    const answer = { httpStatus: 502, contentType: 'text/html', detail: 'not JSON', excerpt: '' };
    const cases: readonly (readonly [ServiceProblem, RegExp])[] = [
      [{ kind: 'bad-input', field: 'limit', detail: 'too large' }, /^limit: too large$/],
      [{ kind: 'token-missing' }, /enter one first/],
      [
        { kind: 'failure', httpStatus: 500, errorMessage: 'no', errorCode: 7 },
        /^no \(errorCode 7\)$/,
      ],
      [{ kind: 'protocol', ...answer }, /^unexpected response \(not JSON, HTTP 502, text\/html\)$/],
      [{ kind: 'unknown-id' }, /may have been created/],
      [{ kind: 'redirect', httpStatus: 302, location: 'x' }, /redirects to x \(HTTP 302\)/],
      [{ kind: 'connect', detail: 'refused' }, /^no connection: refused$/],
      [{ kind: 'circuit-open', retryInMs: 5 }, /for 5 ms$/],
      [{ kind: 'lost', detail: 'reset' }, /lost: reset$/],
      [{ kind: 'timeout', limitMs: 9 }, /within 9 ms$/],
      [{ kind: 'too-large', limitBytes: 8 }, /larger than 8 bytes$/],
      [{ kind: 'paging-loop' }, /returned before$/],
      [{ kind: 'too-many-empty-pages', pages: 21 }, /21 empty pages/],
    ];
    for (const [problem, expectedText] of cases) assert.match(problemText(problem), expectedText);
  });

  it('recognize a rejected token by HTTP status or by errorCode', () => {
    const refused = [
      failure(401),
      failure(200, 401),
      failure(200, '403'),
      failure(403, 1),
      errorPage(401),
    ];
    for (const error of refused) assert.ok(ServiceError.isUnauthorized(error), error.message);
    const otherErrors = [
      failure(400, 400),
      failure(200, 'x'),
      errorPage(502),
      errorOf({ kind: 'token-missing' }),
    ];
    for (const error of otherErrors) assert.ok(!ServiceError.isUnauthorized(error), error.message);
    assert.ok(!ServiceError.isUnauthorized(new Error('401')));
  });

  it('treat an item as gone only if the service itself says so', () => {
    for (const error of [failure(404), failure(200, 404), failure(500, '404')]) {
      assert.ok(ServiceError.isGone(error));
    }
    for (const error of [errorPage(404), failure(500, 500), new Error('404')]) {
      assert.ok(!ServiceError.isGone(error));
    }
  });

  it('recognize that no response arrived', () => {
    const withoutResponse: readonly ServiceProblem[] = [
      { kind: 'connect', detail: 'x' },
      { kind: 'lost', detail: 'x' },
      { kind: 'timeout', limitMs: 1 },
    ];
    for (const problem of withoutResponse) assert.ok(ServiceError.isUnreachable(errorOf(problem)));
    assert.ok(!ServiceError.isUnreachable(failure(503)));
    assert.ok(!ServiceError.isUnreachable('connect'));
  });

  it('recognize cancellation', () => {
    assert.ok(Cancelled.is(new Cancelled()));
    assert.ok(Cancelled.is(new DOMException('x', 'AbortError')));
    assert.ok(Cancelled.is(Object.assign(new Error('x'), { name: 'Canceled' })));
    assert.ok(!Cancelled.is(new Error('Cancelled')));
    assert.ok(!Cancelled.is('Cancelled'));
  });

  it('warn a caller once that a write may have been carried out', () => {
    const lost = { kind: 'lost', detail: 'reset' } as const;
    const warning = /may have been carried out: check with the service before you send it again$/;
    for (const endpoint of ['createItem', 'deleteItem', 'attachTag', 'detachTag'] as const) {
      assert.match(new ServiceError(endpoint, lost, 'unknown').message, warning);
      for (const outcome of ['refused', 'not-sent'] as const) {
        assert.doesNotMatch(new ServiceError(endpoint, lost, outcome).message, /may have been/);
      }
    }
    const unknownId = new ServiceError('createItem', { kind: 'unknown-id' }, 'unknown');
    assert.equal(unknownId.message.match(/may have been/g)?.length, 1);
  });

  it('keep the message of the service verbatim', () => {
    const problem = {
      kind: 'failure',
      httpStatus: 500,
      errorMessage: '  格式錯誤\n',
      errorCode: 7,
    } as const;
    assert.equal(problemText(problem), '  格式錯誤\n (errorCode 7)');
    assert.equal(errorOf(problem).message, 'getItem:   格式錯誤↵ (errorCode 7)');
    assert.equal(failure(500).message, 'getItem: the service reported an error');
  });
});
