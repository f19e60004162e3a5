import * as vscode from 'vscode';
import type { ScanRequest } from '../../catalogue/discovery.ts';
import { MAX_LIMIT, MIN_LIMIT, type Bot, type Scan } from '../../base/model.ts';
import { customerChoiceOf } from '../../catalogue/scanCounts.ts';
import { askFrom } from '../../catalogue/ui/askFrom.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { BACK, onlyStep, type Back, type StepPosition } from '../../base/ui/steps.ts';
import {
  comma,
  customerCountText,
  labeled,
  numberText,
  pageCountText,
  requestCountText,
  wholeNumberValidator,
} from '../../base/ui/localeTexts.ts';
import { customerChoiceText, countsText } from '../../catalogue/ui/scanText.ts';

/** At most 100 pages (`budget`) of 1,000 customers (`limit`). This page size works with a slow connection, too. */
export const defaultScan: ScanRequest = { limit: 1000, from: null, days: null, budget: 100 };

/** Maximum number of pages that can be entered. */
const MAX_PAGES = 1_000_000;

/** Choice to start a scan, or to resume one. A resumed scan pauses again after `budget` more pages. */
export type ScanChoice =
  | { readonly kind: 'start'; readonly request: ScanRequest }
  | { readonly kind: 'resume'; readonly scan: Scan; readonly budget: number };

interface ScanQuestion {
  readonly title: string;
  readonly bot: Bot;
  /** Paused or failed scan; `undefined` if there is none to resume. */
  readonly resumableScan: Scan | undefined;
  /** Current time in ms. */
  readonly now: number;
}

type ScanPick = vscode.QuickPickItem & {
  /** Set for entries that end the question. */
  readonly choice?: ScanChoice;
  /** Set for entries that ask for another value of a setting. */
  readonly edit?: (position: StepPosition) => Promise<Partial<ScanRequest> | Back>;
};

/** Asks how to scan. One list contains the entries that start or resume a scan, and the settings to change. */
export async function askScan(question: ScanQuestion): Promise<ScanChoice> {
  const settings = { ...defaultScan };
  const title = labeled(question.title, question.bot.label);
  const position = onlyStep(title);
  const placeholder = vscode.l10n.t(
    'A scan reads customers page by page to find their tags. Start the scan, or change a setting first.',
  );
  for (;;) {
    const items = entriesOf(question, settings);
    const picked = await askPick<ScanPick>({ placeholder, items }, position);
    if (picked === BACK) continue;
    if (picked.choice !== undefined) return picked.choice;
    const change = await picked.edit?.({ ...position, canGoBack: true });
    if (typeof change === 'object') Object.assign(settings, change);
  }
}

function entriesOf({ resumableScan, now }: ScanQuestion, settings: ScanRequest): ScanPick[] {
  const { l10n } = vscode;
  const { limit, budget } = settings;
  const start: ScanPick = {
    label: resumableScan === undefined ? l10n.t('Start') : l10n.t('Start Over'),
    detail: l10n.t(
      'Reads at most {0} in {1}',
      customerCountText(limit * budget),
      requestCountText(budget),
    ),
    iconPath: new vscode.ThemeIcon(resumableScan === undefined ? 'play' : 'debug-restart'),
    choice: { kind: 'start', request: { ...settings } },
  };
  const separator = { label: l10n.t('Settings'), kind: vscode.QuickPickItemKind.Separator };
  const resume = resumableScan === undefined ? [] : [resumeEntry(resumableScan, budget)];
  return [...resume, start, separator, ...settingEntries(settings, now)];
}

/** Page size and last interaction cannot be changed, because the service's paging key depends on them. */
function resumeEntry(scan: Scan, budget: number): ScanPick {
  const { l10n } = vscode;
  const settingTexts = [
    l10n.t('{0} per page', customerCountText(scan.limit)),
    ...(scan.from === null ? [] : [customerChoiceText(customerChoiceOf(scan))]),
    l10n.t('reads at most {0} more', pageCountText(budget)),
  ];
  return {
    label: l10n.t('Resume'),
    description: countsText(scan),
    detail: settingTexts.join(comma()),
    iconPath: new vscode.ThemeIcon('debug-continue'),
    choice: { kind: 'resume', scan, budget },
  };
}

function settingEntries({ limit, from, days, budget }: ScanRequest, now: number): ScanPick[] {
  const { l10n } = vscode;
  const icon = { iconPath: new vscode.ThemeIcon('edit') };
  return [
    {
      ...icon,
      label: l10n.t('Customers per page'),
      description: numberText(limit),
      edit: (position) => {
        const prompt = l10n.t('Customers per page ({0} to {1})', MIN_LIMIT, MAX_LIMIT);
        return askNumber({ prompt, value: limit, max: MAX_LIMIT }, position, (value) => ({
          limit: value,
        }));
      },
    },
    {
      ...icon,
      label: l10n.t('Last interaction'),
      description: customerChoiceText(customerChoiceOf({ from, days })),
      edit: async (position) => {
        const answer = await askFrom(now, position);
        if (answer === BACK) return BACK;
        return { from: answer.from ?? null, days: answer.days ?? null };
      },
    },
    {
      ...icon,
      label: l10n.t('Pages to read before the scan pauses'),
      description: numberText(budget),
      edit: (position) => {
        const prompt = l10n.t('Pages to read before the scan pauses');
        return askNumber({ prompt, value: budget, max: MAX_PAGES }, position, (value) => ({
          budget: value,
        }));
      },
    },
  ];
}

/** Asks for a number from 1 to `max`. `change` returns the setting with the number. */
async function askNumber(
  { prompt, value, max }: { prompt: string; value: number; max: number },
  position: StepPosition,
  change: (value: number) => Partial<ScanRequest>,
): Promise<Partial<ScanRequest> | Back> {
  const question = { prompt, value: String(value), validate: wholeNumberValidator(max) };
  const answer = await askText(question, position);
  return answer === BACK ? BACK : change(Number(answer));
}
