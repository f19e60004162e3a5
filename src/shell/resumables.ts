import { l10n } from 'vscode';
import type { Lazy } from '../base/promises.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { UnfinishedExport } from '../base/exportPlan.ts';
import { isUnfinished, type JournalStore, type RunRecord, undoIn } from '../catalogue/journal.ts';
import type { Bot, Scan } from '../base/model.ts';
import { type Clock, Emitter } from '../base/ports.ts';
import type { ExportJobs } from '../exports/ui/exportJobs.ts';
import { customerCountText } from '../base/ui/localeTexts.ts';
import { countsText as scanCountsText } from '../catalogue/ui/scanText.ts';
import type { RunJobs } from '../runs/ui/runJobs.ts';
import type { RunOwner } from '../runs/ui/runOwner.ts';
import { countsText, fileAt, runName } from '../runs/ui/runTexts.ts';
import type { RunningScans } from '../tags/ui/discoverTags.ts';
import type { StoredSummary } from '../catalogue/ui/storedSummary.ts';
import type { ErrorDisplay } from '../customers/ui/customerServices.ts';

/** Paused or interrupted work that can be resumed. */
export interface Resumable {
  readonly kind: 'run' | 'export' | 'scan';
  /** ID of the run, absolute path of the exported file, or key of the scanned bot. */
  readonly id: string;
  readonly botLabel: string;
  /** Whether the bot is in the catalogue. Without its bot, no job can be resumed. */
  readonly hasBot: boolean;
  /** Action of the job, such as `Attach "VIP"`. */
  readonly label: string;
  /** Progress of the job and its file. */
  readonly progress: string;
  /** Time of the last progress, in ms since 1970. */
  readonly updated: number;
}

/** Marker for a job that a window is executing now. */
const RUNNING = 'running';
type Job = Resumable | typeof RUNNING;

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly journal: Lazy<JournalStore>;
  readonly owner: Pick<RunOwner, 'isOwned'>;
  readonly exports: Pick<ExportJobs, 'allUnfinished' | 'onDidChange'>;
  readonly scans: Pick<RunningScans, 'has' | 'onDidChange'>;
  readonly clock: Clock;
}

/** Time since the last page of a scan after which its window counts as killed, in ms. A living window reads faster. */
const SCAN_ABANDONED_AFTER_MS = 60_000;

/** Lists the jobs that can be resumed, of this VS Code window and of closed or killed ones. */
export class Resumables {
  readonly #services: Needs;
  readonly #changed = new Emitter<void>();
  /** Fires when the list may have changed. Fires often while a job is running, so debounce before listing again. */
  readonly onDidChange = this.#changed.event;
  #isListening = false;

  constructor(services: Needs) {
    this.#services = services;
    const fireChange = (): void => this.#changed.fire();
    services.exports.onDidChange(fireChange);
    services.scans.onDidChange(fireChange);
  }

  /** Returns the resumable jobs, newest first, without the jobs that are running in any window. */
  async list(): Promise<readonly Resumable[]> {
    return (await this.listWithState()).list;
  }

  /** Returns the list, and whether a run, an export or a scan is running in any window. */
  async listWithState(): Promise<{
    readonly list: readonly Resumable[];
    readonly isAnyRunning: boolean;
  }> {
    const [catalogue, journal] = [await this.#services.catalogue(), await this.#services.journal()];
    this.#listen(catalogue, journal);
    const jobs = [
      ...(await this.#runs(catalogue, journal)),
      ...(await this.#exports(catalogue)),
      ...this.#scans(catalogue),
    ];
    const list = jobs.filter((job) => job !== RUNNING).sort((a, b) => b.updated - a.updated);
    return { list, isAnyRunning: jobs.includes(RUNNING) };
  }

  /** Starts listening with the first list, not earlier, because the database might otherwise not be needed at all. */
  #listen(catalogue: Catalogue, journal: JournalStore): void {
    if (this.#isListening) return;
    this.#isListening = true;
    const fireChange = (): void => this.#changed.fire();
    catalogue.onDidChange(fireChange);
    journal.onDidChangeRuns(fireChange);
  }

  async #runs(catalogue: Catalogue, journal: JournalStore): Promise<readonly Job[]> {
    const allRuns = journal.runs();
    const unfinished = allRuns.filter(
      (run) => isUnfinished(run) && undoIn(allRuns, run) === undefined,
    );
    const { owner } = this.#services;
    return Promise.all(
      unfinished.map(async (run) =>
        (await owner.isOwned(run))
          ? RUNNING
          : resumableRun(run, catalogue.bot(run.bot) !== undefined),
      ),
    );
  }

  async #exports(catalogue: Catalogue): Promise<readonly Job[]> {
    const unfinishedExports = await this.#services.exports.allUnfinished();
    return unfinishedExports.map((unfinished) =>
      unfinished.isRunning === true
        ? RUNNING
        : resumableExport(unfinished, catalogue.bot(unfinished.bot)),
    );
  }

  #scans(catalogue: Catalogue): readonly Job[] {
    return catalogue.bots().flatMap((bot): readonly Job[] => {
      const scan = catalogue.scan(bot.key);
      if (scan === undefined || scan.next === null) return [];
      return this.#isRunning(scan) ? [RUNNING] : [resumableScan(scan, bot)];
    });
  }

