import * as vscode from 'vscode';
import { CustomerPager, type PagerChange } from '../../../core/customers/customerPager.ts';
import type { RunTagging } from '../../../core/customers/tagActions.ts';
import { Cancelled, ServiceError, UserError } from '../../../core/errors.ts';
import type { Bot, UserRef } from '../../../core/model.ts';
import type { RetryWait } from '../../../core/service/retryWait.ts';
import type {
  Filter,
  GridMessage,
  PanelMessage,
  Spot,
  View,
} from '../../../surface/gridMessages.ts';
import type { RowContext } from '../../input/handler.ts';
import { retryWaits } from '../../kit/progress.ts';
import { setting } from '../../kit/settings.ts';
import { copyText, sayDone } from '../../kit/window.ts';
import { customersHtml } from './customersHtml.ts';
import { GridFeed, type Wanted } from './gridFeed.ts';
import { gridStatusOf, whyCancelled } from './gridStatus.ts';
import type { PanelParts, PanelStart, Query } from './panelParts.ts';
import { PatchedRows } from './patchedRows.ts';
import { RowScope, type Scope } from './rowScope.ts';
import { gridRowsOf } from './rowsOfPage.ts';
import { wholeGrid } from './wholeGrid.ts';

/** One bot's customers. The rows live here; the grid is told of changes, and of everything when it is new. */
export class CustomerPanel {
  bot: Bot;
  readonly panel: vscode.WebviewPanel;
  readonly #parts: PanelParts;
  readonly #disposables: { dispose(): void }[] = [];
  readonly #patched = new PatchedRows();
  readonly #scope = new RowScope();
  readonly #feed: GridFeed;
  readonly #over = new AbortController();
  #pager: CustomerPager;
  #listening: { dispose(): void } | undefined;
  #firstPage = Promise.resolve();
  #wait: RetryWait | undefined;
  #view: View | null;
  #pagesBefore: number;
  #generation = 0;
  #isReady = false;
  #focused = 0;
  #spot: Spot | null = null;

