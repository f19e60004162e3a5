import * as vscode from 'vscode';
import { UserError } from '../../core/errors.ts';
import type { ScanRun } from '../../core/discovery.ts';
import type { Bot, Scan } from '../../core/model.ts';
import type { DiscoverySummary } from '../../commandTypes.ts';
import { askScan, defaultScan, type ScanChoice } from '../input/askScan.ts';
import { numberText } from '../numberText.ts';
import type { Parts } from '../parts.ts';
import { whileSaying } from '../progress.ts';
import { ScanInterrupted } from '../scanInterrupted.ts';
import { countsText } from '../scanText.ts';
import { botInHand, botNamed, type Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue' | 'discovery' | 'clock'>;

export function discoverTags(parts: Needs): Handler<'botTags.discoverTags'> {
  const running = new Set<string>();
  const discover = async (bot: Bot, choice: ScanChoice, run: ScanRun): Promise<Scan> => {
    const discovery = await parts.discovery();
    requireIdle(running, bot);
    running.add(bot.key);
    try {
      return choice.kind === 'start'
        ? await discovery.start(bot, choice.request, run)
        : await discovery.resume(bot, choice.scan, choice.budget, run);
    } finally {
      running.delete(bot.key);
    }
  };
  const discoverByPerson = async (bot: Bot, choice: ScanChoice): Promise<void> => {
    const scanning = vscode.l10n.t('Discovering the tags of "{0}"', bot.label);
    try {
      const scan = await whileSaying(scanning, (signal, say) =>
        discover(bot, choice, { signal, onProgress: (so) => say(countsText(so)) }),
      );
      void vscode.window.showInformationMessage(endText(scan));
    } catch (error) {
      const scan = (await parts.discovery()).resumable(bot);
      // Else it is under way elsewhere, or has not begun.
      if (scan?.state !== 'failed') throw error;
      const rest: ScanChoice = { kind: 'resume', scan, budget: budgetLeft(choice, scan) };
      const resume = (): Promise<void> => discoverByPerson(bot, rest);
      throw new ScanInterrupted(error, { botLabel: bot.label, scan, resume });
    }
  };
  return {
    byPerson: async (hand) => {
      const title = vscode.l10n.t('Discover Tags from Customers');
      const bot = await botInHand(await parts.catalogue(), hand, title);
      requireIdle(running, bot);
      const last = (await parts.discovery()).resumable(bot);
      const choice = await askScan({ title, bot, last, now: parts.clock.now() });
      await discoverByPerson(bot, choice);
    },
    byProgram: async ({ bot, limit, from, pages, resume = false }) => {
      const known = botNamed(await parts.catalogue(), bot);
      const { budget, ...usual } = defaultScan;
      const wanted = { limit: limit ?? usual.limit, from: from ?? null, budget: pages ?? budget };
      const choice: ScanChoice = resume
        ? { kind: 'resume', scan: await lastScan(parts, known), budget: wanted.budget }
        : { kind: 'start', request: wanted };
      const run = { signal: new AbortController().signal, onProgress: () => undefined };
      return summaryOf(await discover(known, choice, run));
    },
  };
}

/** Pages of those that were asked for and not read. */
function budgetLeft(choice: ScanChoice, { pages }: Scan): number {
  const left =
    choice.kind === 'start'
      ? choice.request.budget - pages
      : choice.budget - (pages - choice.scan.pages);
  return Math.max(1, left);
}

function requireIdle(running: ReadonlySet<string>, bot: Bot): void {
  if (!running.has(bot.key)) return;
  throw new UserError(
    vscode.l10n.t('The customers of "{0}" are being scanned already.', bot.label),
  );
}

async function lastScan(parts: Needs, bot: Bot): Promise<Scan> {
  const scan = (await parts.discovery()).resumable(bot);
  if (scan !== undefined) return scan;
  throw new UserError(vscode.l10n.t('There is no scan of "{0}" to go on with.', bot.label));
}

function summaryOf({ customers, tags, newTags, skipped, pages, state }: Scan): DiscoverySummary {
  return { customers, tags, newTags, skipped, pages, isDone: state === 'done' };
}

function endText(scan: Scan): string {
  const { l10n } = vscode;
  const texts = [
    scan.state === 'done'
      ? l10n.t('Every customer that was asked for is scanned: {0}.', countsText(scan))
      : l10n.t('Scanned so far: {0}. "Discover Tags from Customers…" goes on.', countsText(scan)),
  ];
  if (scan.skipped > 0) {
    const skipped = numberText(scan.skipped);
    texts.push(l10n.t('{0} records do not match the interface and were skipped.', skipped));
  }
  return texts.join(' ');
}
