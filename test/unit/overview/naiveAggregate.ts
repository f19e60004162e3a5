import type { Customer } from '../../../src/base/model.ts';
import type { CustomerAggregate, ValueCounts } from '../../../src/catalogue/scanCounts.ts';

const MIN_TIME = Date.parse('2000-01-01T00:00:00Z');

/** Calculates the sums in another way: from all customers in memory, each number separately. */
export function naiveAggregate(allCustomers: readonly Customer[], time: number): CustomerAggregate {
  const isPlausible = (value: number | undefined): value is number =>
    value !== undefined && value >= MIN_TIME && value <= time + 86_400_000;
  const tagsOf = (customer: Customer) => (customer.tags ?? []).filter(({ id }) => id !== '');
  const idsOf = (customer: Customer) => new Set(tagsOf(customer).map(({ id }) => id));
  const ids = [...new Set(allCustomers.flatMap((customer) => [...idsOf(customer)]))];
  const tags = ids.map((id) => {
    const entries = allCustomers.flatMap(tagsOf).filter((tag) => tag.id === id);
    const times = entries.flatMap(({ timestamp }) => (isPlausible(timestamp) ? [timestamp] : []));
    const timeAt = (index: number) => {
      const timestamp = entries[index]?.timestamp;
      return isPlausible(timestamp) ? timestamp : Number.NEGATIVE_INFINITY;
    };
    const namedIndexes = [...entries.keys()].filter((index) => entries[index]?.name !== '');
    const latest = Math.max(...namedIndexes.map(timeAt));
    return {
      id,
      name: entries[namedIndexes.findLast((index) => timeAt(index) === latest) ?? -1]?.name ?? '',
      customers: allCustomers.filter((customer) => idsOf(customer).has(id)).length,
      applications: entries.reduce((sum, { count = 1 }) => sum + Math.max(1, count), 0),
      newest: times.length === 0 ? null : Math.max(...times),
    };
  });
  return {
    time,
    customers: allCustomers.length,
    tagged: allCustomers.filter((customer) => idsOf(customer).size > 0).length,
    taggings: tags.reduce((sum, { customers }) => sum + customers, 0),
    tags,
    status: countsOf(allCustomers.map(({ status }) => (status === undefined ? '' : `${status}`))),
    platform: countsOf(allCustomers.map(({ platform = '' }) => platform)),
    page: countsOf(allCustomers.map(({ pageId = '' }) => pageId)),
    firstMonths: monthsOf(allCustomers.map(({ created }) => created).filter(isPlausible)),
    lastMonths: monthsOf(allCustomers.map(({ lastActive }) => lastActive).filter(isPlausible)),
  };
}

function countsOf(values: readonly string[]): ValueCounts {
  const filled = values.filter((value) => value !== '');
  const counts = [...Map.groupBy(filled, (value) => value)].map(
    ([value, same]) => [value, same.length] as const,
  );
  return counts.toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

function monthsOf(times: readonly number[]): ValueCounts {
  if (times.length === 0) return [];
  const counts = new Map(countsOf(times.map((time) => monthOf(new Date(time)))));
  const last = Math.max(...times);
  const months: [string, number][] = [];
  const month = new Date(Math.min(...times));
  month.setDate(1);
  month.setHours(0, 0, 0, 0);
  for (; month.getTime() <= last; month.setMonth(month.getMonth() + 1)) {
    months.push([monthOf(month), counts.get(monthOf(month)) ?? 0]);
  }
  return months;
}

function monthOf(date: Date): string {
  return `${date.getFullYear()}-${`${date.getMonth() + 1}`.padStart(2, '0')}`;
}
