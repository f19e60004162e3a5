import * as vscode from 'vscode';
import { Cancelled, ServiceError, UserError } from '../../base/errors.ts';
import type { Bot, UserRef } from '../../base/model.ts';
import { setting } from '../../base/ui/settings.ts';
import { readOnlyText } from '../../catalogue/ui/botLooks.ts';
import type { RowContext } from '../../catalogue/ui/handler.ts';
import type { RunTagging } from '../../service/tagActions.ts';
import type { CustomerPager, PagerChange } from '../customerPager.ts';
import type { GridMessage, GridPosition, View } from '../gridMessages.ts';
import { GridFeed, type SearchToShow } from './gridFeed.ts';
import { GridPage } from './gridPage.ts';
import { gridRowsOf } from './gridRows.ts';
import { Loading } from './loading.ts';
import type { PanelParts, PanelStart, PanelState, Query } from './panelParts.ts';
import { PatchedRows } from './patchedRows.ts';
import { RangeCopies } from './rangeCopies.ts';
import { RowScope, type Scope } from './rowScope.ts';

/** Customers panel of one bot. Owns the rows. Sends changes to the grid, and all data to a grid that was recreated. */
export class CustomerPanel implements PanelState {
  bot: Bot;
  readonly panel: vscode.WebviewPanel;
  readonly #services: PanelParts;
  readonly #page: GridPage;
  readonly #disposables: { dispose(): void }[] = [];
  readonly #patched = new PatchedRows();
  readonly #scope = new RowScope();
  readonly #feed: GridFeed;
  /** The callback requests the cells, and returns whether there is a page that will answer. */
  readonly rangeCopies = new RangeCopies(() => {
    this.#page.post({ type: 'copyRange', generation: this.#generation });
    return this.#page.isReady;
  });
  /** Aborts requests for tags when the panel is closed. */
  readonly #lifetime = new AbortController();
  readonly #loading: Loading;
  #view: View | null;
  /** Number of pages that were loaded before the window was reloaded. */
  #pagesBefore: number;
  #generation = 0;
  #focusedRow = 0;
  #gridPosition: GridPosition | null = null;

