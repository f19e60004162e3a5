import * as vscode from 'vscode';
import type { AudienceFormat } from '../../core/audience/audience.ts';
import type { Bot } from '../../core/model.ts';
import { askPick } from '../input/askPick.ts';
import { BACK, runSteps, step, type Back, type StepPosition } from '../input/steps.ts';
import { askCustomers, type WhichCustomers, type WhomNeeds } from '../plans/askWhom.ts';

export interface AudienceAnswers {
  readonly which: WhichCustomers;
  readonly format: AudienceFormat;
}

/** Asks whom an audience is of, and how it is written. Throws `Cancelled`. */
export async function askAudience(parts: WhomNeeds, bot: Bot): Promise<AudienceAnswers> {
  let which: WhichCustomers = { kind: 'service', filter: null, from: null };
  let format: AudienceFormat = 'line';
  await runSteps(vscode.l10n.t('Export Audience of {0}', bot.label), [
    step(
      true,
      (position) => askCustomers(parts, bot, position),
      (answer) => (which = answer),
    ),
    step(true, askFormat, (answer) => (format = answer)),
  ]);
  return { which, format };
}

async function askFormat(position: StepPosition): Promise<AudienceFormat | Back> {
  const { l10n } = vscode;
  const items: readonly (vscode.QuickPickItem & { readonly format: AudienceFormat })[] = [
    {
      label: l10n.t('User IDs for LINE'),
      detail: l10n.t('One a line, users of LINE only; a file for each page'),
      format: 'line',
    },
    {
      label: l10n.t('CSV'),
      detail: l10n.t('User ID, page ID and platform of users of LINE and Facebook'),
      format: 'csv',
    },
  ];
  const picked = await askPick({ placeholder: l10n.t('Which format?'), items }, position);
  return picked === BACK ? BACK : picked.format;
}
