import { ServiceError } from '../base/errors.ts';
import type { Bot, Scan } from '../base/model.ts';
import type { BotService } from '../base/ports.ts';
import type { Catalogue } from './catalogue.ts';
import { choiceOf, CountedScan, type CustomerCounting, type ScanHistory } from './scanCounts.ts';
import { recordScanned, requireSame, ScanMovedError } from './recordScanned.ts';
import { change, type CatalogueWriter } from './writer.ts';

export interface ScanRequest {
  readonly limit: number;
  /** Includes only customers whose last interaction is after this time, in ms; `null` for all. */
  readonly from: number | null;
  /** See `Scan`. */
  readonly days: number | null;
  /** Maximum number of pages to read. */
  readonly budget: number;
}

/** Source and target of the sums of a scan. */
export interface ScanSums {
  readonly counting: () => Promise<CustomerCounting>;
  readonly history: () => Promise<ScanHistory>;
  /** Called if the sums of a scan could not be saved. The scan itself is still done. */
  readonly onLost: (error: unknown) => void;
}

/** Finds a bot's tags on its customers, page by page, since the service cannot list them. */
export class Discovery {
  readonly #catalogue: Catalogue;
  readonly #serviceOf: (bot: Bot) => Promise<BotService>;
  readonly #sums: ScanSums;
  readonly #counted = new Map<string, CountedScan>();
  /** IDs of scans whose sums could not be saved. */
  readonly #lost = new Set<string>();
  /** Number of scans that this window is running. */
  #running = 0;

  constructor(catalogue: Catalogue, serviceOf: (bot: Bot) => Promise<BotService>, sums: ScanSums) {
    this.#catalogue = catalogue;
    this.#sums = sums;
    this.#serviceOf = serviceOf;
  }

  /** Returns the bot's last scan if it can be resumed. */
  resumable(bot: Bot): Scan | undefined {
    const scan = this.#catalogue.scan(bot.key);
    return scan !== undefined && scan.next !== null ? scan : undefined;
  }

  /**
   * Scans from the first page. Previous counts are dropped; tags that were found stay.
   * @returns the scan: `done`, or `paused` if the budget is used up or the signal aborted
   */
  async start(bot: Bot, request: ScanRequest, run: ScanRun): Promise<Scan> {
    this.#counted.delete(this.#catalogue.scan(bot.key)?.id ?? '');
    const scan = await this.#catalogue.whenFree(() => beginScan(this.#catalogue, bot.key, request));
    return this.#walk(bot, scan, run);
  }

  /** Resumes a scan after a pause, a failure or a closed window, for up to `budget` more pages. */
  async resume(bot: Bot, scan: Scan, budget: number, run: ScanRun): Promise<Scan> {
    const running = await this.#catalogue.whenFree(() =>
      continueScan(this.#catalogue, scan, budget),
    );
    return this.#walk(bot, running, run);
  }

  /** Whether the sums of this scan were complete but could not be saved. */
  isLost({ id }: Scan): boolean {
    return this.#lost.has(id);
  }

  get isRunning(): boolean {
    return this.#running > 0;
  }

  async #walk(bot: Bot, start: Scan, { signal, onProgress }: ScanRun): Promise<Scan> {
    let scan = start;
    this.#running++;
    try {
      const counted = await this.#countedIn(scan);
      const service = await this.#serviceOf(bot);
      for await (const page of service.walkCustomers(queryOf(bot, scan), signal, scan.budget)) {
        const before = scan;
        scan = await this.#catalogue.whenFree(() =>
          recordScanned(this.#catalogue, before, page, counted),
        );
        onProgress(scan);
      }
      if (scan.state === 'done') await this.#keep(bot, scan, counted);
    } catch (error) {
      if (ScanMovedError.is(error)) throw error;
      if (!signal.aborted) await this.#saveFailed(scan, error);
      if (!signal.aborted) throw error;
    } finally {
      this.#running--;
    }
    return scan.state === 'running' ? this.#saveUnlessMoved({ ...scan, state: 'paused' }) : scan;
  }

  async #saveFailed(scan: Scan, error: unknown): Promise<void> {
    // Resuming from a key that leads back would loop forever.
    const isLoop = ServiceError.is(error) && error.problem.kind === 'paging-loop';
    await this.#saveUnlessMoved({ ...scan, state: 'failed', next: isLoop ? null : scan.next });
  }

  #saveUnlessMoved(scan: Scan): Promise<Scan> {
    return this.#catalogue.whenFree(() => saveUnlessMoved(this.#catalogue, scan));
  }

  async #countedIn(scan: Scan): Promise<CountedScan> {
    const known = this.#counted.get(scan.id);
    // A scan that began in another window gets no sums: they would lack the pages read there.
    const counted =
      known ?? new CountedScan(scan.pages === 0 ? await this.#sums.counting() : undefined);
    counted.goOn(scan);
    this.#counted.set(scan.id, counted);
    return counted;
  }

  /** Saves the sums of a finished scan. Emits a change of the bot, so that other windows read them. */
  async #keep({ key: bot, baseUrl }: Bot, scan: Scan, counted: CountedScan): Promise<void> {
    this.#counted.delete(scan.id);
    const aggregate = counted.aggregate(scan);
    if (aggregate === undefined) return;
    const kept = { scan: scan.id, bot, baseUrl, choice: choiceOf(scan), aggregate };
    try {
      const history = await this.#sums.history();
      const keep = (): void => history.keep(kept);
      await this.#catalogue.whenFree(() => keepSums(this.#catalogue, scan, keep));
    } catch (error) {
      this.#lost.add(scan.id);
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

const continueScan = change((writer: CatalogueWriter, scan: Scan, budget: number): Scan => {
  requireSame(writer, scan);
  const running: Scan = { ...scan, budget, state: 'running', updated: writer.now() };
  writer.saveScan(running);
  return running;
});

const saveUnlessMoved = change((writer: CatalogueWriter, scan: Scan): Scan => {
  requireSame(writer, scan);
  writer.saveScan(scan);
  return scan;
});

const keepSums = change((writer: CatalogueWriter, scan: Scan, keep: () => void): void => {
  keep();
  const now = writer.scan(scan.bot);
  if (now?.id === scan.id) writer.saveScan(now);
});

export interface ScanRun {
  readonly signal: AbortSignal;
  readonly onProgress: (scan: Scan) => void;
}

function queryOf(bot: Bot, { limit, from, next }: Scan) {
  return {
    botId: bot.botId,
    limit,
    ...(from === null ? {} : { from }),
    ...(next === null ? {} : { next }),
  };
}
