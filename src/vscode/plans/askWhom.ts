import * as vscode from 'vscode';
import type { Bot } from '../../core/model.ts';
import { isNarrowing } from '../../rowIndex/filter.ts';
import type { CustomerPanel } from '../customers/panel/customerPanel.ts';
import type { CustomerPanels } from '../customers/panel/customerPanels.ts';
import { askPick } from '../input/askPick.ts';
import { BACK, type Back, type StepPosition } from '../input/steps.ts';
import { numberText } from '../kit/numberText.ts';
import { timeText } from '../kit/timeText.ts';
import type { Filter } from '../../surface/gridMessages.ts';
import { chosenRows, type ChosenRows } from './sources/rowsSource.ts';

/** Whom a plan is for, as a person said it: what the panel shows since changes nothing of it. */
export type Whom =
  | { readonly kind: 'rows'; readonly chosen: ChosenRows }
  | {
      readonly kind: 'service';
      /** `null`: everybody. */
      readonly filter: Filter | null;
      /** ms; `null`: whenever they were active. */
      readonly from: number | null;
    }
  | { readonly kind: 'file' };

interface WhomEntry extends vscode.QuickPickItem {
  readonly whom: Whom;
}

/** Asks whom a plan is for. Throws `Cancelled`. */
export async function askWhom(
  panels: CustomerPanels,
  bot: Bot,
  position: StepPosition,
): Promise<Whom | Back> {
  const panel = panels.find(bot.key);
  const rows = panel === undefined || panel.pager.rows === 0 ? [] : await rowEntries(panel);
  const placeholder = vscode.l10n.t('Which users?');
  const picked = await askPick({ placeholder, items: [...rows, ...otherEntries(panel)] }, position);
  return picked === BACK ? BACK : picked.whom;
}

async function rowEntries(panel: CustomerPanel): Promise<readonly WhomEntry[]> {
  const { l10n } = vscode;
  const selected = await chosenRows(panel, 'selected');
  const matching = await chosenRows(panel, 'matching');
  const [some, all] = [numberText(matching.rows.length), numberText(matching.loaded)];
  const label = isFiltered(panel)
    ? l10n.t('Rows That Match the Filter ({0} of {1} loaded)', some, all)
    : l10n.t('Loaded Rows ({0})', all);
  const rows: WhomEntry = { label, whom: { kind: 'rows', chosen: matching } };
  const { length } = selected.rows;
  if (length === 0) return [rows];
  const picked = l10n.t('Selected Rows ({0})', numberText(length));
  return [{ label: picked, whom: { kind: 'rows', chosen: selected } }, rows];
}

function otherEntries(panel: CustomerPanel | undefined): readonly WhomEntry[] {
  const { l10n } = vscode;
  const from = panel?.query.from ?? null;
  const walked = l10n.t('Read page by page while the plan is made');
  const since = from === null ? [] : [l10n.t('active after {0}', timeText(from))];
  return [
    {
      label: isFiltered(panel)
        ? l10n.t('Every Customer of the Service That Matches the Filter')
        : l10n.t('Every Customer of the Service'),
      detail: [walked, ...since].join(' · '),
      whom: { kind: 'service', filter: panel?.filter ?? null, from },
    },
    {
      label: l10n.t('From File…'),
      detail: l10n.t('User IDs in a CSV, JSON, NDJSON or Parquet file'),
      whom: { kind: 'file' },
    },
  ];
}

function isFiltered(panel: CustomerPanel | undefined): boolean {
  const filter = panel?.filter ?? null;
  return filter !== null && isNarrowing(filter);
}
