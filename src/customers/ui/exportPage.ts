import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { reindent } from '../../base/reindent.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, MIN_LIMIT, type Bot } from '../../base/model.ts';
import { askBot, onlyBot } from '../../catalogue/ui/askBot.ts';
import { askFrom } from '../../catalogue/ui/askFrom.ts';
import { askText } from '../../base/ui/askText.ts';
import { botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import { requireAnswer, runSteps, step } from '../../base/ui/steps.ts';
import { wholeNumberValidator } from '../../base/ui/localeTexts.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { openPageOf, pageName, textOf } from './rowCommands.ts';
import type { CustomerServices } from './customerServices.ts';

type Needs = Pick<CustomerServices, 'catalogue' | 'botServices' | 'documents' | 'panels' | 'clock'>;

interface PageQuery {
  readonly bot: Bot;
  /** Customers per page. */
  readonly limit: number;
  /** Time in ms after which customers were active; `undefined`: any time. */
  readonly from: number | undefined;
  /** Page number, from 1. */
  readonly page: number;
}

const MAX_PAGE_NUMBER = 1_000_000;

/** Reports how many of the pages up to the requested one were read. */
type Report = (done: number, total: number) => void;

/** Opens a page of customers as JSON: the page of a loaded row, or a page that is read from the service. */
export function exportPage(services: Needs): Handler<'botTags.exportPage'> {
  const open = async (
    pageQuery: PageQuery,
    signal: AbortSignal,
    report?: Report,
  ): Promise<string> => {
    const { bot, page } = pageQuery;
    const text = await pageText(services, pageQuery, signal, report);
    const name = pageName(bot.label, page, services.clock.now());
    return (await services.documents.show(name, text)).toString();
  };
  return {
    interactive: async (context) => {
      if (context.row !== undefined) {
        const panel = services.panels.inFront();
        panel.checkRow(context.row);
        return openPageOf(services, panel, context.row.row);
      }
      const pageQuery = await askPageQuery(services, context.nodes[0]?.bot);
      const title = vscode.l10n.t('Reading page {0} of "{1}"', pageQuery.page, pageQuery.bot.label);
      return withProgress({ title, location: 'notification' }, ({ signal, reportCount }) =>
        open(pageQuery, signal, reportCount),
      );
    },
    withArguments: async (argument) => {
      const bot = botByReference(await services.catalogue(), argument.bot);
      if ('row' in argument)
        return openPageOf(services, services.panels.require(bot.key), argument.row);
      const { limit = DEFAULT_LIMIT, from, page = 1 } = argument;
      return open({ bot, limit, from, page }, new AbortController().signal);
    },
  };
}

/** Reads a page by walking from the first page, because the key of a page is only known from the previous page. */
async function pageText(
  services: Needs,
  { bot, limit, from, page }: PageQuery,
  signal: AbortSignal,
  report?: Report,
): Promise<string> {
  const query = { botId: bot.botId, limit, ...(from === undefined ? {} : { from }) };
  const service = await services.botServices.of(bot);
  let pageNumber = 0;
  for await (const loadedPage of service.walkCustomers(query, signal, page)) {
    pageNumber++;
    report?.(pageNumber, page);
    if (pageNumber === page) return reindent(textOf(loadedPage), signal);
  }
  throw new UserError(
    vscode.l10n.t('This page does not exist. Enter a page number up to {0}.', pageNumber),
  );
}

async function askPageQuery(services: Needs, botKey: string | undefined): Promise<PageQuery> {
  const catalogue = await services.catalogue();
  let bot = botKey === undefined ? onlyBot(catalogue) : botByReference(catalogue, botKey);
  let limit = String(DEFAULT_LIMIT);
  let from: number | undefined;
  let page = '1';
  const { l10n } = vscode;
  await runSteps(l10n.t('Export Customer Page as JSON'), [
    step(
      bot === undefined,
      (position) => askBot(catalogue, position),
      (answer) => (bot = answer),
    ),
    step(
      true,
      (position) => {
        const prompt = l10n.t('Customers per page ({0} to {1})', MIN_LIMIT, MAX_LIMIT);
        return askText(
          { prompt, value: limit, validate: wholeNumberValidator(MAX_LIMIT) },
          position,
        );
      },
      (answer) => (limit = answer),
    ),
    step(
      true,
      (position) => askFrom(services.clock.now(), position),
      (answer) => (from = answer.from),
    ),
    step(
      true,
      (position) => {
        const prompt = l10n.t('Page number');
        return askText(
          { prompt, value: page, validate: wholeNumberValidator(MAX_PAGE_NUMBER) },
          position,
        );
      },
      (answer) => (page = answer),
    ),
  ]);
  return { bot: requireAnswer(bot), limit: Number(limit), from, page: Number(page) };
}
