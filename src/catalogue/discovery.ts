import { ServiceError } from '../base/errors.ts';
import type { Bot, CustomerQuery, Scan } from '../base/model.ts';
import type { BotService } from '../base/endpoints.ts';
import type { Catalogue } from './catalogue.ts';
import {
  customerChoiceOf,
  CountedScan,
  type CustomerCounting,
  type ScanHistory,
} from './scanCounts.ts';
import { recordScanned, requireUnmoved, ScanMovedError } from './recordScanned.ts';
import { change } from './change.ts';
import type { CatalogueWriter } from './writer.ts';

export type ScanRequest = Pick<Scan, 'limit' | 'from' | 'days' | 'budget'>;

/** Tools for the sums of a scan: they add up the scanned customers, and store the result for later comparisons. */
interface ScanSums {
  /** Creates empty sums. */
  readonly counting: () => Promise<CustomerCounting>;
  readonly history: () => Promise<ScanHistory>;
  /** Called if the sums of a scan could not be saved. The scan itself is complete nevertheless. */
  readonly onLost: (error: unknown) => void;
}

/** Signal that pauses a scan, and callback that is called after each page. */
export interface ScanRun {
  readonly signal: AbortSignal;
  readonly onProgress: (scan: Scan) => void;
}

/** Finds a bot's tags on its customers, page by page, since the service cannot list them. */
export class Discovery {
  readonly #catalogue: Catalogue;
  readonly #serviceOf: (bot: Bot) => Promise<BotService>;
  readonly #sums: ScanSums;
  /** Customers and sums of unfinished scans, by scan ID. */
  readonly #countedScans = new Map<string, CountedScan>();
  /** IDs of scans whose sums could not be saved. */
  readonly #lostSums = new Set<string>();
  #runningCount = 0;

  constructor(catalogue: Catalogue, serviceOf: (bot: Bot) => Promise<BotService>, sums: ScanSums) {
    this.#catalogue = catalogue;
    this.#sums = sums;
    this.#serviceOf = serviceOf;
  }

  resumable(bot: Bot): Scan | undefined {
    const scan = this.#catalogue.scan(bot.key);
    return scan !== undefined && scan.next !== null ? scan : undefined;
  }

  /** Scans from the first page, until the scan is `done` or `paused`. Previous counts are dropped; found tags stay. */
  async start(bot: Bot, request: ScanRequest, run: ScanRun): Promise<Scan> {
    this.#countedScans.delete(this.#catalogue.scan(bot.key)?.id ?? '');
    const scan = await this.#catalogue.whenFree(() => beginScan(this.#catalogue, bot.key, request));
    return this.#walk(bot, scan, run);
  }

  /** Resumes a scan after a pause, a failure or a closed window, for up to `budget` more pages. */
  async resume(bot: Bot, scan: Scan, budget: number, run: ScanRun): Promise<Scan> {
    const updated = this.#catalogue.now();
    const running = await this.#saveUnlessMoved({ ...scan, budget, state: 'running', updated });
    return this.#walk(bot, running, run);
  }

  hasLostSums({ id }: Scan): boolean {
    return this.#lostSums.has(id);
  }

  get isRunning(): boolean {
    return this.#runningCount > 0;
  }

  /** Reads and records the pages of a running scan, until it is done or paused. */
  async #walk(bot: Bot, initialScan: Scan, { signal, onProgress }: ScanRun): Promise<Scan> {
    let scan = initialScan;
    this.#runningCount++;
    try {
      const countedScan = await this.#countedScanOf(scan);
      const service = await this.#serviceOf(bot);
      for await (const page of service.walkCustomers(queryOf(bot, scan), signal, scan.budget)) {
        const previousScan = scan;
        scan = await this.#catalogue.whenFree(() =>
          recordScanned(this.#catalogue, previousScan, page, countedScan),
        );
        onProgress(scan);
      }
      if (scan.state === 'done') await this.#saveSums(bot, scan, countedScan);
    } catch (error) {
      if (error instanceof ScanMovedError) throw error;
      if (!signal.aborted) {
        await this.#saveFailed(scan, error);
        throw error;
      }
    } finally {
      this.#runningCount--;
    }
    return scan.state === 'running' ? this.#saveUnlessMoved({ ...scan, state: 'paused' }) : scan;
  }

  async #saveFailed(scan: Scan, error: unknown): Promise<void> {
    // Resuming from the key of a paging loop would read the same pages again and again.
    const isLoop = error instanceof ServiceError && error.problem.kind === 'paging-loop';
    await this.#saveUnlessMoved({ ...scan, state: 'failed', next: isLoop ? null : scan.next });
  }

  #saveUnlessMoved(scan: Scan): Promise<Scan> {
    return this.#catalogue.whenFree(() => saveUnlessMoved(this.#catalogue, scan));
  }

  async #countedScanOf(scan: Scan): Promise<CountedScan> {
    const existingScan = this.#countedScans.get(scan.id);
    // A scan that began in another window gets no sums, because the sums would lack the pages read there.
    const countedScan =
      existingScan ?? new CountedScan(scan.pages === 0 ? await this.#sums.counting() : undefined);
    countedScan.resume(scan);
    this.#countedScans.set(scan.id, countedScan);
    return countedScan;
  }

  /** Saves the sums of a finished scan. Emits a change of the bot, so that other windows read the sums. */
  async #saveSums({ key: bot, baseUrl }: Bot, scan: Scan, countedScan: CountedScan): Promise<void> {
    this.#countedScans.delete(scan.id);
    const aggregate = countedScan.aggregate(scan);
    if (aggregate === undefined) return;
    const storedScan = { scan: scan.id, bot, baseUrl, choice: customerChoiceOf(scan), aggregate };
    try {
      const history = await this.#sums.history();
      const save = (): void => history.save(storedScan);
      await this.#catalogue.whenFree(() => saveSums(this.#catalogue, scan, save));
    } catch (error) {
      this.#lostSums.add(scan.id);
      this.#sums.onLost(error);
    }
  }
}

const beginScan = change((writer: CatalogueWriter, bot: string, request: ScanRequest): Scan => {
  const now = writer.now();
  const scan: Scan = {
    bot,
    id: crypto.randomUUID(),
    ...request,
    next: null,
    pages: 0,
    customers: 0,
    skipped: 0,
    tags: 0,
    newTags: 0,
    state: 'running',
    started: now,
    updated: now,
  };
  writer.saveScan(scan);
  return scan;
});

const saveUnlessMoved = change((writer: CatalogueWriter, scan: Scan): Scan => {
  requireUnmoved(writer, scan);
  writer.saveScan(scan);
  return scan;
});

/** Saves the sums, and saves the unchanged scan again to emit a change of its bot. */
const saveSums = change((writer: CatalogueWriter, scan: Scan, save: () => void): void => {
  save();
  const currentScan = writer.scan(scan.bot);
  if (currentScan?.id === scan.id) writer.saveScan(currentScan);
});

function queryOf({ botId }: Bot, { limit, from, next }: Scan): CustomerQuery {
  return { botId, limit, from: from ?? undefined, next: next ?? undefined };
}
