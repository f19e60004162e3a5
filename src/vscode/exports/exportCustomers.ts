import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors.ts';
import { ExportError } from '../../core/exports/exportErrors.ts';
import {
  EXPORT_FIELDS,
  type ExportPlan,
  type ExportScope,
  type ExportSummary,
} from '../../core/exports/exportPlan.ts';
import { MAX_LIMIT, type Bot } from '../../core/model.ts';
import type { ArgumentOf } from '../../surface/commands.ts';
import type { CustomerPanels } from '../customers/panel/customerPanels.ts';
import { botInHand, botNamed, type Hand, type Handler } from '../input/handler.ts';
import { customerCount } from '../kit/counts.ts';
import { fileOf } from '../input/filePath.ts';
import { ask } from '../kit/window.ts';
import { requireSegment, type SegmentsOf } from '../plans/askSegment.ts';
import { narrowingOf, segmentFilter, type NamingNeeds } from '../plans/sources/narrowingOf.ts';
import { askExport } from './askExport.ts';
import type { JobRun, ExportJobs } from './exportJobs.ts';
import { whileExporting } from './exportProgress.ts';
import { panelRows } from './panelRows.ts';
import { resumeByPerson } from './resumeByPerson.ts';
import { sayExported } from './sayExported.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';
import { askTarget } from './targetFile.ts';

interface Needs extends NamingNeeds {
  readonly panels: CustomerPanels;
  readonly exports: ExportJobs;
  readonly segmentsOf: SegmentsOf;
}

interface Wanted {
  readonly bot: Bot;
  readonly file: string;
  readonly scope: ExportScope;
  readonly plan: ExportPlan;
  readonly limit: number;
  /** ms */
  readonly from: number | undefined;
  readonly overwrite: boolean;
}

export function exportCustomers(parts: Needs): Handler<'botTags.exportCustomers'> {
  return {
    byPerson: async (hand) => {
      const bot = await botOf(parts, hand);
      const answers = await askExport(parts, bot);
      const file = await askTarget(bot.label, answers.plan.format);
      if (file === undefined) throw new Cancelled();
      if (await isResumed(parts, file)) return resumeByPerson(parts.exports, file);
      const wanted = { ...answers, bot, file, limit: MAX_LIMIT };
      const title = vscode.l10n.t('Exporting customers of "{0}"', bot.label);
      // The dialog has asked whether the file may be replaced.
      const job = { ...wanted, overwrite: true };
      sayExported(await whileExporting(title, (run) => start(parts, job, run)));
    },
    byProgram: async (argument) => {
      const { bot, limit = MAX_LIMIT, from, scope = 'all', overwrite = false } = argument;
      const known = botNamed(await parts.catalogue(), bot);
      const file = fileOf(argument.file);
      const wanted = {
        bot: known,
        file,
        scope,
        plan: planOf(parts, argument),
        limit,
        from,
        overwrite,
      };
      return start(parts, wanted, { controller: new AbortController() });
    },
  };
}

/** In the panel and in its context menu, the bot is the one that it shows. */
async function botOf(parts: Needs, hand: Hand): Promise<Bot> {
  const shown = hand.nodes.length === 0 ? parts.panels.active() : undefined;
  if (shown !== undefined) return shown.bot;
  return botInHand(await parts.catalogue(), hand, vscode.l10n.t('Export Customers'));
}

async function start(parts: Needs, wanted: Wanted, run: JobRun): Promise<ExportSummary> {
  const { bot, file, scope, plan, limit, from, overwrite } = wanted;
  if (scope === 'all') {
    const query = { botId: bot.botId, limit, ...(from === undefined ? {} : { from }) };
    return parts.exports.startAll(bot, { file, plan, query, overwrite }, run);
  }
  const panel = parts.panels.of(bot.key);
  const { segment } = plan;
  const narrowing =
    segment === undefined ? undefined : await narrowingOf(parts, bot, segmentFilter(segment.text));
  const { count, source } = await panelRows(panel, scope, narrowing);
  const job = { file, plan, query: panel.pager.query, overwrite, total: count };
  return parts.exports.startRows(bot, job, source, run);
}

function planOf({ clock }: Needs, given: ArgumentOf<'botTags.exportCustomers'>): ExportPlan {
  const { format = 'ndjson', fields = EXPORT_FIELDS, masks = {} } = given;
  const { hasCells } = SHOWN_FORMATS[format];
  const { bom = hasCells, lists = 'json', values, escapeFormulas = true } = given;
  const { segment } = given;
  if (segment !== undefined) requireSegment(segment);
  const plan = { format, fields, masks, bom, lists, values, escapeFormulas };
  return segment === undefined ? plan : { ...plan, segment: { text: segment, now: clock.now() } };
}

/** An export to this file was interrupted: what it has may be an hour's work. */
async function isResumed(parts: Needs, file: string): Promise<boolean> {
  const unfinished = await parts.exports.unfinished(file).catch(() => undefined);
  if (unfinished === undefined) return false;
  if (unfinished.isRunning === true) throw new ExportError({ kind: 'running' }, file);
  const resume = vscode.l10n.t('Resume');
  const anew = vscode.l10n.t('Start Over');
  const message = vscode.l10n.t('An export to "{0}" was interrupted.', file);
  const detail = vscode.l10n.t(
    'It has {0} so far and can be resumed with the same fields and format.',
    customerCount(unfinished.records),
  );
  const choice = await ask({ message, detail: [detail] }, resume, anew);
  if (choice === undefined) throw new Cancelled();
  return choice === resume;
}
