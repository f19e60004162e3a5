import * as vscode from 'vscode';
import { MAX_LIMIT, type Bot, type CustomerPage, customerAt } from '../../../core/model.ts';
import { candidateOf, type PlanCandidate } from '../../../core/plans/planLines.ts';
import type { BotService } from '../../../core/ports.ts';
import { isNarrowing } from '../../../rowIndex/filter.ts';
import type { IndexWords } from '../../../rowIndex/haystack.ts';
import { RowIndex } from '../../../rowIndex/rowIndex.ts';
import type { Filter } from '../../../surface/gridMessages.ts';
import { gridStrings } from '../../customers/panel/gridTexts.ts';
import { nameOf } from '../../customers/panel/rows.ts';
import { gridRowsOf } from '../../customers/panel/rowsOfPage.ts';
import type { PlanSource } from './planSource.ts';
import { withName } from './rowsSource.ts';

export interface ServiceWalk {
  readonly bot: Bot;
  /** `null`: everybody. */
  readonly filter: Filter | null;
  /** ms; `null`: whenever they were active. */
  readonly from: number | null;
  readonly withNames: boolean;
}

/** Every customer of the service that matches a filter, page by page. */
export function serviceSource(
  serviceOf: (bot: Bot) => Promise<BotService>,
  { bot, filter, from, withNames }: ServiceWalk,
): PlanSource {
  const query = { botId: bot.botId, limit: MAX_LIMIT, ...(from === null ? {} : { from }) };
  const matches = matcher(filter);
  return {
    origin: { kind: 'service' },
    checkFirst: false,
    candidates: async function* (signal, report): AsyncGenerator<PlanCandidate> {
      const service = await serviceOf(bot);
      let [pages, customers] = [0, 0];
      for await (const page of service.walkCustomers(query, signal)) {
        report({ pages: ++pages, customers: (customers += page.records.length) });
        for (const index of matches(page)) {
          const customer = customerAt(page, index);
          yield withName(candidateOf(customer), withNames ? nameOf(customer) : undefined);
        }
      }
    },
  };
}

/** What the grid would show of a page. */
function matcher(filter: Filter | null): (page: CustomerPage) => Iterable<number> {
  if (filter === null || !isNarrowing(filter)) return ({ records }) => records.keys();
  const { status, male, female }: IndexWords = gridStrings();
  return (page) => {
    const index = new RowIndex({ status, male, female }, vscode.env.language);
    index.add(gridRowsOf(page, 1));
    return index.rows(filter, null) ?? page.records.keys();
  };
}
