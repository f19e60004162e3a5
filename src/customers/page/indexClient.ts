import type { IndexWords } from '../../search/index/haystack.ts';
import type {
  AddedRows,
  ColumnStatistics,
  IndexAnswer,
  IndexRequest,
  StatisticsRequest,
} from '../../search/index/indexMessages.ts';
import type { Vocabulary } from '../../search/segment.ts';
import type { ShownView } from './viewState.ts';

/** ms */
const AFTER_PAINT = 30;

type FacetsAnswer = Extract<IndexAnswer, { type: 'facets' }>;

export type RowQuery = Pick<ShownView, 'search' | 'sort'>;

interface ClientOptions {
  /** Of the worker's script. */
  readonly url: string;
  readonly words: IndexWords;
  readonly locale: string;
  onRows(answer: IndexAnswer & { type: 'rows' }): void;
  /** The bytes that were added as `json`, in less memory. */
  onPacked(json: Uint8Array, packed: (IndexAnswer & { type: 'packed' })['packed']): void;
  /** Of one column after another, of what was asked for last. */
  onStatistics(statistics: ColumnStatistics): void;
}

/** Filters and sorts in a worker, so that the grid never waits for it. */
export class IndexClient {
  readonly #options: ClientOptions;
  readonly #worker: Promise<Worker>;
  readonly #facets: ((answer: FacetsAnswer) => void)[] = [];
  #vocabulary: Vocabulary | undefined;
  #isBusy = false;
  #wanted: RowQuery | undefined;
  /** Answers to what was asked before the rows were thrown away. */
  #stale = 0;
  /** Of the statistics that were asked for last. */
  #statistics = 0;
  #version = 0;
  /** Not given to the worker yet. */
  #added: AddedRows[] = [];
  #later: ReturnType<typeof setTimeout> | undefined;
  /** Given to the worker, which has not packed them yet. */
  readonly #unpacked = new Map<number, Uint8Array>();
  #adds = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#worker = startWorker(options.url, (answer) => this.#onAnswer(answer));
    // Else it would leave unanswered what a person asks for before the first rows.
    this.reset();
  }

  /** Something was asked that is not answered yet. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Another one when rows came, went or changed. */
  get version(): number {
    return this.#version;
  }

  reset(): void {
    this.#version++;
    this.#statistics++;
    if (this.#isBusy) this.#stale++;
    this.#added = [];
    this.#unpacked.clear();
    this.#isBusy = false;
    this.#wanted = undefined;
    const { words, locale } = this.#options;
    this.#send({ type: 'reset', words, locale });
    if (this.#vocabulary !== undefined) this.vocabulary = this.#vocabulary;
  }

  /** The copy for the worker takes some time, which the rows on the screen do not wait for. */
  add({ json, spans }: AddedRows): void {
    this.#version++;
    this.#added.push({ json, spans });
    this.#later ??= setTimeout(() => this.#giveOne(), AFTER_PAINT);
  }

  patch(row: number, json: string): void {
    this.#version++;
    this.#flush();
    this.#send({ type: 'patch', row, json });
  }

  /** What names in segments stand for from now on; what is shown is to be asked for again. */
  set vocabulary(vocabulary: Vocabulary) {
    this.#version++;
    this.#vocabulary = vocabulary;
    this.#send({ type: 'vocabulary', vocabulary });
  }

  /** One question at a time: of those that come meanwhile only the last one counts. */
  ask(query: RowQuery): void {
    this.#flush();
    if (this.#isBusy) this.#wanted = query;
    else {
      this.#isBusy = true;
      this.#send({ type: 'rows', ...query });
    }
  }

  /** In place of what was asked for before and is not answered yet. */
  statistics(query: Pick<StatisticsRequest, 'columns' | 'search'>): void {
    this.#flush();
    this.#send({ type: 'statistics', id: ++this.#statistics, ...query });
  }

  /** Values of the loaded customers: for menus, completion and conditions. */
  values(): Promise<FacetsAnswer> {
    this.#flush();
    this.#send({ type: 'facets' });
    return new Promise((resolve) => this.#facets.push(resolve));
  }

  #flush(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    for (const rows of this.#added.splice(0)) this.#give(rows);
  }

  /** When hundreds of pages come at once, a copy of all of them would stop everything. */
  #giveOne(): void {
    const rows = this.#added.shift();
    if (rows !== undefined) this.#give(rows);
    this.#later = this.#added.length > 0 ? setTimeout(() => this.#giveOne()) : undefined;
  }

  #give(rows: AddedRows): void {
    const id = this.#adds++;
    this.#unpacked.set(id, rows.json);
    this.#send({ type: 'add', id, ...rows });
  }

  #send(request: IndexRequest): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's, not a window's
    void this.#worker.then((worker) => worker.postMessage(request));
  }

  #onAnswer(answer: IndexAnswer): void {
    if (answer.type === 'facets') return this.#facets.shift()?.(answer);
    if (answer.type === 'packed') {
      const json = this.#unpacked.get(answer.id);
      this.#unpacked.delete(answer.id);
      if (json !== undefined) this.#options.onPacked(json, answer.packed);
      return;
    }
    if (answer.type === 'statistics') {
      if (answer.id === this.#statistics) this.#options.onStatistics(answer.statistics);
      return;
    }
    if (this.#stale > 0) {
      this.#stale--;
      return;
    }
    this.#isBusy = false;
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (wanted === undefined) this.#options.onRows(answer);
    else this.ask(wanted);
  }
}

/** A webview may start workers from blobs only. */
async function startWorker(url: string, onAnswer: (answer: IndexAnswer) => void): Promise<Worker> {
  const script = await (await fetch(url)).blob();
  const worker = new Worker(URL.createObjectURL(script));
  worker.addEventListener('message', ({ data }: MessageEvent<IndexAnswer>) => onAnswer(data));
  return worker;
}
