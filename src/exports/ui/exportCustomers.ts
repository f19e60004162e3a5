import * as vscode from 'vscode';
import {
  EXPORT_FIELDS,
  type ExportPlan,
  type ExportSummary,
  isAudienceFormat,
} from '../../base/exportPlan.ts';
import { UserError } from '../../base/errors.ts';
import { ExportError } from '../../base/exportErrors.ts';
import { MAX_LIMIT, type Bot } from '../../base/model.ts';
import type { CustomerServices } from '../../customers/ui/customerServices.ts';
import type { ArgumentOf } from '../../commands/commands.ts';
import {
  botOfContext,
  botByReference,
  type CommandContext,
  type Handler,
} from '../../catalogue/ui/handler.ts';
import { customerCountText } from '../../base/ui/localeTexts.ts';
import { fileOf } from '../../base/ui/filePaths.ts';
import { confirm } from '../../base/ui/window.ts';
import type { CustomerSource } from '../../customers/ui/chosenRows.ts';
import { namedSource } from '../../customers/ui/namedSource.ts';
import { rowRecords } from '../../customers/ui/sourcePages.ts';
import { askExport, type AskExportNeeds, type UserIdPlan } from './askExport.ts';
import type { OnExportProgress } from './exportJobs.ts';
import { exportWithProgress, resumeWithProgress, showUserIdResult } from './exportMessages.ts';
import { exportUserIds, exportUserIdsWithProgress, type UserIdNeeds } from './exportUserIds.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';

interface ExportRequest {
  readonly bot: Bot;
  readonly file: string;
  readonly source: CustomerSource;
  readonly plan: ExportPlan;
  readonly overwrite: boolean;
}

type Needs = UserIdNeeds & AskExportNeeds;

export function registerExports(
  services: Needs & Pick<CustomerServices, 'commands'>,
): vscode.Disposable {
  return services.commands.register({ 'botTags.exportCustomers': exportCustomers(services) });
}

function exportCustomers(services: Needs): Handler<'botTags.exportCustomers'> {
  return {
    interactive: async (context) => {
      const bot = await botOf(services, context);
      const answers = await askExport(services, bot);
      const { plan, file } = answers;
      const request = { ...answers, bot };
      if (isUserIdPlan(plan)) {
        return showUserIdResult(await exportUserIdsWithProgress(services, { ...request, plan }));
      }
      if (await agreeToResume(services, file)) return resumeWithProgress(services.exports, file);
      // The save dialog has already confirmed that the file may be replaced.
      const job = { ...request, plan, overwrite: true };
      await exportWithProgress(file, (controller, onProgress) =>
        start(services, job, controller, onProgress),
      );
    },
    withArguments: async (argument) => {
      const { limit, from, scope = 'all', segment, overwrite = false } = argument;
      const bot = botByReference(await services.catalogue(), argument.bot);
      const file = fileOf(argument.file);
      const plan = planOf(argument);
      const namedCustomers = {
        scope: scope === 'all' ? 'service' : scope,
        segment,
        from,
        limit,
      } as const;
      const request = { bot, file, source: await namedSource(services, bot, namedCustomers) };
      const controller = new AbortController();
      if (isUserIdPlan(plan)) {
        const job = { ...request, plan, mayReplace: () => overwrite };
        return exportUserIds(services, job, controller, () => {});
      }
      return start(services, { ...request, plan, overwrite }, controller);
    },
  };
}

function isUserIdPlan(plan: ExportPlan | UserIdPlan): plan is UserIdPlan {
  return isAudienceFormat(plan.format);
}

/** Returns the bot to export. In the Customers panel and its context menu, this is the bot of the panel. */
async function botOf(services: UserIdNeeds, context: CommandContext): Promise<Bot> {
  const activePanel = context.nodes.length === 0 ? services.panels.active() : undefined;
  if (activePanel !== undefined) return activePanel.bot;
  return botOfContext(await services.catalogue(), context, vscode.l10n.t('Export Customers'));
}

function start(
  services: UserIdNeeds,
  request: ExportRequest,
  controller: AbortController,
  onProgress?: OnExportProgress,
): Promise<ExportSummary> {
  const { bot, file, source, plan, overwrite } = request;
  if (source.kind === 'rows') {
    const { pager, rows } = source.chosen;
    const job = { bot: bot.key, file, plan, query: pager.query, overwrite, total: rows.length };
    return services.exports.startRows(job, rowRecords(source.chosen), controller, onProgress);
  }
  const { narrowing, from, limit = MAX_LIMIT } = source;
  const { search, now } = narrowing;
  const query = { botId: bot.botId, limit, ...(from === null ? {} : { from }) };
  const segmentPlan = search.trim() === '' ? plan : { ...plan, segment: { text: search, now } };
  const job = { file, plan: segmentPlan, query, overwrite };
  return services.exports.startAll(bot, job, controller, onProgress);
}

function planOf(argument: ArgumentOf<'botTags.exportCustomers'>): ExportPlan | UserIdPlan {
  const { format = 'ndjson', fields, masks } = argument;
  if (isAudienceFormat(format)) {
    if (fields === undefined && masks === undefined) return { format };
    throw new UserError(
      vscode.l10n.t(
        'The fields of an export of user IDs cannot be changed. Leave out "fields" and "masks", or choose another format.',
      ),
    );
  }
  const { hasCells } = SHOWN_FORMATS[format];
  const { bom = hasCells, lists = 'json', values, escapeFormulas = true } = argument;
  const options = { bom, lists, values, escapeFormulas };
  return { format, fields: fields ?? EXPORT_FIELDS, masks: masks ?? {}, ...options };
}

/** Prompts whether to resume an interrupted export to this file, because its data may have taken an hour to read. */
async function agreeToResume(services: UserIdNeeds, file: string): Promise<boolean> {
  const unfinished = await services.exports.unfinished(file).catch(() => undefined);
  if (unfinished === undefined) return false;
  if (unfinished.isRunning === true) throw new ExportError({ kind: 'running' }, file);
  const resume = vscode.l10n.t('Resume');
  const startOver = vscode.l10n.t('Start Over');
  const message = vscode.l10n.t('Resume the interrupted export to "{0}"?', file);
  const detail = vscode.l10n.t(
    '{0} already exported. "Resume" continues with the same fields and format.',
    customerCountText(unfinished.records),
  );
  const choice = await confirm({ message, detail: [detail] }, resume, startOver);
  return choice === resume;
}
