import { l10n } from 'vscode';
import type { Bot } from '../../base/model.ts';
import { slices } from '../../base/promises.ts';
import {
  type CustomerAggregate,
  type CustomerChoice,
  isSameChoice,
  type KeptScan,
  type KeptScanHead,
  type ScanHistory,
} from '../../catalogue/scanCounts.ts';
import { choiceText } from '../../catalogue/ui/scanText.ts';
import type { CustomerPanel } from '../../customers/ui/customerPanel.ts';
import type { OverviewHistory, OverviewScope, OverviewSource } from '../overviewMessages.ts';
import type { OverviewParts } from './overviewParts.ts';

/** What the Customers panel has loaded, counted. */
interface LoadedCount {
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
class LoadedCounter {
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

/** The scans before this one that chose the same customers of the same service, the newest first. */
export function earlierScans(
  heads: readonly KeptScanHead[],
  shown: Pick<KeptScan, 'scan' | 'baseUrl' | 'choice'> & { readonly time: number },
): readonly KeptScanHead[] {
  return heads.filter(
    ({ scan, time, baseUrl, choice }) =>
      scan !== shown.scan &&
      time <= shown.time &&
      baseUrl === shown.baseUrl &&
      isSameChoice(choice, shown.choice),
  );
}

interface Asked {
  readonly history: Pick<ScanHistory, 'scan'>;
  readonly shown: KeptScan;
  /** The newest first. */
  readonly earlier: readonly KeptScanHead[];
}

/** On how many customers each tag stood in these scans. Lets other work in between. @returns `null`: there is none before */
export async function pastOf({ history, shown, earlier }: Asked): Promise<OverviewHistory | null> {
  const kept: CustomerAggregate[] = [];
  const due = slices();
  for (const { scan } of earlier) {
    const found = history.scan(shown.bot, scan);
    if (found !== undefined) kept.unshift(found.aggregate);
    const rest = due();
    if (rest !== undefined) await rest;
  }
  if (kept.length === 0) return null;
  const all = [...kept, shown.aggregate];
  const counts = new Map<string, number[]>();
  for (const [at, { tags }] of all.entries()) {
    for (const { id, customers } of tags) {
      const own = counts.get(id) ?? Array.from(all, () => 0);
      own[at] = customers;
      counts.set(id, own);
    }
  }
  return { scans: all.map(({ time, customers }) => ({ time, customers })), tags: [...counts] };
}
