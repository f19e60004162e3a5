import type { OverviewSource } from '../overviewCharts.ts';
import type { OverviewMessage, OverviewRequest } from '../overviewMessages.ts';
import { connectHost, type Host } from '../../base/page/connectHost.ts';

/** What is kept while the tab is hidden, and over a reload of the window. Nothing of a customer is in it. */
export interface KeptView {
  readonly bot: string;
  readonly source: OverviewSource | null;
  /** Tags on fewer customers are told. */
  readonly fewer: number;
  readonly sort: string;
}

export function connectOverview(
  onMessage: (message: OverviewMessage) => void,
): Host<OverviewRequest, KeptView> {
  return connectHost((message) => onMessage(message as OverviewMessage));
}
