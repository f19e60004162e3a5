import type { CustomerAggregate, CustomerChoice } from '../../catalogue/aggregate.ts';
import type { CustomerPanel } from '../../customers/ui/customerPanel.ts';
import type { OverviewParts } from './overviewParts.ts';

/** What the Customers panel has loaded, counted. */
export interface LoadedCount {
  readonly aggregate: CustomerAggregate;
  readonly choice: CustomerChoice;
  /** The panel has all customers of the bot. */
  readonly isWhole: boolean;
}

interface Kept extends LoadedCount {
  readonly pager: CustomerPanel['pager'];
  readonly pages: number;
  readonly patched: number;
}

/** Counts what a bot's Customers panel has loaded, again only when it has loaded or changed something since. */
export class LoadedCounter {
  readonly #parts: OverviewParts;
  readonly #bot: string;
  #kept: Kept | undefined;

  constructor(parts: OverviewParts, bot: string) {
    this.#parts = parts;
    this.#bot = bot;
  }

  /** Whether there is anything to count. */
  get hasRows(): boolean {
    return (this.#panel?.pager.rows ?? 0) > 0;
  }

  /** Never that of a file: who is in it is no answer of the service, and rarely all of them. */
  get #panel(): CustomerPanel | undefined {
    return this.#parts.panels.all().find(({ bot }) => bot.key === this.#bot);
  }

  get #isFresh(): boolean {
    const panel = this.#panel;
    if (panel === undefined || this.#kept === undefined) return false;
    const { pager, pages, patched } = this.#kept;
    const isSame = pager === panel.pager && pages === pager.pages.length;
    return isSame && patched === panel.patched.size;
  }

  /** @returns `undefined`: the panel was closed, or has nobody */
  async count(
    signal: AbortSignal,
    report: (rows: number, of: number) => void,
  ): Promise<LoadedCount | undefined> {
    const panel = this.#panel;
    if (panel === undefined || panel.pager.rows === 0) return undefined;
    // That these were all may be known later than they themselves.
    if (this.#kept !== undefined && this.#isFresh) return { ...this.#kept, isWhole: isAll(panel) };
    const { pager, patched } = panel;
    const { from } = panel.query;
    const pages = [...pager.pages];
    const time = this.#parts.clock.now();
    const tools = await this.#parts.overview();
    const aggregate = await tools.aggregateOfPages({ pages, patched, time }, signal, report);
    // More may have come while these were counted.
    const isSame = pager === panel.pager && pages.length === pager.pages.length;
    this.#kept = {
      ...{ aggregate, pager, pages: pages.length, patched: patched.size },
      choice: from === null ? { kind: 'everybody' } : { kind: 'since', from },
      isWhole: isSame && isAll(panel),
    };
    return this.#kept;
  }
}

function isAll({ query, pager }: CustomerPanel): boolean {
  return query.from === null && pager.state === 'end';
}
