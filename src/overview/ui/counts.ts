import { l10n } from 'vscode';
import type { Bot } from '../../base/model.ts';
import type {
  CustomerAggregate,
  CustomerChoice,
  KeptScan,
  KeptScanHead,
  ScanHistory,
} from '../../catalogue/aggregate.ts';
import type { OverviewSource } from '../overviewCharts.ts';
import type { OverviewHistory, OverviewScope } from '../overviewMessages.ts';
import { choiceText } from '../../catalogue/ui/scanText.ts';
import { LoadedCounter } from './loadedCount.ts';
import type { OverviewParts } from './overviewParts.ts';
import { earlierScans, pastOf } from './scanPast.ts';

/** What is shown of a bot's customers. */
export interface Counted {
  readonly scope: OverviewScope;
  readonly choice: CustomerChoice;
  readonly aggregate: CustomerAggregate;
  /** Earlier scans like it, at most so many; loaded customers have none. */
  readonly before?: (most?: number) => Promise<OverviewHistory | null>;
}

interface Counting {
  readonly signal: AbortSignal;
  readonly report: (rows: number, of: number) => void;
}

/** Where the numbers of one bot come from: its newest kept scan, or what its Customers panel has loaded. */
export class Counts {
  readonly #parts: OverviewParts;
  #counter: LoadedCounter | undefined;
  #scan: KeptScan | undefined;

  constructor(parts: OverviewParts) {
    this.#parts = parts;
  }

  async sources(bot: Bot): Promise<readonly OverviewSource[]> {
    const scans = headsOf(await this.#parts.history(), bot);
    const { hasRows } = this.#counterOf(bot);
    return [
      ...(scans.length > 0 ? ['scan' as const] : []),
      ...(hasRows ? ['loaded' as const] : []),
    ];
  }

  /** @param wanted what the person chose; else the scan before what is loaded */
  async of(
    bot: Bot,
    wanted: OverviewSource | null,
    counting: Counting,
  ): Promise<Counted | undefined> {
    const sources = await this.sources(bot);
    const source = sources.find((one) => one === wanted) ?? sources[0];
    if (source === 'scan') return this.#ofScan(await this.#parts.history(), bot);
    return source === undefined ? undefined : this.#ofLoaded(bot, counting);
  }

  #ofScan(history: ScanHistory, bot: Bot): Counted | undefined {
    const heads = headsOf(history, bot);
    // One that is damaged is passed over: older ones are better than none.
    for (const { scan } of heads) {
      if (this.#scan?.scan !== scan) this.#scan = history.scan(bot.key, scan);
      if (this.#scan !== undefined) break;
    }
    const shown = this.#scan;
    if (shown === undefined || !heads.some(({ scan }) => scan === shown.scan)) return undefined;
    const { aggregate, choice } = shown;
    const earlier = earlierScans(heads, { ...shown, time: aggregate.time });
    return {
      scope: {
        ...{ source: 'scan', choice: choiceText(choice) },
        isWhole: choice.kind === 'everybody',
      },
      ...{ choice, aggregate },
      before: (most) => pastOf({ history, shown, earlier: earlier.slice(0, most) }),
    };
  }

  async #ofLoaded(bot: Bot, { signal, report }: Counting): Promise<Counted | undefined> {
    const counted = await this.#counterOf(bot).count(signal, report);
    if (counted === undefined) return undefined;
    const { aggregate, choice, isWhole } = counted;
    const isSome = choice.kind === 'everybody' && !isWhole;
    const who = isSome ? l10n.t('Not all customers') : choiceText(choice);
    const scope = { source: 'loaded', choice: who, isWhole } as const;
    return { scope, choice, aggregate };
  }

  #counterOf({ key }: Bot): LoadedCounter {
    return (this.#counter ??= new LoadedCounter(this.#parts, key));
  }
}

/** Scans of another service than the bot's are not about its customers. */
function headsOf(history: ScanHistory, { key, baseUrl }: Bot): readonly KeptScanHead[] {
  return history.heads(key).filter((head) => head.baseUrl === baseUrl);
}
