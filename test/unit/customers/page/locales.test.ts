import assert from 'node:assert/strict';
import { createFormat } from '../../../../src/customers/page/format.ts';
import { OverviewFormat } from '../../../../src/overview/page/overviewFormat.ts';

const DAY = 86_400_000;
const TIME = Date.UTC(2026, 9, 31, 4, 5);

/**
 * Returns texts that the Customers page and the Tag Overview format in this language. Times of day are left out,
 * because they depend on the time zone.
 */
function textsIn(language: string): readonly string[] {
  const format = createFormat(language);
  const overviewFormat = new OverviewFormat(language);
  return [
    format.ago(Date.now() - 3 * DAY - 1000),
    overviewFormat.ago(Date.now() - 3 * DAY - 1000),
    overviewFormat.month('2026-10'),
    overviewFormat.list(['A', 'B', 'C']),
    overviewFormat.number(12_345),
    overviewFormat.share(1, 16),
    format.percent(0.5),
    overviewFormat.day(TIME),
  ];
}

const ENGLISH = [
  ...['3 days ago', '3 days ago', 'Oct 2026', 'A, B, and C', '12,345', '6.3%', '50%'],
  'Oct 31, 2026',
];

describe('dates, numbers and lists of the pages', () => {
  it('are English for English, and for unsupported languages', () => {
    for (const language of ['en', 'en-US', 'qps-ploc', '', 'no language']) {
      assert.deepEqual(textsIn(language), ENGLISH, language);
    }
  });

  it('are Chinese for Chinese', () => {
    assert.deepEqual(textsIn('zh-tw'), [
      ...['3 天前', '3 天前', '2026年10月', 'A、B和C', '12,345', '6.3%', '50%'],
      '2026年10月31日',
    ]);
    assert.match(createFormat('zh-tw').time(TIME), /^2026年10月\d+日 .+\d:05$/);
  });

  it('name one customer in the singular', () => {
    const format = new OverviewFormat('en');
    const texts = [0, 1, 2].map((count) => format.customers(count));
    assert.deepEqual(texts, ['0 customers', '1 customer', '2 customers']);
  });
});
