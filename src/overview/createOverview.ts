import type { OverviewTools } from '../core/overview/overviewTools.ts';
import { aggregateOfPages } from './aggregateOfPages.ts';
import { compareScans } from './compareScans.ts';
import { CustomerSums } from './customerSums.ts';

/** What counts customers and compares the sums: a bundle of its own, loaded with the first scan or overview. */
export function createOverview(): OverviewTools {
  return { counting: () => new CustomerSums(), aggregateOfPages, compare: compareScans };
}
