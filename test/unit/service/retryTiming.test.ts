import assert from 'node:assert/strict';
import fc from 'fast-check';
import { httpDate, retryAfterMs, retryDelay } from '../../../src/service/retries.ts';

const LIMITS = { maxTries: 4, maxTotalMs: 60_000 };

describe('Retry timing', () => {
  const zone = process.env['TZ'];

  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it('doubles the delay, with a random upper half', () => {
    const delayOf = (tryCount: number, random: number) =>
      retryDelay({ tryCount, elapsedMs: 0, retryAfterMs: undefined, random }, LIMITS);
    assert.deepEqual([delayOf(1, 0), delayOf(1, 1)], [250, 500]);
    assert.deepEqual([delayOf(2, 0), delayOf(2, 1)], [500, 1000]);
    assert.deepEqual([delayOf(3, 0), delayOf(3, 1)], [1000, 2000]);
    assert.equal(delayOf(4, 0), undefined);
  });

  it('never retries earlier than requested, or later than the limit', () => {
    const failed = fc.record({
      tryCount: fc.integer({ min: 1, max: 12 }),
      elapsedMs: fc.integer({ min: 0, max: 120_000 }),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 120_000 }), { nil: undefined }),
      random: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const limits = fc.record({
      maxTries: fc.integer({ min: 1, max: 10 }),
      maxTotalMs: fc.integer({ min: 0, max: 120_000 }),
    });
    fc.assert(
      fc.property(failed, limits, (attempt, limit) => {
        const delay = retryDelay(attempt, limit);
        if (delay === undefined) return;
        assert.ok(attempt.tryCount < limit.maxTries);
        assert.ok(delay >= (attempt.retryAfterMs ?? 0));
        // The delay is rounded to a millisecond.
        assert.ok(attempt.elapsedMs + delay <= limit.maxTotalMs + 1);
      }),
    );
  });

  it('reads Retry-After as seconds and as a date', () => {
    const now = Date.UTC(2026, 10, 21, 8, 0, 0);
    assert.equal(retryAfterMs('7', now), 7000);
    assert.equal(retryAfterMs(' 0 ', now), 0);
    assert.equal(retryAfterMs('Sat, 21 Nov 2026 08:00:30 GMT', now), 30_000);
    assert.equal(retryAfterMs('Sat, 21 Nov 2026 07:00:00 GMT', now), 0);
    // In a time zone far from UTC, a date without a zone must still be read as UTC.
    process.env['TZ'] = 'Asia/Taipei';
    for (const date of [
      'Saturday, 21-Nov-26 08:00:30 GMT',
      'Sat Nov 21 08:00:30 2026',
      'Sat, 21 Nov 2026 08:00:30',
      'Sat, 2026-11-21 08:00:30',
      'Sat, 21 Nov 2026 00:00:30 -08 (PST)',
    ]) {
      assert.equal(retryAfterMs(date, now), 30_000, date);
    }
    assert.equal(retryAfterMs('Sat Nov  7 08:00:30 2026', now), 0);
    assert.equal(retryAfterMs('Sunday, 06-Nov-94 08:49:37 GMT', now), 0, '1994, not 2094');
    // The three spellings of the same time in RFC 9110.
    assert.equal(httpDate('Sunday, 06-Nov-94 08:49:37 GMT', now), 784_111_777_000);
    assert.equal(httpDate('Sun Nov  6 08:49:37 1994', now), 784_111_777_000);
    assert.equal(httpDate('Sun, 06 Nov 1994 08:49:37 GMT', now), 784_111_777_000);
    for (const odd of ['', '-1', '1.5', 'soon', '+7', '2026-11-21T08:00:30Z', 'Sat Nov 08:00:30']) {
      assert.equal(retryAfterMs(odd, now), undefined, odd);
    }
  });

  it('gives up if Retry-After is beyond the limit, with any number of digits', () => {
    const limits = { maxTries: 4, maxTotalMs: 60_000 };
    for (const header of ['61', '9999999999999', '9'.repeat(400)]) {
      const failed = {
        tryCount: 1,
        elapsedMs: 0,
        retryAfterMs: retryAfterMs(header, 0),
        random: 0,
      };
      assert.equal(retryDelay(failed, limits), undefined, header);
    }
  });
});
