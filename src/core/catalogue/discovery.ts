import { ServiceError } from '../errors.ts';
import type { Bot, Scan } from '../model.ts';
import type { BotService } from '../ports.ts';
import type { Catalogue } from './catalogue.ts';
import {
  recordScanned,
  requireSame,
  ScanMovedError,
  type CountedCustomers,
} from './recordScanned.ts';
import { change, type CatalogueWriter } from './writer.ts';

export interface ScanRequest {
  readonly limit: number;
  /** Only customers whose last interaction is after it, ms; `null`: everybody. */
  readonly from: number | null;
  /** Pages to read at most. */
  readonly budget: number;
}

/** Finds a bot's tags on its customers, page by page, since the service cannot list them. */
export class Discovery {
  readonly #catalogue: Catalogue;
  readonly #serviceOf: (bot: Bot) => Promise<BotService>;
  readonly #counted = new Map<string, CountedCustomers>();
  /** Scans of this window. */
  #running = 0;

  constructor(catalogue: Catalogue, serviceOf: (bot: Bot) => Promise<BotService>) {
    this.#catalogue = catalogue;
    this.#serviceOf = serviceOf;
  }

  /** The bot's last scan, if it can go on. */
  resumable(bot: Bot): Scan | undefined {
    const scan = this.#catalogue.scan(bot.key);
    return scan !== undefined && scan.next !== null ? scan : undefined;
  }

  /**
   * Scans from the first page on. What was counted before is forgotten; what was found is kept.
   * @returns the scan: `done`, or `paused` when the budget is used up or the signal aborted
   */
  async start(bot: Bot, request: ScanRequest, run: ScanRun): Promise<Scan> {
    this.#counted.delete(this.#catalogue.scan(bot.key)?.id ?? '');
    const scan = await this.#catalogue.whenFree(() => begin(this.#catalogue, bot.key, request));
    return this.#walk(bot, scan, run);
  }

  /** Goes on with `resumable` after a pause, a failure or the end of its window, for `budget` pages more. */
  async resume(bot: Bot, scan: Scan, budget: number, run: ScanRun): Promise<Scan> {
    const running = await this.#catalogue.whenFree(() => goOn(this.#catalogue, scan, budget));
    return this.#walk(bot, running, run);
  }

  get isRunning(): boolean {
    return this.#running > 0;
  }

  async #walk(bot: Bot, start: Scan, { signal, onProgress }: ScanRun): Promise<Scan> {
    let scan = start;
    this.#running++;
    try {
      const service = await this.#serviceOf(bot);
      for await (const page of service.walkCustomers(queryOf(bot, scan), signal, scan.budget)) {
        const before = scan;
        scan = await this.#catalogue.whenFree(() =>
          recordScanned(this.#catalogue, before, page, this.#countedIn(before)),
        );
        onProgress(scan);
      }
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
    // Going on from a key that leads back would walk in a circle.
    const isLoop = ServiceError.is(error) && error.problem.kind === 'paging-loop';
    await this.#saveUnlessMoved({ ...scan, state: 'failed', next: isLoop ? null : scan.next });
  }

  #saveUnlessMoved(scan: Scan): Promise<Scan> {
    return this.#catalogue.whenFree(() => saveUnlessMoved(this.#catalogue, scan));
  }

  #countedIn({ id }: Scan): CountedCustomers {
    const counted = this.#counted.get(id) ?? new Set<number>();
    this.#counted.set(id, counted);
    return counted;
  }
}

const begin = change((writer: CatalogueWriter, bot: string, request: ScanRequest): Scan => {
  const now = writer.now();
  const scan: Scan = {
    ...{ bot, id: crypto.randomUUID(), ...request, next: null, pages: 0 },
    ...{ customers: 0, skipped: 0, tags: 0, newTags: 0 },
    ...{ state: 'running', started: now, updated: now },
  };
  writer.saveScan(scan);
  return scan;
});

const goOn = change((writer: CatalogueWriter, scan: Scan, budget: number): Scan => {
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

export interface ScanRun {
  readonly signal: AbortSignal;
  readonly onProgress: (scan: Scan) => void;
}

function queryOf(bot: Bot, { limit, from, next }: Scan) {
  return {
    ...{ botId: bot.botId, limit },
    ...(from === null ? {} : { from }),
    ...(next === null ? {} : { next }),
  };
}
