import * as vscode from 'vscode';
import { NoticeError } from '../../core/errors.ts';
import type { Bot } from '../../core/model.ts';
import type { KeptScanHead } from '../../core/overview/aggregate.ts';
import { whyNotComparable, type NotComparable } from '../../core/overview/comparison.ts';
import { askPick } from '../input/askPick.ts';
import { BACK, runSteps, step, type Back, type StepPosition } from '../input/steps.ts';
import { comma, customerCount, tagCount } from '../kit/counts.ts';
import { choiceText } from '../kit/scanText.ts';
import { distinctTimeText } from '../kit/timeText.ts';

/** Two scans of a bot that can be compared. */
export interface ScanPair {
  readonly earlier: KeptScanHead;
  readonly later: KeptScanHead;
}

type ScanPick = vscode.QuickPickItem & {
  readonly head: KeptScanHead | undefined;
  readonly reason?: string;
};

/** The two newest that can be compared. @param heads the newest first */
function newestPair(heads: readonly KeptScanHead[]): ScanPair | undefined {
  for (const later of heads) {
    const earlier = earlierThan(later, heads)[0];
    if (earlier !== undefined) return { earlier, later };
  }
  return undefined;
}

/** Asks for both, with the newest two proposed. Throws `Cancelled`. */
export async function pickScans(bot: Bot, heads: readonly KeptScanHead[]): Promise<ScanPair> {
  const { l10n } = vscode;
  const title = l10n.t('Compare Scans of {0}', bot.label);
  const proposed = newestPair(heads);
  let [later, earlier] = [proposed?.later, proposed?.earlier];
  await runSteps(title, [
    step(
      true,
      (position) => {
        const items = laterScans(heads);
        return askScan({ placeholder: l10n.t('The later scan'), items, active: later }, position);
      },
      (answer) => (later = answer),
    ),
    step(
      true,
      (position) => {
        const items = heads
          .filter((head) => head.scan !== later?.scan)
          .map((head) => entryOf(head, heads, later && reasonOf(later, head)));
        const active = later && earlierThan(later, heads)[0];
        return askScan({ placeholder: l10n.t('The earlier scan'), items, active }, position);
      },
      (answer) => (earlier = answer),
    ),
  ]);
  if (later === undefined || earlier === undefined) throw tooFew(bot);
  return { earlier, later };
}

export function tooFew(bot: Bot): NoticeError {
  return new NoticeError(
    vscode.l10n.t(
      'There are no two scans of "{0}" to compare. Each scan that "Discover Tags from Customers…" walks to its end is kept.',
      bot.label,
    ),
  );
}

/** `undefined`: they can be compared. */
export function reasonOf(later: KeptScanHead, earlier: KeptScanHead): string | undefined {
  const { l10n } = vscode;
  const why = whyNotComparable(earlier, later);
  const texts: Record<NotComparable, string> = {
    'same-scan': l10n.t('It is the same scan.'),
    'other-service': l10n.t('The bot had another base URL then.'),
    'other-choice': l10n.t('It is of other customers: {0}.', choiceText(earlier.choice)),
  };
  if (why !== undefined) return texts[why];
  return earlier.time > later.time ? l10n.t('It is not the earlier one.') : undefined;
}

function earlierThan(later: KeptScanHead, heads: readonly KeptScanHead[]): readonly KeptScanHead[] {
  return heads.filter((head) => reasonOf(later, head) === undefined);
}

/** All of them, the newest first; one without an earlier one like it says so. */
export function laterScans(heads: readonly KeptScanHead[]): readonly ScanPick[] {
  return heads.map((head) => entryOf(head, heads, noPartner(head, heads)));
}

function noPartner(later: KeptScanHead, heads: readonly KeptScanHead[]): string | undefined {
  if (earlierThan(later, heads).length > 0) return undefined;
  return heads.some(({ scan, time }) => scan !== later.scan && time <= later.time)
    ? vscode.l10n.t('No earlier scan is of the same customers and the same base URL.')
    : vscode.l10n.t('It is the oldest scan that is kept.');
}

function entryOf(
  head: KeptScanHead,
  heads: readonly KeptScanHead[],
  reason: string | undefined,
): ScanPick {
  const times = heads.map(({ time }) => time);
  return {
    label: distinctTimeText(head.time, times),
    description: [customerCount(head.customers), tagCount(head.tags)].join(comma()),
    detail: reason ?? choiceText(head.choice),
    iconPath: new vscode.ThemeIcon(reason === undefined ? 'history' : 'circle-slash'),
    head,
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Entries that cannot be picked stand there with the reason, and picking one asks again. */
async function askScan(
  question: {
    readonly placeholder: string;
    readonly items: readonly ScanPick[];
    readonly active: KeptScanHead | undefined;
  },
  position: StepPosition,
): Promise<KeptScanHead | Back> {
  const { items, active } = question;
  const isActive = ({ head }: ScanPick): boolean => head?.scan === active?.scan;
  for (let { placeholder } = question; ;) {
    const picked = await askPick<ScanPick>({ placeholder, items, active: isActive }, position);
    if (picked === BACK) return BACK;
    if (picked.head !== undefined && picked.reason === undefined) return picked.head;
    placeholder = picked.reason ?? placeholder;
  }
}