  constructor(panel: vscode.WebviewPanel, bot: Bot, parts: PanelParts, start: PanelStart) {
    this.bot = bot;
    this.panel = panel;
    this.#parts = parts;
    this.#view = start.view;
    this.#pagesBefore = start.pagesBefore;
    this.#pager = this.#newPager(start);
    this.#feed = new GridFeed({
      bot: () => this.bot,
      generation: () => this.#generation,
      segments: parts.segments,
      post: (message) => this.#post(message),
      guard: (step) => this.#guard(step),
    });
    this.#disposables.push(
      this.#feed,
      panel.webview.onDidReceiveMessage((message) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#pause();
      }),
      retryWaits.event((wait) => this.#onWait(wait)),
      parts.tags.onDidTag(({ bot: key, user }) => {
        if (key === bot.key) void this.#guard(() => this.#reloadTags(user));
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('botTags.customers.showPictures')) this.#showPage();
      }),
    );
    panel.onDidDispose(() => this.#dispose());
    panel.iconPath = vscode.Uri.joinPath(parts.extensionUri, 'media', 'icon.png');
    this.#showPage();
    this.#firstPage = this.#pager.loadMore();
  }

  get pager(): CustomerPager {
    return this.#pager;
  }

  get focused(): RowContext {
    return { row: this.#focused, generation: this.#generation };
  }

  get query(): Query {
    return { limit: this.#pager.query.limit, from: this.#pager.query.from ?? null };
  }

  /** What the person narrows the rows to; `null`: the grid has not said. */
  get filter(): Filter | null {
    return this.#view?.filter ?? null;
  }

  /** Whether the grid has said which of these rows match, and are selected; until then all of them match. */
  get isScopeSaid(): boolean {
    return this.#scope.isSaid;
  }

  /** Rows whose tags changed since they were loaded, with the record as JSON. */
  get patched(): ReadonlyMap<number, string> {
    return this.#patched.all;
  }

  /** Ends when the first page is there or has failed, which is then the pager's state. */
  get firstPage(): Promise<void> {
    return this.#firstPage;
  }

  /** Starts anew with the first page. */
  load(query: Query): Promise<void> {
    this.#pager.stop();
    this.#wait = undefined;
    this.#pager = this.#newPager(query);
    this.#generation++;
    this.#focused = 0;
    this.#spot = null;
    this.#pagesBefore = 0;
    this.#patched.clear();
    this.#scope.clear();
    this.#postAll();
    this.#firstPage = this.#pager.loadMore();
    return this.#firstPage;
  }

  loadMore(): Promise<void> {
    return this.#pager.loadMore();
  }

  /** @param count `Infinity` for all; it stops at the row limit of the settings */
  loadPages(count: number): Promise<void> {
    return this.#pager.loadPages(count, setting('botTags.customers.maxRows'));
  }

  /** Filters by it; a page that is on its way does so when it is there. */
  show(wanted: Wanted): void {
    this.#feed.show(wanted);
  }

  /** Throws when the grid was showing something else when the row was clicked. */
  checkRow({ row, generation }: RowContext): void {
    if (generation === this.#generation && this.#pager.place(row) !== undefined) return;
    throw new UserError(vscode.l10n.t('This row is no longer shown. Pick it again.'));
  }

  /**
   * Row numbers in loading order. The grid is asked, so what the person typed a moment ago counts; a grid in
   * the background has nobody typing, and what it said last holds.
   */
  async rowsInScope(scope: Scope): Promise<readonly number[]> {
    if (scope !== 'loaded' && this.#isReady) {
      const answer = this.#scope.next();
      this.#post({ type: 'askScope', generation: this.#generation });
      await answer;
    }
    return this.#scope.rows(scope, this.#pager.rows);
  }

  #newPager({ limit, from }: Query): CustomerPager {
    const { botId } = this.bot;
    const query = { botId, limit, ...(from === null ? {} : { from }) };
    const pager = new CustomerPager(() => this.#parts.serviceOf(this.bot), query);
    this.#listening?.dispose();
    this.#listening = pager.onDidChange((change) => this.#onPager(change));
    return pager;
  }

  #onPager(change: PagerChange): void {
    this.#wait = undefined;
    if (change.kind === 'status') this.#postStatus();
    else {
      this.#parts.onPage(this.bot.key, change.page);
      const rows = gridRowsOf(change.page, this.#pager.pages.length);
      const common = { generation: this.#generation, status: gridStatusOf(this.#pager, undefined) };
      this.#post({ type: 'append', start: change.start, rows, ...common });
    }
    const { error, state } = this.#pager;
    if (state === 'error' && ServiceError.isUnauthorized(error)) {
      void this.#parts.onError(error, this.bot);
    }
  }

  #onWait(wait: RetryWait): void {
    if (wait.signal !== this.#pager.signal) return;
    this.#wait = wait;
    this.#postStatus();
  }

  #postStatus(): void {
    const status = gridStatusOf(this.#pager, this.#wait);
    this.#post({ type: 'status', generation: this.#generation, status });
  }

  /** The grid is new, or was thrown away with its tab in the background: it gets everything. */
  #postAll(): void {
    const messages = wholeGrid(this.#pager, {
      generation: this.#generation,
      state: {
        bot: this.bot.key,
        ...this.query,
        pages: this.#pager.pages.length,
        view: this.#view,
      },
      status: gridStatusOf(this.#pager, this.#wait),
      pagesBefore: this.#pagesBefore,
      selected: this.#scope.selected,
      spot: this.#spot,
      patched: this.#patched.all,
    });
    for (const message of messages) this.#post(message);
  }

  #post(message: PanelMessage): void {
    if (this.#isReady && !this.#over.signal.aborted) void this.panel.webview.postMessage(message);
  }

  async #receive(raw: unknown): Promise<void> {
    const message = (await this.#parts.validators()).parseGridMessage(raw);
    if (message !== undefined) await this.#guard(() => this.#handle(message));
  }

  async #handle(message: GridMessage): Promise<void> {
    if ('generation' in message && message.generation !== this.#generation) {
      if ('row' in message && message.type !== 'focusRow') this.checkRow(message);
      return;
    }
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#postAll();
        return this.#feed.start();
      case 'load':
        return this.load(message);
      case 'loadMore':
        return this.loadMore();
      case 'loadPages':
        return this.loadPages(message.pages);
      case 'loadAll':
        return this.loadPages(Number.POSITIVE_INFINITY);
      case 'cancel':
        return this.#pager.giveUp(whyCancelled(this.#pager, this.#wait));
      case 'scope':
        return this.#scope.take(message);
      case 'view':
        this.#view = message.view;
        return this.#parts.views.keep(this.bot.key, message.view);
      case 'copyText':
        await copyText(message.text);
        return sayDone(vscode.l10n.t('Value copied.'));
      case 'focusRow':
        this.#focused = message.row;
        return this.#parts.onRow();
      case 'spot':
        this.#spot = message.spot;
        return;
      case 'saveSegment':
      case 'removeSegment':
        return this.#feed.handle(message);
      case 'askPages':
      case 'copyIds':
      case 'exportAudience':
        return this.#parts.onVerb(message.type, undefined);
      default:
        this.checkRow(message);
        return this.#parts.onVerb(message.type, message);
    }
  }

  /** Shows what a run has done to its users. */
  showTagged(changes: readonly RunTagging[]): void {
    this.#postRows(this.#generation, this.#patched.patch(this.#pager, changes));
  }

  async #reloadTags(user: UserRef): Promise<void> {
    const generation = this.#generation;
    const list = () => this.#parts.tags.list(this.bot, user, this.#over.signal);
    this.#postRows(generation, await this.#patched.reload(this.#pager, user, list));
  }

  #postRows(generation: number, rows: ReadonlyMap<number, string>): void {
    for (const [row, json] of rows) this.#post({ type: 'patch', generation, row, json });
  }

  async #guard(step: () => Promise<void> | Thenable<void> | void): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!Cancelled.is(error)) await this.#parts.onError(error, this.bot);
    }
  }

  /** Until the grid says that it is ready, nobody hears what it is told. */
  #pause(): void {
    this.#isReady = false;
    this.#scope.release();
    this.#feed.stop();
  }

  #showPage(): void {
    this.#pause();
    this.panel.webview.html = customersHtml(this.panel.webview, this.#parts.extensionUri);
  }

  #dispose(): void {
    this.#over.abort(new Cancelled());
    this.#pager.stop();
    this.#scope.release();
    this.#listening?.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
