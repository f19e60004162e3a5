import { l10n } from 'vscode';
import { Emitter } from '../../base/ports.ts';
import { Cancelled, UserError } from '../../base/errors.ts';
import { ExportError } from '../../base/exportErrors.ts';
import type {
  AudienceJob,
  AudienceSummary,
  CustomerBatches,
  Exporter,
  ExportJob,
  ExportPlan,
  ExportRun,
  ExportSummary,
  PlanChange,
  RecordSource,
  UnfinishedExport,
} from '../../base/exportPlan.ts';
import type { Bot } from '../../base/model.ts';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { botByReference } from '../../catalogue/ui/handler.ts';
import { expandedSearch, namesIn, freezeSearch } from '../../customers/ui/narrowing.ts';
import { narrowedRecords } from '../../customers/ui/sourcePages.ts';
import type { CustomerServices } from '../../customers/ui/customerServices.ts';
import type { SavedSegments } from '../../customers/ui/savedSegments.ts';

/** Called often while an export runs. */
export type OnExportProgress = ExportRun['onProgress'];

interface Services extends Pick<
  CustomerServices,
  'catalogue' | 'botServices' | 'notes' | 'steps' | 'zone'
> {
  readonly exporter: Lazy<Exporter>;
  readonly segments: Pick<SavedSegments, 'segmentsOf'>;
}

/**
 * Runs the exports of this window, also audiences: files with only user IDs, which the UI calls "User IDs". The
 * `controller` of an export is aborted when the user cancels, and when the window closes.
 */
