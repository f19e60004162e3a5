import type { OverviewTools } from '../catalogue/scanCounts.ts';
import { aggregateOfPages, CustomerSums } from './customerSums.ts';

/**
 * Creates the tools that count customers. They are a bundle of their own, which is loaded by the first scan or
 * overview.
 */
export function createOverview(): OverviewTools {
  return { counting: () => new CustomerSums(), aggregateOfPages };
}
