import { l10n } from 'vscode';
import { Emitter } from '../../base/emitter.ts';
import { Cancelled, UserError } from '../../base/errors.ts';
import { ExportError } from '../../base/exportErrors.ts';
import type {
  AudienceJob,
  AudienceSummary,
  CustomerBatches,
  Exporter,
  ExportJob,
  ExportPlan,
  ExportProgress,
  ExportRun,
  ExportSummary,
  PlanChange,
  RecordSource,
  UnfinishedExport,
} from '../../base/exportPlan.ts';
import type { Bot } from '../../base/model.ts';
import type { Lazy } from '../../base/promises.ts';
import type { FirstSteps } from '../../base/ui/firstSteps.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { SharedNotes } from '../../catalogue/sharedNotes.ts';
import { botNamed } from '../../catalogue/ui/handler.ts';
import type { BotServices } from '../../catalogue/ui/services.ts';
import { expandedSearch, namesIn, narrowingOf } from '../../customers/ui/narrowing.ts';
import { narrowedRecords } from '../../customers/ui/sourcePages.ts';
import type { PersonsZone } from '../../search/ui/personsZone.ts';
import type { SavedSegments } from '../../search/ui/savedSegments.ts';

export interface JobRun {
  /** Aborted by whoever cancels, and when the window closes. */
  readonly controller: AbortController;
  readonly onProgress?: (progress: ExportProgress) => void;
}

interface JobParts {
  readonly exporter: Lazy<Exporter>;
  readonly catalogue: Lazy<Catalogue>;
  readonly services: BotServices;
  readonly notes: SharedNotes;
  readonly steps: FirstSteps;
  readonly zone: PersonsZone;
  readonly segments: Pick<SavedSegments, 'segmentsOf'>;
}

