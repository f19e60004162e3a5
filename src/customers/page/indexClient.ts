import * as l10n from '@vscode/l10n';
import { displayedWords } from '../customerTexts.ts';
import type {
  AddedRows,
  ColumnStatistics,
  IndexAnswer,
  IndexRequest,
  StatisticsRequest,
} from '../../search/index/indexMessages.ts';
import type { Vocabulary } from '../../search/segment.ts';
import type { PageContext } from './pageContext.ts';
import type { ShownView } from './viewState.ts';

/** Delay in ms before rows are sent to the worker, so that the browser can paint first. */
const PAINT_DELAY_MS = 30;

export type FacetsAnswer = Extract<IndexAnswer, { type: 'facets' }>;

type RowQuery = Pick<ShownView, 'search' | 'sort'>;

type OnRows = (answer: IndexAnswer & { type: 'rows' }) => void;
type OnStatistics = (statistics: ColumnStatistics) => void;

/** Filters and sorts in a worker, so that the grid is never blocked. */
export class IndexClient {
  readonly #context: PageContext;
  readonly #onRows: OnRows;
  readonly #worker: Promise<Worker>;
  readonly #facetResolvers: ((answer: FacetsAnswer) => void)[] = [];
  #vocabulary: Vocabulary | undefined;
  #isBusy = false;
  #nextQuery: RowQuery | undefined;
  /** Number of pending answers to row queries from before the last `reset`. These answers are ignored. */
  #staleAnswerCount = 0;
  #statisticsId = 0;
  /** Callback of the latest statistics request. */
  #onStatistics: OnStatistics | undefined;
  #version = 0;
  #unsentRows: AddedRows[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Bytes that the worker has not compressed yet, by ID. */
  readonly #uncompressed = new Map<number, Uint8Array>();
  #nextAddId = 0;

  /** @param onRows called with the answer to the latest row query */
  constructor(context: PageContext, onRows: OnRows) {
    this.#context = context;
    this.#onRows = onRows;
    this.#worker = startWorker(context.indexUrl, (answer) => this.#onAnswer(answer));
    // The worker ignores requests before the first reset, so a request before the first rows would stay unanswered.
    this.reset();
  }

  /** Whether a row query is pending. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Version of the rows. Changes when rows are added, removed or modified. */
  get version(): number {
    return this.#version;
  }

  /** Removes all rows. Answers to earlier requests for rows and statistics are ignored. */
  reset(): void {
    this.#version++;
    this.#statisticsId++;
    if (this.#isBusy) this.#staleAnswerCount++;
    this.#unsentRows = [];
    this.#uncompressed.clear();
    this.#isBusy = false;
    this.#nextQuery = undefined;
    const { locale } = this.#context;
    this.#send({ type: 'reset', words: displayedWords(l10n), locale });
    // A reset worker has no vocabulary, so the setter sends it again.
    if (this.#vocabulary !== undefined) this.vocabulary = this.#vocabulary;
  }

  /** Adds rows. They are sent with a delay, because copying them for the worker would delay painting. */
  add({ json, spans }: AddedRows): void {
    this.#version++;
    this.#unsentRows.push({ json, spans });
    this.#timer ??= setTimeout(() => this.#sendNextRows(), PAINT_DELAY_MS);
  }

  /** @param json record as JSON, with its current tags */
  patch(row: number, json: string): void {
    this.#version++;
    this.#sendAllRows();
    this.#send({ type: 'patch', row, json });
  }

  /** Sets the tags and folders that a search may name. Afterwards the current query must be sent again. */
  set vocabulary(vocabulary: Vocabulary) {
    this.#version++;
    this.#vocabulary = vocabulary;
    this.#send({ type: 'vocabulary', vocabulary });
  }

  /** Requests rows. One query runs at a time. Of the queries that arrive while it runs, only the last is sent. */
  queryRows(query: RowQuery): void {
    this.#sendAllRows();
    if (this.#isBusy) this.#nextQuery = query;
    else {
      this.#isBusy = true;
      this.#send({ type: 'rows', ...query });
    }
  }

  /**
   * Requests statistics. Replaces the previous request if it is still pending.
   * @param onStatistics called for each column, one after another
   */
  requestStatistics(
    query: Pick<StatisticsRequest, 'columns' | 'search'>,
    onStatistics: OnStatistics,
  ): void {
    this.#sendAllRows();
    this.#onStatistics = onStatistics;
    this.#send({ type: 'statistics', id: ++this.#statisticsId, ...query });
  }

  /** Returns the values of the loaded customers for menus, completion and conditions. */
  values(): Promise<FacetsAnswer> {
    this.#sendAllRows();
    this.#send({ type: 'facets' });
    return new Promise((resolve) => this.#facetResolvers.push(resolve));
  }

  /** Sends all unsent rows now, so that the next request covers them. */
  #sendAllRows(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const rows of this.#unsentRows.splice(0)) this.#sendRows(rows);
  }

  /** Sends one page at a time: copying hundreds of pages in one step would block the grid. */
  #sendNextRows(): void {
    const rows = this.#unsentRows.shift();
    if (rows !== undefined) this.#sendRows(rows);
    this.#timer = this.#unsentRows.length > 0 ? setTimeout(() => this.#sendNextRows()) : undefined;
  }

  #sendRows(rows: AddedRows): void {
    const id = this.#nextAddId++;
    this.#uncompressed.set(id, rows.json);
    this.#send({ type: 'add', id, ...rows });
  }

  #send(request: IndexRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- message to a worker, not to a window
    void this.#worker.then((worker) => worker.postMessage(request));
  }

  #onAnswer(answer: IndexAnswer): void {
    if (answer.type === 'facets') return this.#facetResolvers.shift()?.(answer);
    if (answer.type === 'packed') {
      const json = this.#uncompressed.get(answer.id);
      this.#uncompressed.delete(answer.id);
      if (json !== undefined) this.#context.store.pack(json, answer.packed);
      return;
    }
    if (answer.type === 'statistics') {
      if (answer.id === this.#statisticsId) this.#onStatistics?.(answer.statistics);
      return;
    }
    // The remaining type is `rows`.
    if (this.#staleAnswerCount > 0) {
      this.#staleAnswerCount--;
      return;
    }
    this.#isBusy = false;
    const nextQuery = this.#nextQuery;
    this.#nextQuery = undefined;
    if (nextQuery === undefined) this.#onRows(answer);
    else this.queryRows(nextQuery);
  }
}

/** Starts the worker from a blob, because a webview cannot start workers from URLs. */
async function startWorker(url: string, onAnswer: (answer: IndexAnswer) => void): Promise<Worker> {
  const script = await (await fetch(url)).blob();
  const worker = new Worker(URL.createObjectURL(script));
  worker.addEventListener('message', ({ data }: MessageEvent<IndexAnswer>) => onAnswer(data));
  return worker;
}
