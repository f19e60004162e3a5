import * as vscode from 'vscode';
import { Emitter } from '../../base/ports.ts';
import { Cancelled, NoticeError, UserError } from '../../base/errors.ts';
import type { Bot, Scan } from '../../base/model.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { showInformation } from '../../base/ui/window.ts';
import type { ScanRequest, ScanRun } from '../../catalogue/discovery.ts';
import { botOfContext, botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import { countsText, scanEndText, type ScanStorage } from '../../catalogue/ui/scanText.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import type { ScanSummary } from '../../commands/results.ts';
import { ScanInterrupted } from '../../catalogue/recordScanned.ts';
import { askScan, defaultScan, type ScanChoice } from './askScan.ts';
import { DAY_MS } from '../../base/numbers.ts';

/** Scans that this window is running, at most one per bot. */
export class RunningScans {
  readonly #running = new Map<string, AbortController>();
  readonly #pendingScans = new Set<Promise<unknown>>();
  readonly #changed = new Emitter<string>();
  /** Fires with the bot's key when a scan has started or ended. */
  readonly onDidChange = this.#changed.event;

  has(bot: string): boolean {
    return this.#running.has(bot);
  }

  /** Cancels a scan like its Cancel button: the results so far are kept, and the scan can be resumed. */
  cancel(bot: string): void {
    this.#running.get(bot)?.abort(new Cancelled());
  }

  /** Cancels all scans before the window closes, and waits for their end. They can be resumed later. */
  async stop(): Promise<void> {
    for (const bot of this.#running.keys()) this.cancel(bot);
    await Promise.allSettled(this.#pendingScans);
  }

  /** Runs a scan. Until it ends, `has` returns `true`, and `cancel` and `stop` cancel it. */
  async during<T>(bot: string, controller: AbortController, scan: () => Promise<T>): Promise<T> {
    this.#running.set(bot, controller);
    this.#changed.fire(bot);
    const scanning = scan();
    this.#pendingScans.add(scanning);
    try {
      return await scanning;
    } finally {
      this.#pendingScans.delete(scanning);
      this.#running.delete(bot);
      this.#changed.fire(bot);
    }
  }
}

export interface ScanNeeds extends Pick<
  CatalogueServices,
  'catalogue' | 'discovery' | 'history' | 'clock' | 'steps'
> {
  readonly scans: RunningScans;
}

/** Runs "Scan Customers…", which finds the tags of a bot's customers. */
export function discoverTags(services: ScanNeeds): Handler<'botTags.discoverTags'> {
  const { discover, discoverForUser } = createScanner(services);
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Scan Customers');
      const bot = await botOfContext(await services.catalogue(), context, title);
      requireIdle(services.scans, bot);
      const resumableScan = (await services.discovery()).resumable(bot);
      const choice = await askScan({ title, bot, resumableScan, now: services.clock.now() });
      await discoverForUser(bot, choice);
    },
    withArguments: async ({ bot, limit, pages, resume = false, ...timeArguments }) => {
      const scannedBot = botByReference(await services.catalogue(), bot);
      const since = timesOf(timeArguments, services.clock.now());
      const request = {
        limit: limit ?? defaultScan.limit,
        ...since,
        budget: pages ?? defaultScan.budget,
      };
      const choice: ScanChoice = resume
        ? {
            kind: 'resume',
            scan: await resumableScanOf(services, scannedBot),
            budget: request.budget,
          }
        : { kind: 'start', request };
      return summaryOf(await discover(scannedBot, choice, new AbortController(), () => undefined));
    },
  };
}

/** Resumes the last scan of a bot for a user, with the same number of pages as before. */
export async function resumeScan(services: ScanNeeds, botKey: string): Promise<void> {
  const bot = botByReference(await services.catalogue(), botKey);
  requireIdle(services.scans, bot);
  const scan = await resumableScanOf(services, bot);
  await createScanner(services).discoverForUser(bot, { kind: 'resume', scan, budget: scan.budget });
}

/** Returns two functions that scan: for a program, and for a user with progress and messages. */
function createScanner(services: ScanNeeds) {
  const { scans } = services;
  const discover = async (
    bot: Bot,
    choice: ScanChoice,
    controller: AbortController,
    onProgress: ScanRun['onProgress'],
  ): Promise<Scan> => {
    const discovery = await services.discovery();
    requireIdle(scans, bot);
    const run = { signal: controller.signal, onProgress };
    const scan = await scans.during(bot.key, controller, () =>
      choice.kind === 'start'
        ? discovery.start(bot, choice.request, run)
        : discovery.resume(bot, choice.scan, choice.budget, run),
    );
    if (scan.state === 'done') services.steps.markDone('botTags.didDiscoverTags');
    return scan;
  };
  const discoverForUser = async (bot: Bot, choice: ScanChoice): Promise<void> => {
    const title = vscode.l10n.t('Scanning the customers of "{0}"', bot.label);
    const interruptedError = (cause: unknown, scan: Scan): ScanInterrupted => {
      const resumeChoice: ScanChoice = { kind: 'resume', scan, budget: budgetAfter(choice, scan) };
      const resume = (): Promise<void> => discoverForUser(bot, resumeChoice);
      return new ScanInterrupted(cause, { botLabel: bot.label, scan, resume });
    };
    let scan: Scan;
    try {
      scan = await withProgress({ title, location: 'notification' }, ({ controller, report }) =>
        discover(bot, choice, controller, (progress) => report(countsText(progress))),
      );
    } catch (error) {
      const failedScan = (await services.discovery()).resumable(bot);
      // If the scan has not failed, it is running in another window, or has not started.
      throw failedScan?.state === 'failed' ? interruptedError(error, failedScan) : error;
    }
    if (scan.state === 'paused') throw interruptedError(new Cancelled(), scan);
    void showInformation(scanEndText(scan, await storageOf(services, scan)));
  };
  return { discover, discoverForUser };
}

async function storageOf({ discovery, history }: ScanNeeds, scan: Scan): Promise<ScanStorage> {
  // Checked first, because the history itself may be damaged.
  if ((await discovery()).hasLostSums(scan)) return 'lost';
  const heads = (await history()).heads(scan.bot);
  return heads.some(({ scan: id }) => id === scan.id) ? 'kept' : 'elsewhere';
}

/**
 * Returns the time, in ms, after which a customer must have interacted to be scanned, and the number of days if the
 * time was given in days.
 */
function timesOf(
  { from, days }: { readonly from?: number | undefined; readonly days?: number | undefined },
  now: number,
): Pick<ScanRequest, 'from' | 'days'> {
  if (days === undefined) return { from: from ?? null, days: null };
  if (from === undefined) return { from: now - days * DAY_MS, days };
  throw new UserError(
    vscode.l10n.t('Use either "from" or "days" to choose the customers to scan, not both.'),
  );
}

/** Returns the number of requested pages that were not read. If all were read, returns the requested number again. */
function budgetAfter(choice: ScanChoice, { pages }: Scan): number {
  const { requested, pagesBefore } =
    choice.kind === 'start'
      ? { requested: choice.request.budget, pagesBefore: 0 }
      : { requested: choice.budget, pagesBefore: choice.scan.pages };
  const unreadCount = requested - (pages - pagesBefore);
  return unreadCount > 0 ? unreadCount : requested;
}

function requireIdle(scans: RunningScans, bot: Bot): void {
  if (!scans.has(bot.key)) return;
  throw new UserError(
    vscode.l10n.t(
      'The customers of "{0}" are already being scanned. Wait until the scan is done, or cancel it.',
      bot.label,
    ),
  );
}

async function resumableScanOf(services: ScanNeeds, bot: Bot): Promise<Scan> {
  const scan = (await services.discovery()).resumable(bot);
  if (scan !== undefined) return scan;
  throw new NoticeError(
    vscode.l10n.t(
      'There is no scan of "{0}" to resume. Use "Scan Customers…" to start a scan.',
      bot.label,
    ),
  );
}

function summaryOf({ customers, tags, newTags, skipped, pages, state }: Scan): ScanSummary {
  return { customers, tags, newTags, skipped, pages, isDone: state === 'done' };
}
