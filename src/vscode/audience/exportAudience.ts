import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type {
  AudienceJob,
  AudienceSummary,
  CustomerBatches,
} from '../../core/audience/audience.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { Bot } from '../../core/model.ts';
import type { ExportJobs } from '../exports/exportJobs.ts';
import { fileOf } from '../input/filePath.ts';
import { botInHand, botNamed, type Hand, type Handler } from '../input/handler.ts';
import { comma, customerCount, pageCount } from '../kit/counts.ts';
import { whileControlled } from '../kit/progress.ts';
import type { BotServices } from '../kit/services.ts';
import type { WhichCustomers, WhomNeeds } from '../plans/askWhom.ts';
import { namedCustomers } from '../plans/namedCustomers.ts';
import { narrowingOf } from '../plans/sources/narrowingOf.ts';
import type { Gathered } from '../plans/sources/planSource.ts';
import { rowCustomers } from '../plans/sources/rowsSource.ts';
import { serviceCustomers } from '../plans/sources/serviceSource.ts';
import { askAudience } from './askAudience.ts';
import { agreeToReplace, askAudienceFile } from './audienceFile.ts';
import { sayAudience } from './sayAudience.ts';

interface Needs extends WhomNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly exports: ExportJobs;
  readonly services: BotServices;
}

type Customers = (signal: AbortSignal, report: (gathered: Gathered) => void) => CustomerBatches;

/** "Export Audience…": who of the customers can be written to, as files of user IDs. */
export function exportAudience(parts: Needs): Handler<'botTags.exportAudience'> {
  return {
    byPerson: async (hand) => {
      const bot = await botOf(parts, hand);
      const { which, format } = await askAudience(parts, bot);
      const file = await askAudienceFile(bot, format);
      const customers = await customersOf(parts, bot, which);
      const mayReplace = format === 'csv' ? agreed : agreeToReplace;
      const title = vscode.l10n.t('Exporting an audience of "{0}"', bot.label);
      const summary = await whileReading(title, (controller, report) =>
        write(parts.exports, { file, format, mayReplace }, { customers, controller, report }),
      );
      sayAudience(summary);
    },
    byProgram: async (argument) => {
      const { from = 'service', format = 'line', segment, overwrite = false } = argument;
      const bot = botNamed(await parts.catalogue(), argument.bot);
      const file = fileOf(argument.file);
      const named = await namedCustomers(parts, bot, { from, segment });
      const customers: Customers =
        named.kind === 'rows'
          ? (signal, report) => rowCustomers(named.chosen, signal, report)
          : (signal, report) => serviceCustomers(parts.services.of, named, signal, report);
      const controller = new AbortController();
      const job = { file, format, mayReplace: () => overwrite };
      return write(parts.exports, job, { customers, controller, report: () => {} });
    },
  };
}

/** The dialog has asked about the one file. */
const agreed = (): boolean => true;

/** In the panel and in its menus, the bot is the one that it shows. */
async function botOf(parts: Needs, hand: Hand): Promise<Bot> {
  const shown = hand.nodes.length === 0 ? parts.panels.active() : undefined;
  if (shown !== undefined) return shown.bot;
  return botInHand(await parts.catalogue(), hand, vscode.l10n.t('Export Audience'));
}

async function customersOf(parts: Needs, bot: Bot, which: WhichCustomers): Promise<Customers> {
  if (which.kind === 'rows') return (...run) => rowCustomers(which.chosen, ...run);
  const narrowing = await narrowingOf(parts, bot, which.filter);
  const walk = { bot, narrowing, from: which.from };
  return (...run) => serviceCustomers(parts.services.of, walk, ...run);
}

interface Reading {
  readonly customers: Customers;
  readonly controller: AbortController;
  readonly report: (gathered: Gathered) => void;
}

function write(
  exports: ExportJobs,
  job: AudienceJob,
  { customers, controller, report }: Reading,
): Promise<AudienceSummary> {
  return exports.audience(job, (signal) => customers(signal, report), { controller });
}

/** Not for every page: nobody reads that fast. */
const EVERY_MS = 200;

/** Progress with pages and customers, and a Cancel button. */
function whileReading<T>(
  title: string,
  work: (controller: AbortController, report: (gathered: Gathered) => void) => Promise<T>,
): Thenable<T> {
  return whileControlled(title, (controller, say) => {
    let last = 0;
    return work(controller, ({ pages, customers }) => {
      const now = performance.now();
      if (now - last < EVERY_MS) return;
      last = now;
      const read = pages === 0 ? [] : [pageCount(pages)];
      say([...read, customerCount(customers)].join(comma()));
    });
  });
}
