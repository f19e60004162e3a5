import { l10n } from 'vscode';
import type { Bot } from '../../base/model.ts';
import type {
  CustomerAggregate,
  CustomerChoice,
  ScanHistory,
  StoredScan,
  StoredScanHead,
} from '../../catalogue/scanCounts.ts';
import { customerChoiceText } from '../../catalogue/ui/scanText.ts';
import type { CustomerPanel } from '../../customers/ui/customerPanel.ts';
import type { OverviewHistory, OverviewScope, OverviewSource } from '../overviewMessages.ts';
import { earlierScans, historyOfScans } from './overviewData.ts';
import type { OverviewNeeds } from './overviewNeeds.ts';

/** Called with the number of rows that were counted so far, and the number of all loaded rows. */
type ProgressReport = (rows: number, total: number) => void;

type LoadedPanel = Pick<CustomerPanel, 'bot' | 'query' | 'pager' | 'patched'>;

interface Needs extends Pick<OverviewNeeds, 'clock' | 'history' | 'overview'> {
  readonly panels: { all(): readonly LoadedPanel[] };
}

/** Counts of the loaded rows of a panel, and the state of the panel when they were counted. */
interface LoadedCount {
  readonly aggregate: CustomerAggregate;
  readonly choice: CustomerChoice;
  readonly pager: CustomerPanel['pager'];
  readonly pageCount: number;
  /** Copy of `patched` of the panel, which the panel updates. */
  readonly patched: LoadedPanel['patched'];
}

/** Returns whether the panel has loaded no rows since the count. */
function hasAllRows({ pager, pageCount }: LoadedCount, panel: LoadedPanel): boolean {
  return pager === panel.pager && pageCount === pager.pages.length;
}

/** Returns whether the panel has loaded and changed no rows since the count. */
function isFresh(count: LoadedCount, panel: LoadedPanel): boolean {
  const { patched } = count;
  // The number of changed rows stays the same if a row changes again.
  if (!hasAllRows(count, panel) || patched.size !== panel.patched.size) return false;
  return [...panel.patched].every(([row, json]) => patched.get(row) === json);
}

/** Returns whether a panel has loaded all customers of its bot. */
function isComplete({ query, pager }: LoadedPanel): boolean {
  return query.from === null && pager.state === 'end';
}

export interface BotCounts {
  readonly scope: OverviewScope;
  readonly choice: CustomerChoice;
  readonly aggregate: CustomerAggregate;
  /** Returns the history of up to `limit` earlier comparable scans. Absent for loaded customers. */
  readonly loadHistory?: (limit?: number) => Promise<OverviewHistory | null>;
}

/** Source of the counts of one bot: its newest stored scan, or the customers loaded in its Customers panel. */
export class Counts {
  readonly #services: Needs;
  readonly #botKey: string;
  /** Cache of the scan that was read last. */
  #cachedScan: StoredScan | undefined;
  /** Cache of the last counts of loaded rows. Used until the panel loads or changes rows. */
  #cachedCount: LoadedCount | undefined;

  constructor(services: Needs, botKey: string) {
    this.#services = services;
    this.#botKey = botKey;
  }

  /** Open Customers panel of the bot that has loaded rows; `undefined`: none. */
  get #panel(): LoadedPanel | undefined {
    const panels = this.#services.panels.all();
    return panels.find(({ bot, pager }) => bot.key === this.#botKey && pager.rowCount > 0);
  }

  /** Returns the sources that have counts, the preferred one first. */
  async sources(bot: Bot): Promise<readonly OverviewSource[]> {
    const scans = headsOf(await this.#services.history(), bot);
    return [
      ...(scans.length > 0 ? ['scan' as const] : []),
      ...(this.#panel === undefined ? [] : ['loaded' as const]),
    ];
  }

  /** @param chosenSource source that the user chose. By default, a scan is preferred over loaded customers. */
  async read(
    bot: Bot,
    chosenSource: OverviewSource | null,
    signal: AbortSignal,
    report: ProgressReport,
  ): Promise<BotCounts | undefined> {
    const sources = await this.sources(bot);
    const source = sources.find((candidate) => candidate === chosenSource) ?? sources[0];
    if (source === 'scan') return this.#readScan(await this.#services.history(), bot);
    return source === undefined ? undefined : this.#countLoaded(signal, report);
  }

  #readScan(history: ScanHistory, bot: Bot): BotCounts | undefined {
    const heads = headsOf(history, bot);
    // A damaged scan is skipped, since an older scan is better than none.
    for (const { scan: scanId } of heads) {
      if (this.#cachedScan?.scan !== scanId) this.#cachedScan = history.scan(bot.key, scanId);
      if (this.#cachedScan !== undefined) break;
    }
    const shown = this.#cachedScan;
    // The cached scan may have been deleted since.
    if (shown === undefined || !heads.some(({ scan }) => scan === shown.scan)) return undefined;
    const { aggregate, choice } = shown;
    const olderHeads = earlierScans(heads, { ...shown, time: aggregate.time });
    return {
      scope: {
        source: 'scan',
        choice: customerChoiceText(choice),
        isWhole: choice.kind === 'everybody',
      },
      choice,
      aggregate,
      loadHistory: (limit) => historyOfScans(history, shown, olderHeads.slice(0, limit)),
    };
  }

  async #countLoaded(signal: AbortSignal, report: ProgressReport): Promise<BotCounts | undefined> {
    const panel = this.#panel;
    if (panel === undefined) return undefined;
    const cached = this.#cachedCount;
    const count =
      cached !== undefined && isFresh(cached, panel)
        ? cached
        : await this.#countRows(panel, signal, report);
    this.#cachedCount = count;
    const { aggregate, choice } = count;
    // Rows may have been loaded during the count. `isWhole` is not cached, because a load of several pages ends only
    // after its last page was added.
    const isWhole = hasAllRows(count, panel) && isComplete(panel);
    const isPartial = choice.kind === 'everybody' && !isWhole;
    const choiceLabel = isPartial ? l10n.t('Not all customers') : customerChoiceText(choice);
    const scope = { source: 'loaded', choice: choiceLabel, isWhole } as const;
    return { scope, choice, aggregate };
  }

  async #countRows(
    panel: LoadedPanel,
    signal: AbortSignal,
    report: ProgressReport,
  ): Promise<LoadedCount> {
    const { pager } = panel;
    const patched = new Map(panel.patched);
    const { from } = panel.query;
    const pages = [...pager.pages];
    const time = this.#services.clock.now();
    const tools = await this.#services.overview();
    const aggregate = await tools.aggregateOfPages({ pages, patched, time }, signal, report);
    return {
      aggregate,
      choice: from === null ? { kind: 'everybody' } : { kind: 'since', from },
      pager,
      pageCount: pages.length,
      patched,
    };
  }
}

/** Returns the heads of the scans, the newest first, without those of another base URL (other customers). */
function headsOf(history: ScanHistory, { key, baseUrl }: Bot): readonly StoredScanHead[] {
  return history.heads(key).filter((head) => head.baseUrl === baseUrl);
}
