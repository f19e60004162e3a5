import type { OverviewTools } from '../catalogue/scanCounts.ts';
import { aggregateOfPages, CustomerSums } from './customerSums.ts';

/** What counts customers: a bundle of its own, loaded with the first scan or overview. */
export function createOverview(): OverviewTools {
  return { counting: () => new CustomerSums(), aggregateOfPages };
}
