import { MAX_LIMIT, customerAt, type Bot, type Customer } from '../../../core/model.ts';
import { candidateOf, type PlanCandidate } from '../../../core/plans/planLines.ts';
import type { BotService } from '../../../core/ports.ts';
import { nameOf } from '../../customers/panel/rows.ts';
import { narrowedPages, type Narrowing } from './narrowing.ts';
import type { Gathered, PlanSource } from './planSource.ts';
import { withName } from './rowsSource.ts';
import { aboutSearch } from './aboutSearch.ts';

export interface ServiceWalk {
  readonly bot: Bot;
  readonly narrowing: Narrowing;
  /** ms; `null`: whenever they were active. */
  readonly from: number | null;
  /** Customers per page. Absent: as many as the service gives. */
  readonly limit?: number | undefined;
}

type ServiceOf = (bot: Bot) => Promise<BotService>;

/** Every customer of the service that matches a filter, page by page. */
export function serviceSource(
  serviceOf: ServiceOf,
  walk: ServiceWalk & { readonly withNames: boolean },
): PlanSource {
  return {
    origin: { kind: 'service' },
    checkFirst: false,
    about: aboutSearch(walk.narrowing.search),
    candidates: async function* (signal, report): AsyncGenerator<PlanCandidate> {
      for await (const customers of serviceCustomers(serviceOf, walk, signal, report)) {
        for (const customer of customers) {
          yield withName(candidateOf(customer), walk.withNames ? nameOf(customer) : undefined);
        }
      }
    },
  };
}

/** Those of each page that the filter leaves. Throws the signal's reason. */
export async function* serviceCustomers(
  serviceOf: ServiceOf,
  { bot, narrowing, from, limit = MAX_LIMIT }: ServiceWalk,
  signal: AbortSignal,
  report: (gathered: Gathered) => void,
): AsyncGenerator<readonly (Customer | undefined)[]> {
  const query = { botId: bot.botId, limit, ...(from === null ? {} : { from }) };
  const matching = narrowedPages(narrowing);
  const service = await serviceOf(bot);
  let [pages, customers] = [0, 0];
  for await (const page of service.walkCustomers(query, signal)) {
    report({ pages: ++pages, customers: (customers += page.records.length) });
    const found: (Customer | undefined)[] = [];
    for await (const index of matching(page)) found.push(customerAt(page, index));
    yield found;
  }
}