  constructor(panel: vscode.WebviewPanel, bot: Bot, services: PanelParts, start: PanelStart) {
    this.bot = bot;
    this.panel = panel;
    this.#services = services;
    this.#view = start.view;
    this.#pagesBefore = start.pagesBefore;
    this.#page = new GridPage(panel, services, {
      onMessage: (message) => this.#handle(message),
      onPause: () => this.#pause(),
      reportErrors: (step) => this.#reportErrors(step),
    });
    this.#loading = new Loading(this, services, start, (change) => this.#onPagerChange(change));
    this.#feed = new GridFeed(this, this.#page, services, (step) => this.#reportErrors(step));
    this.#disposables.push(
      this.#loading,
      this.#feed,
      services.tags.onDidTag(({ bot: key, user }) => {
        if (key === this.bot.key) void this.#reportErrors(() => this.#reloadTags(user));
      }),
    );
    panel.onDidDispose(() => this.#dispose());
    this.#page.show();
    void this.#loading.begin();
  }

  /** Updates the grid after the bot may have become read-only or writable. */
  showLock(): void {
    const { key, label } = this.bot;
    const reason = this.#services.catalogue.isReadOnly(key) ? readOnlyText(label) : null;
    this.#page.post({ type: 'lock', reason });
  }

  get generation(): number {
    return this.#generation;
  }

  get pager(): CustomerPager {
    return this.#loading.pager;
  }

  /** Row that the page reported last as its current row, or else the first row. */
  get focused(): RowContext {
    return { row: this.#focusedRow, generation: this.#generation };
  }

  get query(): Query {
    return { limit: this.pager.query.limit, from: this.pager.query.from ?? null };
  }

  /** Search of the grid. Empty if all rows are shown, or if the grid has not reported its view yet. */
  get search(): string {
    return this.#view?.search ?? '';
  }

  /** Whether the grid has reported which rows match and are selected. Until then, all rows count as matching. */
  get isScopeReported(): boolean {
    return this.#scope.hasReport;
  }

  /** Rows whose tags have changed since they were loaded, with the record as JSON. */
  get patched(): ReadonlyMap<number, string> {
    return this.#patched.all;
  }

  /** Resolves when the first page is loaded or has failed. After a failure, the state of the pager is `error`. */
  get firstPage(): Promise<void> {
    return this.#loading.firstLoad;
  }

  /** Discards the rows and loads the first page. */
  load(query: Query): Promise<void> {
    this.#loading.renew(query);
    this.#generation++;
    this.#focusedRow = 0;
    this.#gridPosition = null;
    this.#pagesBefore = 0;
    this.#patched.clear();
    this.#scope.clear();
    this.#postAll();
    return this.#loading.begin();
  }

  /** @param count number of pages; `Infinity`: all. Loading stops at the row limit of the settings. */
  loadPages(count: number): Promise<void> {
    return this.#loading.loadPages(count);
  }

  /** Replaces the search of the grid. If the page is still loading, the search is sent as soon as the page is ready. */
  show(search: SearchToShow): void {
    this.#feed.show(search);
  }

  /** @throws {UserError} if the grid showed other customers when the row was clicked */
  checkRow({ row, generation }: RowContext): void {
    if (generation === this.#generation && this.pager.locate(row) !== undefined) return;
    throw staleSelectionError();
  }

  /**
   * Returns the row numbers of a scope, in loading order. A visible grid is queried, so that the user's latest input
   * counts. A hidden grid cannot have new input, so its last report is used.
   */
  async rowsInScope(scope: Scope): Promise<readonly number[]> {
    if (scope !== 'loaded' && this.#page.isReady) {
      const answer = this.#scope.nextReport();
      this.#page.post({ type: 'askScope', generation: this.#generation });
      await answer;
    }
    return this.#scope.rows(scope, this.pager.rowCount);
  }

  #onPagerChange(change: PagerChange): void {
    const currentFields = { generation: this.#generation, status: this.#loading.status };
    if (change.kind === 'status') this.#page.post({ type: 'status', ...currentFields });
    else {
      this.#services.onPage(this.bot.key, change.page);
      this.#scope.outdate();
      const rows = gridRowsOf(change.page, this.pager.pages.length);
      this.#page.post({ type: 'append', rows, ...currentFields });
    }
    const { error, state } = this.pager;
    // The page shows every error of loading. A refused token is also shown as a dialog, whose button asks for another one.
    if (state === 'error' && ServiceError.isUnauthorized(error)) {
      void this.#services.onError(error, this.bot);
    }
  }

  /** Sends the complete state to a grid that is new, or that was recreated after its tab was in the background. */
  #postAll(): void {
    const { pages } = this.pager;
    const { status } = this.#loading;
    const generation = this.#generation;
    this.#page.post({
      type: 'reset',
      generation,
      state: { bot: this.bot.key, ...this.query, pages: pages.length, view: this.#view },
      status,
      pagesBefore: this.#pagesBefore,
      selected: this.#scope.selected,
      matching: this.#scope.matching,
      gridPosition: this.#gridPosition,
      pictures: setting('botTags.customers.showPictures'),
    });
    for (const [index, page] of pages.entries()) {
      this.#page.post({ type: 'append', generation, rows: gridRowsOf(page, index + 1), status });
    }
    for (const [row, json] of this.#patched.all) {
      this.#page.post({ type: 'patch', generation, row, json });
    }
  }

  async #handle(message: GridMessage): Promise<void> {
    if ('generation' in message && message.generation !== this.#generation) {
      // An action on an earlier row throws an error, which asks the user to select again. Other messages are dropped.
      if ('row' in message && message.type !== 'focusRow') this.checkRow(message);
      return;
    }
    switch (message.type) {
      case 'ready':
        this.#postAll();
        this.showLock();
        return this.#feed.start();
      case 'zone':
        return this.#services.reportZone(message.zone);
      case 'load':
        return this.load(message);
      case 'loadMore':
        return this.pager.loadMore();
      case 'loadPages':
        return this.loadPages(message.pages);
      case 'loadAll':
        return this.loadPages(Number.POSITIVE_INFINITY);
      case 'cancel':
        return this.#loading.cancel();
      case 'scope':
        return this.#scope.setReport(message);
      case 'view':
        if (message.view.search !== this.search) this.#scope.outdate();
        this.#view = message.view;
        return this.#services.views.save(this.bot.key, message.view);
      case 'copyText':
      case 'copyCells':
        return this.rangeCopies.handleMessage(message);
      case 'focusRow':
        this.#focusedRow = message.row;
        return this.#services.onRow();
      case 'gridPosition':
        this.#gridPosition = message.gridPosition;
        return;
      case 'saveSegment':
        return this.#services.saveSegment(this.bot, message.text);
      case 'removeSegment':
        return this.#services.removeSegment(this.bot, message);
      case 'copyIds':
        return this.#services.onAction(message.type, undefined);
      default:
        this.checkRow(message);
        return this.#services.onAction(message.type, message);
    }
  }

  showTagged(changes: readonly RunTagging[]): void {
    this.#postRows(this.#generation, this.#patched.patch(this.pager, changes));
  }

  async #reloadTags(user: UserRef): Promise<void> {
    const generation = this.#generation;
    const list = () => this.#services.tags.list(this.bot, user, this.#lifetime.signal);
    this.#postRows(generation, await this.#patched.reload(this.pager, user, list));
  }

  #postRows(generation: number, rows: ReadonlyMap<number, string>): void {
    if (rows.size > 0) this.#scope.outdate();
    for (const [row, json] of rows) this.#page.post({ type: 'patch', generation, row, json });
  }

  async #reportErrors(step: () => Thenable<void> | void): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!Cancelled.is(error)) await this.#services.onError(error, this.bot);
    }
  }

  /** Called while the page receives no messages: ends waiting for its answers. Loading continues. */
  #pause(): void {
    this.#scope.release();
    this.rangeCopies.release();
    this.#feed.stop();
  }

  #dispose(): void {
    this.#lifetime.abort(new Cancelled());
    this.#page.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

export function staleSelectionError(): UserError {
  return new UserError(
    vscode.l10n.t(
      'The selection is no longer valid, because the customers were reloaded. Select the customers again.',
    ),
  );
}
