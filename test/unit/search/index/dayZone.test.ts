import assert from 'node:assert/strict';
import { dayOf, dayStart } from '../../../../src/search/index/range.ts';

const ZONES = [
  ...['Asia/Taipei', 'Asia/Kolkata', 'America/St_Johns', 'America/Los_Angeles', 'Europe/London'],
  // Midnight is skipped there, comes twice, or a whole day was skipped.
  ...['Africa/Cairo', 'America/Sao_Paulo', 'America/Havana', 'Pacific/Apia'],
];
const DAY = 86_400_000;
const FROM = Date.UTC(2011, 6, 1);
const MOST = 1500;

/** As on a machine of that zone. */
function inZone<T>(zone: string, step: () => T): T {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  try {
    return step();
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
}

describe('days of segments', () => {
  const days = Array.from({ length: MOST }, (_, at) => {
    return new Date(FROM + at * DAY).toISOString().slice(0, 10);
  });
  const beginnings = (zone?: string) =>
    days.map((day) => [dayStart(day, 0, zone), dayStart(day, 1, zone)]);

  for (const zone of ZONES) {
    it(`are those of the person’s clock, wherever the extension runs: ${zone}`, () => {
      const expected = inZone(zone, () => beginnings());
      const around = expected.flatMap(([time = 0]) => [time - 1, time]);
      const shown = inZone(zone, () => around.map((time) => dayOf(time, undefined)));
      inZone('Asia/Tokyo', () => {
        assert.deepEqual(beginnings(zone), expected);
        assert.deepEqual(
          around.map((time) => dayOf(time, zone)),
          shown,
        );
      });
    });
  }

  it('are those of this machine where nobody knows the zone', () => {
    const [day, time] = ['2026-11-22', Date.UTC(2026, 10, 22)];
    assert.equal(dayStart(day, 0, 'Nowhere/At_All'), dayStart(day, 0, undefined));
    assert.equal(dayOf(time, 'Nowhere/At_All'), dayOf(time, undefined));
  });
});
