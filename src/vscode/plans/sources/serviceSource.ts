import * as vscode from 'vscode';
import { slices } from '../../../core/async/inSlices.ts';
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
        for await (const index of matches(page)) {
          const customer = customerAt(page, index);
          yield withName(candidateOf(customer), withNames ? nameOf(customer) : undefined);
        }
      }
    },
  };
}

/** Rows that are looked at before other work is let in: some milliseconds. */
const ROWS_AT_A_TIME = 250;

/** What the grid would show of a page, by index. */
function matcher(filter: Filter | null): (page: CustomerPage) => MatchingRows {
  if (filter === null || !isNarrowing(filter)) return ({ records }) => records.keys();
  const { status, male, female } = gridStrings();
  const words: IndexWords = { status, male, female };
  return async function* (page) {
    const due = slices();
    const { json, spans } = gridRowsOf(page, 1);
    const count = page.records.length;
    for (let start = 0; start < count; start += ROWS_AT_A_TIME) {
      await due();
      const end = Math.min(start + ROWS_AT_A_TIME, count);
      const index = new RowIndex(words, vscode.env.language);
      index.add({ json, spans: spans.subarray(start * 2, end * 2) });
      // `null`: all of them, as of a filter of spaces.
      const rows = index.rows(filter, null) ?? new Uint8Array(end - start).keys();
      for (const row of rows) yield start + row;
    }
  };
}

type MatchingRows = Iterable<number> | AsyncIterable<number>;
