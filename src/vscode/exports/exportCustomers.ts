import * as vscode from 'vscode';
import { isAudienceFormat } from '../../core/audience/audience.ts';
import { Cancelled, UserError } from '../../core/errors.ts';
import { ExportError } from '../../core/exports/exportErrors.ts';
import {
  EXPORT_FIELDS,
  type ExportPlan,
  type ExportScope,
  type ExportSummary,
} from '../../core/exports/exportPlan.ts';
import { MAX_LIMIT, type Bot } from '../../core/model.ts';
import type { ArgumentOf } from '../../surface/commands.ts';
import { botInHand, botNamed, type Hand, type Handler } from '../input/handler.ts';
import { customerCount } from '../kit/counts.ts';
import { fileOf } from '../input/filePath.ts';
import { ask } from '../kit/window.ts';
import { requireSegment, type SegmentsOf } from '../plans/askSegment.ts';
import { narrowingOf } from '../plans/sources/narrowingOf.ts';
import { askExport, type UserIdPlan } from './askExport.ts';
import type { JobRun } from './exportJobs.ts';
import { whileExporting } from './exportProgress.ts';
import { exportUserIds, exportUserIdsByPerson, type UserIdNeeds } from './exportUserIds.ts';
import { panelRows } from './panelRows.ts';
import { resumeByPerson } from './resumeByPerson.ts';
import { sayExported } from './sayExported.ts';
import { sayUserIds } from './sayUserIds.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';
import { askTarget } from './targetFile.ts';

interface Needs extends UserIdNeeds {
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
      const { plan } = answers;
      const file = await askTarget(bot.label, plan.format);
      if (file === undefined) throw new Cancelled();
      const wanted = { ...answers, bot, file, limit: MAX_LIMIT };
      if (isOfUserIds(plan)) {
        return sayUserIds(await exportUserIdsByPerson(parts, { ...wanted, plan }));
      }
      if (await isResumed(parts, file)) return resumeByPerson(parts.exports, file);
      const title = vscode.l10n.t('Exporting customers of "{0}"', bot.label);
      // The dialog has asked whether the file may be replaced.
      const job = { ...wanted, plan, overwrite: true };
      sayExported(await whileExporting(title, (run) => start(parts, job, run)));
    },
    byProgram: async (argument) => {
      const { limit = MAX_LIMIT, from, scope = 'all', overwrite = false } = argument;
      const bot = botNamed(await parts.catalogue(), argument.bot);
      const wanted = { bot, file: fileOf(argument.file), scope, limit, from };
      const plan = planOf(parts, argument);
      const controller = new AbortController();
      if (isOfUserIds(plan)) {
        const job = { ...wanted, plan, mayReplace: () => overwrite };
        return exportUserIds(parts, job, { controller, report: () => {} });
      }
      return start(parts, { ...wanted, plan, overwrite }, { controller });
    },
  };
}

function isOfUserIds(plan: ExportPlan | UserIdPlan): plan is UserIdPlan {
  return isAudienceFormat(plan.format);
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
  const narrowing = segment === undefined ? undefined : await narrowingOf(parts, bot, segment.text);
  const { count, source } = await panelRows(panel, scope, narrowing);
  const job = { file, plan, query: panel.pager.query, overwrite, total: count };
  return parts.exports.startRows(bot, job, source, run);
}

function planOf(
  { clock }: Needs,
  given: ArgumentOf<'botTags.exportCustomers'>,
): ExportPlan | UserIdPlan {
  if (given.segment !== undefined) requireSegment(given.segment);
  const segment =
    given.segment === undefined ? {} : { segment: { text: given.segment, now: clock.now() } };
  const { format = 'ndjson', fields, masks } = given;
  if (isAudienceFormat(format)) {
    if (fields === undefined && masks === undefined) return { format, ...segment };
    throw new UserError(
      vscode.l10n.t(
        'An export of user IDs has no other fields. Leave out "fields" and "masks", or choose another format.',
      ),
    );
  }
  const { hasCells } = SHOWN_FORMATS[format];
  const { bom = hasCells, lists = 'json', values, escapeFormulas = true } = given;
  const options = { bom, lists, values, escapeFormulas };
  return { format, fields: fields ?? EXPORT_FIELDS, masks: masks ?? {}, ...options, ...segment };
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
