import { createTimeSlicer } from '../../base/promises.ts';
import type { RecordSource } from '../../base/exportPlan.ts';
import { recordSpans, type Span, spanText } from '../../base/jsonScan.ts';
import {
  MAX_LIMIT,
  customerAt,
  type Bot,
  type Customer,
  type CustomerPage,
  type RecordPage,
} from '../../base/model.ts';
import type { BotServices } from '../../catalogue/ui/services.ts';
import {
  type ChosenRows,
  customerOfRow,
  type CustomerSource,
  type ServiceSource,
} from './chosenRows.ts';
import { recordMatcher, type Narrowing } from './narrowing.ts';

export interface ReadProgress {
  /** Number of pages read from the service; 0 for rows of the panel. */
  readonly pages: number;
  /** Number of customers, including those that do not match. */
  readonly customers: number;
}

interface ReadNeeds {
  readonly bot: Bot;
  readonly botServices: Pick<BotServices, 'of'>;
}

interface CustomerMatch {
  /** `undefined` for a record that is no object. */
  readonly customer: Customer | undefined;
  readonly isMatch: boolean;
}

type Batches = AsyncGenerator<readonly (Customer | undefined)[]>;

/** Yields batches of customers; `undefined` for a record that is no object. Throws the reason of an aborted signal. */
export function sourceCustomers(
  needs: ReadNeeds,
  source: CustomerSource,
  signal: AbortSignal,
  report: (progress: ReadProgress) => void,
): Batches {
  return source.kind === 'rows'
    ? rowCustomers(source.chosen, signal, report)
    : serviceCustomers(needs, source, signal, report);
}

/** Number of rows that are read before progress is reported. */
const ROWS_PER_BATCH = 1000;

async function* rowCustomers(
  chosen: ChosenRows,
  signal: AbortSignal,
  report: (progress: ReadProgress) => void,
): Batches {
  const pauseIfDue = createTimeSlicer();
  for (let start = 0; start < chosen.rows.length; start += ROWS_PER_BATCH) {
    await pauseIfDue();
    signal.throwIfAborted();
    const rows = chosen.rows.slice(start, start + ROWS_PER_BATCH);
    yield rows.map((row) => customerOfRow(chosen, row));
    report({ pages: 0, customers: start + rows.length });
  }
}

async function* serviceCustomers(...parameters: Parameters<typeof customersWithMatch>): Batches {
  for await (const customers of customersWithMatch(...parameters)) {
    yield customers.filter(({ isMatch }) => isMatch).map(({ customer }) => customer);
  }
}

/** Reads all customers of a bot, and whether each matches the search. Throws the reason of an aborted signal. */
export async function* customersWithMatch(
  { bot, botServices }: ReadNeeds,
  { narrowing, from, limit = MAX_LIMIT }: ServiceSource,
  signal: AbortSignal,
  report: (progress: ReadProgress) => void,
): AsyncGenerator<readonly CustomerMatch[]> {
  const query = { botId: bot.botId, limit, ...(from === null ? {} : { from }) };
  const matchIndexes = recordMatcher(narrowing);
  const service = await botServices.of(bot);
  let [pageCount, customerCount] = [0, 0];
  for await (const page of service.walkCustomers(query, signal)) {
    const { records } = page;
    customerCount += records.length;
    report({ pages: ++pageCount, customers: customerCount });
    const matching = new Set<number>();
    for await (const index of matchIndexes(records.length, (row) => records[row])) {
      matching.add(index);
    }
    yield records.map((_record, index) => ({
      customer: customerAt(page, index),
      isMatch: matching.has(index),
    }));
  }
}

/** Returns the records of rows as the service sent them. They are yielded as one page for each page of the panel. */
export function rowRecords({ pager, rows }: ChosenRows): RecordSource {
  const indexesByPage = new Map<CustomerPage, number[]>();
  for (const row of rows) {
    const location = pager.locate(row);
    if (location === undefined) continue;
    const { page, index } = location;
    const indexes = indexesByPage.get(page) ?? [];
    indexes.push(index);
    indexesByPage.set(page, indexes);
  }
  return async function* () {
    for (const [page, indexes] of indexesByPage) yield pageWith(page, indexes);
  };
}

/** The records are copied, because an export may change the bytes of its page, and the panel still needs them. */
function pageWith(page: CustomerPage, indexes: readonly number[]): RecordPage {
  const { json, spans } = recordSpans(page.body, page.records.length);
  const spansToCopy = indexes.map((index) => spans[index]).filter((span) => span !== undefined);
  const size = spansToCopy.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  const body = new Uint8Array(size);
  let offset = 0;
  const records = spansToCopy.map(({ start, end }) => {
    body.set(json.subarray(start, end), offset);
    const span = { start: offset, end: offset + end - start };
    // A byte stays free after each record, because the NDJSON encoder writes its line breaks into this body.
    offset = span.end + 1;
    return span;
  });
  return { body, records, next: undefined };
}

/** Limits a source to the records that match a search. Pages without a matching record stay. */
export function narrowedRecords(source: RecordSource, narrowing: Narrowing): RecordSource {
  const matchIndexes = recordMatcher(narrowing);
  return async function* (start, signal) {
    for await (const page of source(start, signal)) {
      const { body, records } = page;
      const recordAt = (index: number): unknown => {
        const span = records[index];
        return span && JSON.parse(spanText(body, span));
      };
      const matching: Span[] = [];
      for await (const index of matchIndexes(records.length, recordAt)) {
        const span = records[index];
        if (span !== undefined) matching.push(span);
      }
      yield { ...page, records: matching };
    }
  };
}
