import { slices } from '../../base/promises.ts';
import type { RecordSource } from '../../base/exportPlan.ts';
import type { Span } from '../../base/jsonScan.ts';
import { recordSpans } from '../../base/recordSpans.ts';
import {
  MAX_LIMIT,
  customerAt,
  type Bot,
  type Customer,
  type CustomerPage,
  type RecordPage,
} from '../../base/model.ts';
import type { BotService } from '../../base/ports.ts';
import { customerOfRow, type ChosenRows } from './chosenRows.ts';
import type { CustomerSource, ServiceSource } from './customerSource.ts';
import { narrowedPages, narrowedRows, type JsonRows, type Narrowing } from './narrowing.ts';

/** Progress of reading customers. */
export interface Gathered {
  /** Number of pages read from the service; 0 for rows of the panel. */
  readonly pages: number;
  /** Number of customers, including those that do not match. */
  readonly customers: number;
}

interface Walk {
  readonly bot: Bot;
  readonly serviceOf: (bot: Bot) => Promise<BotService>;
}

type Batches = AsyncGenerator<readonly (Customer | undefined)[]>;

/** Reads the customers of a source in batches; `undefined` for a record of no customer. Throws the signal's reason. */
export function sourceCustomers(
  walk: Walk,
  source: CustomerSource,
  signal: AbortSignal,
  report: (gathered: Gathered) => void,
): Batches {
  return source.kind === 'rows'
    ? rowCustomers(source.chosen, signal, report)
    : serviceCustomers(walk, source, signal, report);
}

const ROWS_PER_BATCH = 1000;

async function* rowCustomers(
  chosen: ChosenRows,
  signal: AbortSignal,
  report: (gathered: Gathered) => void,
): Batches {
  const due = slices();
  for (let start = 0; start < chosen.rows.length; start += ROWS_PER_BATCH) {
    await due();
    signal.throwIfAborted();
    const rows = chosen.rows.slice(start, start + ROWS_PER_BATCH);
    yield rows.map((row) => customerOfRow(chosen, row));
    report({ pages: 0, customers: start + rows.length });
  }
}

async function* serviceCustomers(...walk: ServiceWalk): Batches {
  for await (const { page, matching } of servicePages(...walk)) {
    yield matching.map((index) => customerAt(page, index));
  }
}

/** Reads all customers of a bot, and whether each matches the search. Throws the reason of the signal. */
export async function* matchedCustomers(...walk: ServiceWalk) {
  for await (const { page, matching } of servicePages(...walk)) {
    const isMatching = new Set(matching);
    yield page.records.map((_record, index) => ({
      customer: customerAt(page, index),
      isMatch: isMatching.has(index),
    }));
  }
}

type ServiceWalk = readonly [
  walk: Walk,
  source: ServiceSource,
  signal: AbortSignal,
  report: (gathered: Gathered) => void,
];

async function* servicePages(
  ...[{ bot, serviceOf }, { narrowing, from, limit = MAX_LIMIT }, signal, report]: ServiceWalk
): AsyncGenerator<{ readonly page: CustomerPage; readonly matching: readonly number[] }> {
  const query = { botId: bot.botId, limit, ...(from === null ? {} : { from }) };
  const matching = narrowedPages(narrowing);
  const service = await serviceOf(bot);
  let [pages, customers] = [0, 0];
  for await (const page of service.walkCustomers(query, signal)) {
    report({ pages: ++pages, customers: (customers += page.records.length) });
    const found: number[] = [];
    for await (const index of matching(page)) found.push(index);
    yield { page, matching: found };
  }
}

/** Returns the records of rows as the service sent them. */
export function rowRecords({ pager, rows }: ChosenRows): RecordSource {
  const byPage = new Map<CustomerPage, number[]>();
  for (const row of rows) {
    const place = pager.place(row);
    const page = place && pager.pages[place.page];
    if (place === undefined || page === undefined) continue;
    const indexes = byPage.get(page) ?? [];
    indexes.push(place.index);
    byPage.set(page, indexes);
  }
  return async function* () {
    for (const [page, indexes] of byPage) yield copyOf(page, indexes);
  };
}

/** Copies the records, because an export overwrites its input and the panel keeps its pages. */
function copyOf(page: CustomerPage, indexes: readonly number[]): RecordPage {
  const { json, spans } = recordSpans(page.body, page.records.length);
  const wanted = indexes.map((index) => spans[index]).filter((span) => span !== undefined);
  const size = wanted.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  const body = new Uint8Array(size);
  let at = 0;
  const records = wanted.map(({ start, end }) => {
    body.set(json.subarray(start, end), at);
    const span = { start: at, end: at + end - start };
    at = span.end + 1;
    return span;
  });
  return { body, records, next: undefined };
}

/** Filters a source. Pages stay even if they have no matching record. */
export function narrowedRecords(source: RecordSource, narrowing: Narrowing): RecordSource {
  const matching = narrowedRows(narrowing);
  return async function* (start, signal) {
    for await (const page of source(start, signal)) {
      const records: Span[] = [];
      for await (const row of matching(page.records.length, () => rowsOf(page))) {
        const record = page.records[row];
        if (record !== undefined) records.push(record);
      }
      yield { ...page, records };
    }
  };
}

function rowsOf({ body, records }: RecordPage): JsonRows {
  return { json: body, spans: Uint32Array.from(records.flatMap(({ start, end }) => [start, end])) };
}
