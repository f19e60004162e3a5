import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { UserError } from '../../core/errors.ts';
import type { Bot } from '../../core/model.ts';
import type { KeptScan, KeptScanHead, ScanHistory } from '../../core/overview/aggregate.ts';
import type { ScanComparison } from '../../core/overview/comparison.ts';
import type { OverviewTools } from '../../core/overview/overviewTools.ts';
import type { JsonDocuments } from '../documents/jsonDocuments.ts';
import { botInHand, botNamed, type Handler } from '../input/handler.ts';
import { comparisonText } from './comparisonText.ts';
import { pickScans, reasonOf, tooFew, type ScanPair } from './pickScans.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly history: Lazy<ScanHistory>;
  readonly overview: Lazy<OverviewTools>;
  readonly documents: JsonDocuments;
}

/** What has changed between two scans that were walked to their end, in a read-only editor. */
export function compareScans(parts: Needs): Handler<'botTags.compareScans'> {
  const compare = async (bot: Bot, { earlier, later }: ScanPair): Promise<ScanComparison> => {
    const history = await parts.history();
    const scans = [earlier, later].map(({ scan }) => wholeScan(history, bot, scan));
    const [one, other] = scans as [KeptScan, KeptScan];
    return (await parts.overview()).compare(one, other);
  };
  return {
    byPerson: async (hand) => {
      const title = vscode.l10n.t('Compare Scans');
      const bot = await botInHand(await parts.catalogue(), hand, title);
      const heads = (await parts.history()).heads(bot.key);
      if (heads.length < 2) throw tooFew(bot);
      const comparison = await compare(bot, await pickScans(bot, heads));
      const subject = vscode.l10n.t('Scans of {0}', bot.label);
      const { time } = comparison.later;
      await parts.documents.show(
        { subject, time, language: 'txt' },
        comparisonText(bot, comparison),
      );
    },
    byProgram: async ({ bot: reference, earlier, later }) => {
      const bot = botNamed(await parts.catalogue(), reference);
      const heads = (await parts.history()).heads(bot.key);
      return compare(bot, pairOf(bot, heads, { earlier, later }));
    },
  };
}

interface Named {
  readonly earlier: string | undefined;
  readonly later: string | undefined;
}

/** What is not named is the newest that fits. Throws `UserError` with the reason why there is none. */
function pairOf(bot: Bot, heads: readonly KeptScanHead[], { earlier, later }: Named): ScanPair {
  const isFirst = (id: string | undefined, head: KeptScanHead) =>
    id === undefined || head.scan === id;
  for (const id of [earlier, later]) if (id !== undefined) requireKept(bot, heads, id);
  const laters = heads.filter((head) => isFirst(later, head));
  const earliers = heads.filter((head) => isFirst(earlier, head));
  for (const one of laters) {
    const other = earliers.find((head) => reasonOf(one, head) === undefined);
    if (other !== undefined) return { earlier: other, later: one };
  }
  const [one, other] = [laters[0], earliers[0]];
  const reason = one && other && earlier && later && reasonOf(one, other);
  if (reason) {
    throw new UserError(
      vscode.l10n.t('These scans cannot be compared. {0} Choose two others.', reason),
    );
  }
  throw tooFew(bot);
}

function requireKept(bot: Bot, heads: readonly KeptScanHead[], id: string): void {
  if (heads.some(({ scan }) => scan === id)) return;
  throw new UserError(
    vscode.l10n.t(
      'No scan "{0}" of "{1}" is kept. Choose one of those that "Compare Scans…" lists.',
      id,
      bot.label,
    ),
  );
}

function wholeScan(history: ScanHistory, bot: Bot, id: string): KeptScan {
  const scan = history.scan(bot.key, id);
  if (scan !== undefined) return scan;
  throw new UserError(
    vscode.l10n.t('What was kept of this scan is damaged. Scan again, or compare other scans.'),
  );
}
