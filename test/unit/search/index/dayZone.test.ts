import assert from 'node:assert/strict';
import { timeEdges } from '../../../../src/search/index/columnStatistics.ts';
import { dayOf, dayStart } from '../../../../src/search/index/range.ts';

const ZONES = [
  ...['Asia/Taipei', 'Asia/Kolkata', 'America/St_Johns', 'America/Los_Angeles', 'Europe/London'],
  // In these zones, midnight is skipped or occurs twice, or a whole day was skipped.
  ...['Africa/Cairo', 'America/Sao_Paulo', 'America/Havana', 'Pacific/Apia'],
];
const DAY = 86_400_000;
/** First tested day. Samoa (Pacific/Apia) skipped December 30 of the same year. */
const FROM = Date.UTC(2011, 6, 1);
/** Number of tested days, about four years. */
const DAY_COUNT = 1500;

/** Runs a step with this time zone for the process. */
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
  const days = Array.from({ length: DAY_COUNT }, (_, index) => {
    return new Date(FROM + index * DAY).toISOString().slice(0, 10);
  });
  const dayBounds = (zone?: string) =>
    days.map((day) => [dayStart(day, 0, zone), dayStart(day, 1, zone)]);

  for (const zone of ZONES) {
    it(`follow the time zone of the user, wherever the extension runs: ${zone}`, () => {
      const expected = inZone(zone, () => dayBounds());
      const around = expected.flatMap(([time = 0]) => [time - 1, time]);
      const shown = inZone(zone, () => around.map((time) => dayOf(time, undefined)));
      inZone('Asia/Tokyo', () => {
        assert.deepEqual(dayBounds(zone), expected);
        assert.deepEqual(
          around.map((time) => dayOf(time, zone)),
          shown,
        );
      });
    });
  }

  it('are also the edges of statistics, even after a day on which midnight is skipped', () => {
    const [from, to] = [Date.UTC(2026, 3, 20), Date.UTC(2026, 4, 4)];
    const edges = inZone('Africa/Cairo', () => timeEdges(from, to));
    const days = edges.map((edge) => dayOf(edge, 'Africa/Cairo'));
    assert.ok(days.includes('2026-04-24'), 'on this day, midnight is skipped');
    assert.deepEqual(
      edges,
      days.map((day) => dayStart(day, 0, 'Africa/Cairo')),
    );
  });

  it('follow the zone of this machine if the zone is unknown', () => {
    const [day, time] = ['2026-11-22', Date.UTC(2026, 10, 22)];
    assert.equal(dayStart(day, 0, 'Nowhere/At_All'), dayStart(day, 0, undefined));
    assert.equal(dayOf(time, 'Nowhere/At_All'), dayOf(time, undefined));
  });
});