export class ExportJobs {
  readonly #services: Services;
  /** Running exports: the controller that cancels an export → the promise of its end. */
  readonly #running = new Map<AbortController, Promise<unknown>>();
  readonly #changed = new Emitter<void>();
  /** Fires when a resumable export of this window starts, ends, is interrupted or is discarded. */
  readonly onDidChange = this.#changed.event;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Exports all customers that match the query in the service. The export can be resumed. */
  async startAll(
    bot: Bot,
    job: Omit<ExportJob, 'bot' | 'isResumable' | 'total'>,
    controller: AbortController,
    onProgress: OnExportProgress = () => {},
  ): Promise<ExportSummary> {
    const plan = await this.#withFixedNames(bot, job.plan);
    const source = await this.#sourceOf(bot, { ...job, plan });
    const isFull = job.query.from === undefined && job.plan.segment === undefined;
    const total = isFull ? await this.#lastCount(bot) : undefined;
    const { key, baseUrl } = bot;
    const fullJob = { ...job, plan, bot: key, baseUrl, isResumable: true, total };
    const run = { signal: controller.signal, onProgress };
    const summary = await this.#runResumable(job.file, controller, (exporter) =>
      exporter.start(fullJob, source, run),
    );
    if (isFull) await this.#storeCount(bot, summary.records);
    return summary;
  }

  /** Exports rows that are in memory. The export cannot be resumed: after a failure, no files are left. */
  async startRows(
    job: Omit<ExportJob, 'isResumable'>,
    source: RecordSource,
    controller: AbortController,
    onProgress: OnExportProgress = () => {},
  ): Promise<ExportSummary> {
    const exporter = await this.#services.exporter();
    const run = { signal: controller.signal, onProgress };
    return this.#track(controller, exporter.start({ ...job, isResumable: false }, source, run));
  }

  /** @param customersOf starts to read the customers; rejects with the signal's reason on abort */
  async startAudience(
    job: AudienceJob,
    customersOf: (signal: AbortSignal) => CustomerBatches,
    controller: AbortController,
  ): Promise<AudienceSummary> {
    const exporter = await this.#services.exporter();
    const { signal } = controller;
    return this.#track(controller, exporter.writeAudience(job, customersOf(signal), signal));
  }

  resume(
    file: string,
    change: PlanChange | undefined,
    controller: AbortController,
    onProgress: OnExportProgress = () => {},
  ): Promise<ExportSummary> {
    return this.#runResumable(file, controller, (exporter) =>
      exporter.resume(
        file,
        async (unfinished) => {
          const bot = botOfExport(await this.#services.catalogue(), unfinished);
          return this.#sourceOf(bot, unfinished);
        },
        { signal: controller.signal, onProgress },
        change,
      ),
    );
  }

  async discard(file: string): Promise<void> {
    await (await this.#services.exporter()).discard(file);
    await this.#removePath(file);
  }

  /**
   * @returns paths of the exports that could not be removed completely
   * @throws {ExportError} if another window is writing an export
   */
  async discardAll(): Promise<readonly string[]> {
    const remaining: string[] = [];
    for (const file of (await this.#services.notes.valuesOf('unfinishedExport')).keys()) {
      try {
        await this.discard(file);
      } catch (error) {
        if (error instanceof ExportError && error.problem.kind === 'running') throw error;
        remaining.push(file);
      }
    }
    return remaining;
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  async unfinished(file: string): Promise<UnfinishedExport | undefined> {
    return (await this.#services.exporter()).unfinished(file);
  }

  /** Returns the unfinished exports that any window on this machine has started and whose files still exist. */
  async allUnfinished(): Promise<readonly UnfinishedExport[]> {
    const files = await this.#services.notes.valuesOf('unfinishedExport');
    const exports = await Promise.all(
      [...files.keys()].map((file) => this.unfinished(file).catch(() => undefined)),
    );
    return exports.filter((unfinished) => unfinished !== undefined);
  }

  /** Cancels all running exports, and waits until their checkpoints are saved. */
  async stop(): Promise<void> {
    const running = [...this.#running];
    for (const [controller] of running) controller.abort(new Cancelled());
    await Promise.allSettled(running.map(([, promise]) => promise));
  }

  async #runResumable(
    file: string,
    controller: AbortController,
    start: (exporter: Exporter) => Promise<ExportSummary>,
  ): Promise<ExportSummary> {
    const exporter = await this.#services.exporter();
    // The path is stored before the export starts, because a killed process cannot store anything.
    await this.#services.notes.set('unfinishedExport', file);
    this.#changed.fire();
    try {
      const summary = await this.#track(controller, start(exporter));
      await this.#removePath(file);
      return summary;
    } catch (error) {
      const unfinished = await exporter.unfinished(file).catch(() => undefined);
      if (unfinished === undefined) await this.#removePath(file);
      else this.#changed.fire();
      throw error;
    }
  }

  /** Lists the export as running until it ends. */
  async #track<T>(controller: AbortController, running: Promise<T>): Promise<T> {
    this.#running.set(controller, running);
    try {
      const result = await running;
      this.#services.steps.markDone('botTags.didExport');
      return result;
    } finally {
      this.#running.delete(controller);
    }
  }

  /** Ignores an error, because a stored path without an unfinished export does no harm. */
  async #removePath(file: string): Promise<void> {
    await this.#services.notes.remove('unfinishedExport', file).catch(() => undefined);
    this.#changed.fire();
  }

  /** Returns the number of customers in the bot's last full export. */
  async #lastCount({ key }: Bot): Promise<number | undefined> {
    return (await this.#services.notes.valuesOf('exportedCustomers')).get(key);
  }

  /** Stores the number of exported customers for the progress of the next export. An error is ignored. */
  async #storeCount({ key }: Bot, records: number): Promise<void> {
    await this.#services.notes.set('exportedCustomers', key, records).catch(() => undefined);
  }

  /**
   * Replaces saved segments by their text, and adds the current tags, folders and time zone, because all of them may
   * change before the export is resumed.
   */
  async #withFixedNames(bot: Bot, plan: ExportPlan): Promise<ExportPlan> {
    const { segment } = plan;
    if (segment === undefined) return plan;
    const { catalogue, segments, zone } = this.#services;
    const text = expandedSearch(segment.text, segments.segmentsOf(bot));
    const names = namesIn(await catalogue(), bot, text);
    return { ...plan, segment: { ...segment, text, names, zone: zone.current } };
  }

  async #sourceOf(
    bot: Bot,
    { query, plan: { segment } }: Pick<ExportJob, 'query' | 'plan'>,
  ): Promise<RecordSource> {
    const service = await this.#services.botServices.of(bot);
    const source: RecordSource = (next, signal) =>
      service.walkRecords({ ...query, ...(next === undefined ? {} : { next }) }, signal);
    if (segment === undefined) return source;
    const { catalogue, segments } = this.#services;
    // Times such as "the last 7 days" in the segment refer to the time when the export started.
    const searchContext = {
      catalogue,
      segments,
      clock: { now: () => segment.now },
      zone: this.#services.zone,
    };
    const resolvedSearch = await freezeSearch(searchContext, bot, segment.text);
    const vocabulary = segment.names ?? resolvedSearch.vocabulary;
    return narrowedRecords(source, { ...resolvedSearch, vocabulary, zone: segment.zone });
  }
}

/** A bot that was added again has a new key. Its base URL must match, because another service has other customers. */
function botOfExport(catalogue: Catalogue, unfinished: UnfinishedExport): Bot {
  const { baseUrl, query } = unfinished;
  const bots = catalogue.bots();
  const listedBot = bots.find(({ key }) => key === unfinished.bot);
  // Earlier versions did not store the base URL.
  if (baseUrl === undefined) return listedBot ?? botByReference(catalogue, query.botId);
  if (listedBot?.baseUrl === baseUrl) return listedBot;
  const readdedBot = bots.find((bot) => bot.botId === query.botId && bot.baseUrl === baseUrl);
  if (readdedBot !== undefined) return readdedBot;
  throw new UserError(
    // The sandbox has no stored base URL, because its port changes.
    baseUrl === ''
      ? l10n.t(
          'The sandbox of this export is no longer in the list. Use "Try the Sandbox" to add it again, then resume the export.',
        )
      : l10n.t(
          'The bot "{0}" of this export is no longer in the list. Add the bot again with the base URL {1}, then resume the export.',
          query.botId,
          baseUrl,
        ),
  );
}
