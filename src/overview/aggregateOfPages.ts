import { slices } from '../base/inSlices.ts';
import { customerKey } from '../base/customerKey.ts';
import { readTag } from '../base/readTag.ts';
import { customerAt, type Customer, type CustomerTag } from '../base/model.ts';
import type { CustomerAggregate } from '../catalogue/aggregate.ts';
import type { LoadedPages } from '../catalogue/overviewTools.ts';
import { CustomerSums } from './customerSums.ts';

/** See `OverviewTools`. */
export async function aggregateOfPages(
  { pages, patched, time }: LoadedPages,
  signal: AbortSignal,
  report: (rows: number, of: number) => void = () => undefined,
): Promise<CustomerAggregate> {
  const sums = new CustomerSums();
  const counted = new Set<number>();
  const of = pages.reduce((rows, { records }) => rows + records.length, 0);
  const due = slices();
  let row = 0;
  for (const page of pages) {
    for (let index = 0; index < page.records.length; index++, row++) {
      const customer = customerAt(page, index);
      if (customer !== undefined && isFirst(customer, counted)) {
        sums.add(shown(customer, patched.get(row)), time);
      }
      const rest = due();
      if (rest === undefined) continue;
      report(row + 1, of);
      await rest;
      signal.throwIfAborted();
    }
  }
  signal.throwIfAborted();
  return sums.aggregate(time);
}

function isFirst(customer: Customer, counted: Set<number>): boolean {
  const key = customerKey(customer);
  if (key === undefined) return true;
  const isNew = !counted.has(key);
  counted.add(key);
  return isNew;
}

/** Only the tags of a row change after it was loaded. */
function shown(customer: Customer, json: string | undefined): Customer {
  if (json === undefined) return customer;
  const { tags } = JSON.parse(json) as { readonly tags?: unknown };
  const read = Array.isArray(tags) ? tags.map(readTag) : [];
  return { ...customer, tags: read.filter((tag): tag is CustomerTag => tag !== undefined) };
}
