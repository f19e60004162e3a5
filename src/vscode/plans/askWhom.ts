import * as vscode from 'vscode';
import type { Bot } from '../../core/model.ts';
import type { CustomerPanel } from '../customers/panel/customerPanel.ts';
import type { CustomerPanels } from '../customers/panel/customerPanels.ts';
import { askPick } from '../input/askPick.ts';
import { BACK, type Back, type StepPosition } from '../input/steps.ts';
import { numberText } from '../kit/numberText.ts';
import { timeText } from '../kit/timeText.ts';
import { askSegment, type SegmentsOf } from './askSegment.ts';
import { narrowingOf, type NamingNeeds } from './sources/narrowingOf.ts';
import { chosenRows, loadedRows, narrowedChoice, type ChosenRows } from './sources/rowsSource.ts';

/** Customers, as a person said which: what the panel shows since changes nothing of it. */
type WhichCustomers =
  | { readonly kind: 'rows'; readonly chosen: ChosenRows }
  | {
      readonly kind: 'service';
      /** Empty for all customers. */
      readonly search: string;
      /** ms; `null`: whenever they were active. */
      readonly from: number | null;
    };

/** Whom a plan is for. */
export type Whom = WhichCustomers | { readonly kind: 'file' };

export interface WhomNeeds extends NamingNeeds {
  readonly panels: CustomerPanels;
  readonly segmentsOf: SegmentsOf;
}

interface WhomEntry extends vscode.QuickPickItem {
  readonly whom: Whom | { readonly kind: 'segment' };
}

/** Asks whom a plan is for. Throws `Cancelled`. */
export async function askWhom(
  parts: WhomNeeds,
  bot: Bot,
  position: StepPosition,
): Promise<Whom | Back> {
  const file: WhomEntry = {
    label: vscode.l10n.t('From File…'),
    detail: vscode.l10n.t('User IDs in a CSV, JSON, NDJSON or Parquet file'),
    whom: { kind: 'file' },
  };
  const panel = parts.panels.find(bot.key);
  const placeholder = vscode.l10n.t('Which customers?');
  for (;;) {
    const rows = hasRows(panel) ? await rowEntries(panel) : [];
    const items = [...rows, ...serviceEntries(panel), file];
    const picked = await askPick({ placeholder, items }, position);
    if (picked === BACK) return BACK;
    if (picked.whom.kind !== 'segment') return picked.whom;
    const whom = await askOfSegment(parts, bot, { ...position, canGoBack: true });
    if (whom !== BACK) return whom;
  }
}

function hasRows(panel: CustomerPanel | undefined): panel is CustomerPanel {
  return panel !== undefined && panel.pager.rows > 0;
}

async function rowEntries(panel: CustomerPanel): Promise<readonly WhomEntry[]> {
  const { l10n } = vscode;
  const selected = await chosenRows(panel, 'selected');
  const matching = await chosenRows(panel, 'matching');
  const [some, all] = [numberText(matching.rows.length), numberText(matching.loaded)];
  const label = isFiltered(panel)
    ? l10n.t('Rows That Match the Search ({0} of {1} loaded)', some, all)
    : l10n.t('Loaded Rows ({0})', all);
  const rows: WhomEntry = { label, whom: { kind: 'rows', chosen: matching } };
  const { length } = selected.rows;
  if (length === 0) return [rows];
  const picked = l10n.t('Selected Rows ({0})', numberText(length));
  return [{ label: picked, whom: { kind: 'rows', chosen: selected } }, rows];
}

function serviceEntries(panel: CustomerPanel | undefined): readonly WhomEntry[] {
  const { l10n } = vscode;
  const from = panel?.query.from ?? null;
  const label = isFiltered(panel)
    ? l10n.t('Every Customer of the Service That Matches the Search')
    : l10n.t('Every Customer of the Service');
  const search = panel?.search ?? '';
  return [
    { label, detail: readPageByPage(from), whom: { kind: 'service', search, from } },
    {
      label: l10n.t('Customers of a Segment…'),
      detail: l10n.t('A saved segment, or one that you type'),
      whom: { kind: 'segment' },
    },
  ];
}

function readPageByPage(from: number | null): string {
  const { l10n } = vscode;
  const since = from === null ? [] : [l10n.t('active after {0}', timeText(from))];
  return [l10n.t('Read page by page while the file is made'), ...since].join(' · ');
}

/** Which segment, and of which customers where some are loaded. */
async function askOfSegment(
  parts: WhomNeeds,
  bot: Bot,
  position: StepPosition,
): Promise<WhichCustomers | Back> {
  const { l10n } = vscode;
  for (;;) {
    const search = await askSegment(parts.segmentsOf, bot, position);
    if (search === BACK) return BACK;
    const panel = parts.panels.find(bot.key);
    const from = panel?.query.from ?? null;
    const everybody: WhichCustomers = { kind: 'service', search, from };
    if (!hasRows(panel)) return everybody;
    const narrowing = await narrowingOf(parts, bot, search);
    const chosen = await narrowedChoice(loadedRows(panel), narrowing);
    const [some, all] = [numberText(chosen.rows.length), numberText(chosen.loaded)];
    const items: readonly (vscode.QuickPickItem & { readonly whom: WhichCustomers })[] = [
      {
        label: l10n.t('Rows That Match the Search ({0} of {1} loaded)', some, all),
        whom: { kind: 'rows', chosen },
      },
      {
        label: l10n.t('Every Customer of the Service That Matches the Search'),
        detail: readPageByPage(from),
        whom: everybody,
      },
    ];
    const placeholder = l10n.t('Which customers?');
    const picked = await askPick({ placeholder, items }, position);
    if (picked !== BACK) return picked.whom;
  }
}

function isFiltered(panel: CustomerPanel | undefined): boolean {
  return panel !== undefined && panel.search.trim() !== '';
}