  /** Returns whether a scan is running. Only recent pages show that the window of the scan was not killed. */
  #isRunning({ bot, state, updated }: Scan): boolean {
    if (this.#services.scans.has(bot)) return true;
    return state === 'running' && this.#services.clock.now() - updated <= SCAN_ABANDONED_AFTER_MS;
  }
}

function resumableRun(run: RunRecord, hasBot: boolean): Resumable {
  const { id, botLabel, counts, plan, updated } = run;
  const countsProgress = countsText(counts);
  const progress = plan === '' ? countsProgress : l10n.t('{0} · {1}', countsProgress, fileAt(plan));
  return {
    kind: 'run',
    id,
    botLabel,
    hasBot,
    label: runName(run),
    progress,
    updated,
  };
}

function resumableExport(unfinished: UnfinishedExport, bot: Bot | undefined): Resumable {
  const { file, query, records, updated } = unfinished;
  const savedRecords = customerCountText(records);
  const name = file.split(/[\\/]/).at(-1) ?? file;
  return {
    kind: 'export',
    id: file,
    botLabel: bot?.label ?? query.botId,
    hasBot: bot !== undefined,
    label: l10n.t('Export to "{0}"', name),
    progress: l10n.t('{0} · {1}', savedRecords, file),
    updated,
  };
}

function resumableScan(scan: Scan, bot: Bot): Resumable {
  return {
    kind: 'scan',
    id: bot.key,
    botLabel: bot.label,
    hasBot: true,
    label: l10n.t('Scan Customers'),
    progress: scanCountsText(scan),
    updated: scan.updated,
  };
}

interface CounterNeeds {
  readonly resumables: Pick<Resumables, 'listWithState' | 'onDidChange'>;
  readonly summary: Pick<StoredSummary, 'isOutdated' | 'set'>;
  readonly runs: Pick<RunJobs, 'pauseAbandoned'>;
  readonly errors: ErrorDisplay;
}

const DEBOUNCE_MS = 500;
/** Time between two counts while a job is running, in ms. The job's window may be killed, which no event reports. */
const RECOUNT_INTERVAL_MS = 60_000;

/** Saves the number of paused and interrupted jobs in the summary. Every window shows the number from there. */
export class ResumableCounter {
  readonly #services: CounterNeeds;
  #timer: NodeJS.Timeout | undefined;
  /** The latest count. The next one waits for it: otherwise an older number could replace a newer one. */
  #counting = Promise.resolve();
  #isCountScheduled = false;
  #hasPausedAbandonedRuns = false;
  #isStopped = false;

  constructor(services: CounterNeeds) {
    this.#services = services;
    services.resumables.onDidChange(() => this.scheduleCount());
    if (services.summary.isOutdated) this.scheduleCount();
  }

  scheduleCount(): void {
    if (this.#isCountScheduled || this.#isStopped) return;
    this.#isCountScheduled = true;
    this.#countAfter(DEBOUNCE_MS);
  }

  #countAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#counting = this.#counting.then(() => this.#count());
    }, ms);
  }

  /** Stops counting. The next window counts the jobs that are paused now. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #count(): Promise<void> {
    if (this.#isStopped) return;
    const { resumables, summary, runs, errors } = this.#services;
    this.#isCountScheduled = false;
    try {
      // Called only for the first count: in later counts, a run that this window has just begun could seem abandoned.
      if (!this.#hasPausedAbandonedRuns) await runs.pauseAbandoned();
      this.#hasPausedAbandonedRuns = true;
      const { list, isAnyRunning } = await resumables.listWithState();
      const resumableCounts = { run: 0, export: 0, scan: 0 };
      for (const { kind, hasBot } of list) {
        if (hasBot) resumableCounts[kind] += 1;
      }
      if (this.#isStopped) return;
      summary.set({ resumable: resumableCounts, isOutdated: isAnyRunning });
      if (isAnyRunning && !this.#isCountScheduled) this.#countAfter(RECOUNT_INTERVAL_MS);
    } catch (error) {
      if (!this.#isStopped) void errors.show(error, undefined);
    }
  }
}