/** The exports of this window. */
export class ExportJobs {
  readonly #parts: JobParts;
  readonly #running = new Map<AbortController, Promise<unknown>>();
  readonly #changed = new Emitter<void>();
  /** Fires when an export that can be resumed has begun, ended, been interrupted or been discarded here. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: JobParts) {
    this.#parts = parts;
  }

  /** Everything that the service has; can be resumed. */
  async startAll(
    bot: Bot,
    job: Omit<ExportJob, 'bot' | 'isResumable' | 'total'>,
    run: JobRun,
  ): Promise<ExportSummary> {
    const plan = await this.#named(bot, job.plan);
    const source = await this.#sourceOf(bot, { ...job, plan });
    const isAll = job.query.from === undefined && job.plan.segment === undefined;
    const total = isAll ? await this.#lastCount(bot) : undefined;
    const { key, baseUrl } = bot;
    const whole = { ...job, plan, bot: key, baseUrl, isResumable: true, total };
    const summary = await this.#resumable(job.file, run, (exporter, running) =>
      exporter.start(whole, source, running),
    );
    if (isAll) await this.#keepCount(bot, summary.records);
    return summary;
  }

  /** Rows that are in memory, of which nothing is left after a failure. */
  async startRows(
    bot: Bot,
    job: Omit<ExportJob, 'bot' | 'isResumable'>,
    source: RecordSource,
    run: JobRun,
  ): Promise<ExportSummary> {
    const exporter = await this.#parts.exporter();
    return this.#run(run, (running) =>
      exporter.start({ ...job, bot: bot.key, isResumable: false }, source, running),
    );
  }

  /** @param customersOf begins to read them, and ends with the signal's reason */
  async audience(
    job: AudienceJob,
    customersOf: (signal: AbortSignal) => CustomerBatches,
    { controller }: Pick<JobRun, 'controller'>,
  ): Promise<AudienceSummary> {
    const exporter = await this.#parts.exporter();
    return this.#run({ controller }, ({ signal }) =>
      exporter.audience(job, customersOf(signal), signal),
    );
  }

  resume(file: string, run: JobRun, change?: PlanChange): Promise<ExportSummary> {
    return this.#resumable(file, run, (exporter, running) =>
      exporter.resume(
        file,
        async (unfinished) => {
          const bot = botOfExport(await this.#parts.catalogue(), unfinished);
          return this.#sourceOf(bot, unfinished);
        },
        running,
        change,
      ),
    );
  }

  async discard(file: string): Promise<void> {
    await (await this.#parts.exporter()).discard(file);
    await this.#forget(file);
  }

  /**
   * Throws `ExportError` when another window is writing one of them.
   * @returns files of which something is left
   */
  async discardAll(): Promise<readonly string[]> {
    const left: string[] = [];
    for (const file of (await this.#parts.notes.of('unfinishedExport')).keys()) {
      try {
        await this.discard(file);
      } catch (error) {
        if (ExportError.is(error) && error.problem.kind === 'running') throw error;
        left.push(file);
      }
    }
    return left;
  }

  /** Exports of this window. */
  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  async unfinished(file: string): Promise<UnfinishedExport | undefined> {
    return (await this.#parts.exporter()).unfinished(file);
  }

  /** Those that this machine's windows started and that are still there. */
  async allUnfinished(): Promise<readonly UnfinishedExport[]> {
    const files = await this.#parts.notes.of('unfinishedExport');
    const found = await Promise.all(
      [...files.keys()].map((file) => this.unfinished(file).catch(() => undefined)),
    );
    return found.filter((one) => one !== undefined);
  }

  /** Stops what is running, so that it can be resumed. */
  async stop(): Promise<void> {
    const running = [...this.#running];
    for (const [controller] of running) controller.abort(new Cancelled());
    await Promise.allSettled(running.map(([, export_]) => export_));
  }

  async #resumable(
    file: string,
    run: JobRun,
    work: (exporter: Exporter, running: ExportRun) => Promise<ExportSummary>,
  ): Promise<ExportSummary> {
    const exporter = await this.#parts.exporter();
    // Before it begins: nothing can be kept when the process is killed.
    await this.#parts.notes.set('unfinishedExport', file);
    this.#changed.fire();
    try {
      const summary = await this.#run(run, (running) => work(exporter, running));
      await this.#forget(file);
      return summary;
    } catch (error) {
      const isThere = await exporter.unfinished(file).catch(() => undefined);
      if (isThere === undefined) await this.#forget(file);
      else this.#changed.fire();
      throw error;
    }
  }

  async #run<T>(
    { controller, onProgress = () => {} }: JobRun,
    work: (running: ExportRun) => Promise<T>,
  ): Promise<T> {
    const done = work({ signal: controller.signal, onProgress });
    this.#running.set(controller, done);
    try {
      const result = await done;
      this.#parts.steps.done('botTags.didExport');
      return result;
    } finally {
      this.#running.delete(controller);
    }
  }

  /** The export itself is over: a path that stays leads nowhere, and is passed over. */
  async #forget(file: string): Promise<void> {
    await this.#parts.notes.remove('unfinishedExport', file).catch(() => undefined);
    this.#changed.fire();
  }

  /** How many customers it had when all of them were exported last. */
  async #lastCount({ key }: Bot): Promise<number | undefined> {
    return (await this.#parts.notes.of('exportedCustomers')).get(key);
  }

  /** Only the next export's progress would miss it. */
  async #keepCount({ key }: Bot, records: number): Promise<void> {
    await this.#parts.notes.set('exportedCustomers', key, records).catch(() => undefined);
  }

  /** With what names and days in its segment mean by now: they may mean something else when the export goes on. */
  async #named(bot: Bot, plan: ExportPlan): Promise<ExportPlan> {
    const { segment } = plan;
    if (segment === undefined) return plan;
    const { catalogue, segments, zone } = this.#parts;
    const text = expandedSearch(segment.text, segments.segmentsOf(bot));
    const names = namesIn(await catalogue(), bot, text);
    return { ...plan, segment: { ...segment, text, names, zone: zone.current } };
  }

  async #sourceOf(
    bot: Bot,
    { query, plan: { segment } }: Pick<ExportJob, 'query' | 'plan'>,
  ): Promise<RecordSource> {
    const service = await this.#parts.services.of(bot);
    const source: RecordSource = (next, signal) =>
      service.walkRecords({ ...query, ...(next === undefined ? {} : { next }) }, signal);
    if (segment === undefined) return source;
    const { catalogue, segments } = this.#parts;
    const naming = {
      catalogue,
      segments,
      clock: { now: () => segment.now },
      zone: this.#parts.zone,
    };
    const narrowing = await narrowingOf(naming, bot, segment.text);
    const { names: vocabulary = narrowing.vocabulary, zone } = segment;
    return narrowedRecords(source, { ...narrowing, vocabulary, zone });
  }
}

/**
 * The bot whose customers an export has begun to read: by its key, or by its ID at the same address when it was removed
 * and added again. Another service's customers are nothing to go on with, whatever their bot is called.
 */
function botOfExport(catalogue: Catalogue, unfinished: UnfinishedExport): Bot {
  const { bot: key, baseUrl, query } = unfinished;
  const bots = catalogue.bots();
  const known = bots.find((bot) => bot.key === key);
  // An earlier version has not told.
  if (baseUrl === undefined) return known ?? botNamed(catalogue, query.botId);
  if (known?.baseUrl === baseUrl) return known;
  const again = bots.find((bot) => bot.botId === query.botId && bot.baseUrl === baseUrl);
  if (again !== undefined) return again;
  throw new UserError(
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
