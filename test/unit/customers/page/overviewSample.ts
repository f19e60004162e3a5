import type { CustomerAggregate } from '../../../../src/catalogue/scanCounts.ts';
import type {
  OverviewData,
  OverviewHistory,
  OverviewTag,
} from '../../../../src/overview/overviewMessages.ts';

const DAY = 86_400_000;

const NAMES = [
  ...['VIP', 'Newsletter', '紅茶拿鐵', '新朋友', 'Vegan', '手沖咖啡', '鳳梨酥', '外送'],
  ...['Halloween 2026', '好友推薦', '企業客戶', 'Hot-Lead', 'hotlead', 'Spring', '=cmd()'],
];

/** Returns a listed tag in a known folder. */
function tag(id: string, name: string, change: Partial<OverviewTag> = {}): OverviewTag {
  const defaults = { isFolder: false, isListed: true, isGone: false, isPlaced: true };
  return { id, name, path: '', ...defaults, since: null, ...change };
}

/**
 * Returns the aggregate of 12,300 customers with 15 tags.
 * @param now in ms, for the ages
 */
export function sampleAggregate(now: number): CustomerAggregate {
  const tags = NAMES.map((name, index) => ({
    id: `t${index}`,
    name,
    customers: Math.round(4200 * Math.exp(-index / 3)),
    applications: 5000,
    // The tag with index 10 is stale: it was last applied 200 days ago.
    newest: now - (index === 10 ? 200 : index) * DAY - 60_000,
  }));
  return {
    time: now - 5 * 60_000,
    customers: 12_300,
    tagged: 9870,
    taggings: 25_830,
    tags,
    status: [
      ['1', 8000],
      ['4', 3000],
      ['2', 1300],
    ],
    platform: [
      ['LINE', 9000],
      ['FB', 3300],
    ],
    page: [['104501829374655', 12_300]],
    firstMonths: Array.from({ length: 50 }, (_, index) => [monthAt(2022, index), 246]),
    lastMonths: Array.from({ length: 13 }, (_, index) => [
      monthAt(2025, 10 + index),
      10 + index * index * 8,
    ]),
  };
}

function monthAt(year: number, months: number): string {
  return `${year + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/**
 * Returns the data of the Tag Overview.
 * @param now in ms
 */
export function sampleData(change: Partial<OverviewData> = {}, now = Date.now()): OverviewData {
  const aggregate = sampleAggregate(now);
  return {
    bot: 'b1',
    label: 'Tea House',
    readOnlyReason: null,
    sources: ['scan'],
    scope: { source: 'scan', choice: 'all customers', isWhole: true },
    aggregate,
    tags: [
      ...NAMES.map((name, index) =>
        tag(`t${index}`, name, { path: index === 3 ? 'Shop / New' : '' }),
      ),
      tag('none', 'Never used'),
      tag('lost', 'Somewhere', { isPlaced: false }),
      tag('shop', 'Shop', { isFolder: true }),
      tag('gone', 'Sommer', { isGone: true }),
    ],
    history: sampleHistory(aggregate),
    ignored: [],
    ...change,
  };
}

function sampleHistory({ time, customers, tags }: CustomerAggregate): OverviewHistory {
  return {
    scans: [3, 2, 1, 0].map((weeks) => ({ time: time - weeks * 7 * DAY, customers })),
    // Compared with the previous scan, the first three tags are new, and the tag `none` is missing.
    tags: [
      ...tags.map(({ id, customers: now }, index) => {
        const before = index < 3 ? 0 : now + 20;
        return [id, [now - index, now + index, before, now]] as const;
      }),
      ['none', [0, 3, 3, 0]],
    ],
  };
}

/** Returns data with `count` tags, for the largest number of tags that a bot may have. */
export function largeData(count: number, change: Partial<OverviewTag> = {}): OverviewData {
  const now = Date.now();
  const words = ['Campaign', 'Newsletter', 'Segment', 'Order', 'Visit'];
  const names = Array.from(
    { length: count },
    (_, index) => `${words[index % words.length]} ${index.toString(36)}`,
  );
  const tags = names.map((name, index) => ({
    id: `tag--${index}`,
    name,
    customers: 1 + ((index * 7919) % 5000),
    applications: 3,
    newest: now - index * 60_000,
  }));
  const aggregate = { ...sampleAggregate(now), tags };
  const listedTags = names.map((name, index) =>
    tag(`tag--${index}`, name, { path: 'Shop / All', ...change }),
  );
  const history = {
    scans: [
      { time: now - DAY, customers: 12_000 },
      { time: now, customers: 12_300 },
    ],
    tags: tags.map(({ id, customers }) => [id, [customers + 1, customers]] as const),
  };
  return sampleData({ aggregate, tags: listedTags, history });
}
