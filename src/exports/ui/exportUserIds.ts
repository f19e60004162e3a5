import * as vscode from 'vscode';
import type { AudienceJob, AudienceSummary } from '../../base/exportPlan.ts';
import { Cancelled } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { comma, customerCount, numberText, pageCount } from '../../base/ui/localeTexts.ts';
import { whileControlled } from '../../base/ui/progress.ts';
import type { BotServices } from '../../catalogue/ui/services.ts';
import { ask } from '../../base/ui/window.ts';
import type { AskSourceNeeds } from '../../customers/ui/askSource.ts';
import type { CustomerSource } from '../../customers/ui/customerSource.ts';
import { sourceCustomers, type Gathered } from '../../customers/ui/sourcePages.ts';
import type { UserIdPlan } from './askExport.ts';
import type { ExportJobs } from './exportJobs.ts';

export interface UserIdNeeds extends AskSourceNeeds {
  readonly services: BotServices;
  readonly exports: ExportJobs;
}

/** User IDs to be exported. */
export interface UserIdExport {
  readonly bot: Bot;
  /** Absolute path. */
  readonly file: string;
  readonly source: CustomerSource;
  readonly plan: UserIdPlan;
  readonly mayReplace: AudienceJob['mayReplace'];
}

/** Progress of reading the customers. */
interface Reading {
  readonly controller: AbortController;
  readonly report: (gathered: Gathered) => void;
}

/** Writes the user IDs of customers to whom a message can be sent. */
export function exportUserIds(
  { exports, services }: UserIdNeeds,
  { bot, file, source, plan, mayReplace }: UserIdExport,
  { controller, report }: Reading,
): Promise<AudienceSummary> {
  const walk = { bot, serviceOf: services.of };
  const job = { file, format: plan.format, mayReplace };
  const customersOf = (signal: AbortSignal) => sourceCustomers(walk, source, signal, report);
  return exports.audience(job, customersOf, { controller });
}

/** The same with progress and a Cancel button. */
export function exportUserIdsByPerson(
  parts: UserIdNeeds,
  wanted: Omit<UserIdExport, 'mayReplace'>,
): Thenable<AudienceSummary> {
  // The dialog has asked about the name that was typed, and not about those of the pages.
  const mayReplace = wanted.plan.format === 'line' ? agreeToReplace : () => true;
  const title = vscode.l10n.t('Exporting to "{0}"', wanted.file);
  return whileReading(title, (reading) => exportUserIds(parts, { ...wanted, mayReplace }, reading));
}

/** Named one by one in the question whether they may be replaced. */
const MOST_NAMED = 5;

/** Throws `Cancelled`. */
async function agreeToReplace(files: readonly string[]): Promise<boolean> {
  const { l10n } = vscode;
  const replace = l10n.t('Replace');
  const message =
    files.length === 1
      ? l10n.t('A file with this name already exists. Replace it?')
      : l10n.t('{0} files with these names already exist. Replace them?', files.length);
  const named = files.slice(0, MOST_NAMED);
  const left = files.length - named.length;
  const detail = [...named, ...(left > 0 ? [l10n.t('{0} more', numberText(left))] : [])];
  if ((await ask({ message, detail }, replace)) !== replace) throw new Cancelled();
  return true;
}

/** Not for every page: nobody reads that fast. */
const EVERY_MS = 200;

function whileReading<T>(title: string, work: (reading: Reading) => Promise<T>): Thenable<T> {
  return whileControlled(title, (controller, say) => {
    let last = 0;
    const report = ({ pages, customers }: Gathered): void => {
      const now = performance.now();
      if (now - last < EVERY_MS) return;
      last = now;
      const read = pages === 0 ? [] : [pageCount(pages)];
      say([...read, customerCount(customers)].join(comma()));
    };
    return work({ controller, report });
  });
}
