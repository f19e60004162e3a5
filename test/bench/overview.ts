import { createRequire } from 'node:module';
import type { Customer } from '../../src/base/model.ts';
import type * as overview from '../../src/overview/customerSums.ts';
import { median } from './numbers.ts';

export const COUNTED_CUSTOMERS = 100_000;
const NOW = Date.UTC(2026, 10, 22);
const DAY = 86_400_000;

/** Times in ms, measured by `node overview.ts <overview bundle> <rounds>`. */
export interface OverviewResult {
  /** Time to count all customers. */
  readonly count: number;
  /** Time to parse the same customers from JSON. */
  readonly parse: number;
  /** Time to sum up the counts. */
  readonly aggregate: number;
}

/** Returns a customer with four of 1,000 tags. */
function customerOf(index: number): Customer {
  const tags = [1, 7, 31, 101].map((step) => ({
    id: `tag-${(index * step) % 1000}`,
    name: `Tag ${(index * step) % 1000}`,
    timestamp: NOW - index * 1000,
    count: 1,
  }));
  const times = { created: NOW - (index % 900) * DAY, lastActive: NOW - (index % 60) * DAY };
  return {
    id: `U${index}`,
    platform: 'LINE',
    pageId: `p${index % 3}`,
    status: index % 5,
    ...times,
    tags,
  };
}

function msOf(step: () => unknown): number {
  const started = performance.now();
  step();
  return performance.now() - started;
}

function measure(bundle: string, rounds: number): OverviewResult {
  const tools = createRequire(import.meta.url)(bundle) as typeof overview;
  const customers = Array.from({ length: COUNTED_CUSTOMERS }, (_, index) => customerOf(index));
  const json = JSON.stringify(customers);
  const timings = Array.from({ length: rounds }, () => {
    const counting = tools.createCounting();
    return {
      parse: msOf(() => JSON.parse(json)),
      count: msOf(() => customers.forEach((customer) => counting.add(customer, NOW))),
      aggregate: msOf(() => counting.aggregate(NOW)),
    };
  });
  const medianOf = (name: keyof OverviewResult): number =>
    median(timings.map((timing) => timing[name]));
  return { aggregate: medianOf('aggregate'), count: medianOf('count'), parse: medianOf('parse') };
}

if (import.meta.main) {
  const [bundle = '', rounds = '5'] = process.argv.slice(2);
  console.log(JSON.stringify(measure(bundle, Number(rounds))));
}
