import type { OverviewTools } from '../catalogue/scanCounts.ts';
import { aggregateOfPages, CustomerAggregator } from './customerSums.ts';

/** Creates the tools that count customers. Their bundle is loaded by the first scan or overview. */
export function createOverview(): OverviewTools {
  return { counting: () => new CustomerAggregator(), aggregateOfPages };
}
