import * as vscode from 'vscode';
import { CustomerPager, type PagerChange } from '../../core/customerPager.ts';
import { ServiceError, UserError } from '../../core/errors.ts';
import type { Bot, CustomerPage, UserRef } from '../../core/model.ts';
import type { BotService } from '../../core/ports.ts';
import type { TagActions } from '../../core/tagActions.ts';
import type { PageMessage, PageState, PanelMessage, Row } from '../../protocol.ts';
import type { Backend } from '../backend.ts';
import type { RowContext } from '../commands/handler.ts';
import { tagsOf } from '../input/askTag.ts';
import { onRetryWait, waitText } from '../progress.ts';
import { pageHtml } from './pageHtml.ts';
import { pageStrings } from './pageStrings.ts';
import { customerInRow, rowsOf, rowsOfUser, statusOf, withTags } from './rows.ts';

/** What a row's buttons do, apart from what the panel does itself. */
export type RowVerb = 'attachTag' | 'detachTag' | 'listTags' | 'copyId' | 'openPage' | 'openRecord';

export interface PanelParts {
  readonly extensionUri: vscode.Uri;
  readonly serviceOf: (bot: Bot) => Promise<BotService>;
  readonly backend: () => Promise<Pick<Backend, 'parsePageMessage' | 'parsePageState'>>;
  readonly tags: TagActions;
  readonly onPage: (bot: string, page: CustomerPage) => void;
  readonly onRowVerb: (verb: RowVerb, row: RowContext) => Promise<void>;
  readonly onError: (error: unknown, bot: Bot) => Promise<void>;
}

export type Query = Pick<PageState, 'limit' | 'from'>;

/** One bot's customers. The rows live here; the page is told of changes, and of everything when it is new. */
export class CustomerPanel {
  readonly bot: Bot;
  readonly panel: vscode.WebviewPanel;
  readonly #parts: PanelParts;
  readonly #disposables: { dispose(): void }[] = [];
  readonly #patched = new Map<number, Row>();
  #pager: CustomerPager;
  #listening: { dispose(): void } | undefined;
  #firstPage = Promise.resolve();
  #generation = 0;
  #isReady = false;
  #focused = 0;

  constructor(panel: vscode.WebviewPanel, bot: Bot, parts: PanelParts, query: Query) {
    this.bot = bot;
    this.panel = panel;
    this.#parts = parts;
    this.#pager = this.#newPager(query);
    this.#disposables.push(
      panel.webview.onDidReceiveMessage((message) => this.#receive(message)),
      panel.onDidChangeViewState(() => (this.#isReady &&= panel.visible)),
      parts.tags.onDidTag(({ bot: key, user }) => {
        if (key === bot.key) void this.#guard(() => this.#reloadTags(user));
      }),
    );
    panel.onDidDispose(() => this.#dispose());
    panel.webview.html = this.#html();
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

  /** Ends when the first page is there or has failed, which is then the pager's state. */
  get firstPage(): Promise<void> {
    return this.#firstPage;
  }

  /** Starts anew with the first page. */
  load(query: Query): Promise<void> {
    return this.#load(query);
  }

  loadMore(): Promise<void> {
    return this.#pager.loadMore();
  }

  /** Throws when the page was showing something else when the row was clicked. */
  checkRow({ row, generation }: RowContext): void {
    if (generation === this.#generation && this.#pager.place(row) !== undefined) return;
    throw new UserError(vscode.l10n.t('This row is no longer shown. Pick it again.'));
  }

  #newPager(query: Query): CustomerPager {
    const { limit, from } = query;
    const pager = new CustomerPager(() => this.#parts.serviceOf(this.bot), {
      botId: this.bot.botId,
      limit,
      ...(from === null ? {} : { from }),
    });
    this.#listening?.dispose();
    const listening = [
      pager.onDidChange((change) => this.#onPager(change)),
      onRetryWait(pager.signal, (wait) => {
        const status = { ...statusOf(this.#pager), note: waitText(wait) };
        this.#post({ type: 'status', generation: this.#generation, status });
      }),
    ];
    this.#listening = { dispose: () => listening.forEach((one) => one.dispose()) };
    return pager;
  }

  #load(query: Query): Promise<void> {
    this.#pager.stop();
    this.#pager = this.#newPager(query);
    this.#generation++;
    this.#focused = 0;
    this.#patched.clear();
    this.#postAll();
    this.#firstPage = this.#pager.loadMore();
    return this.#firstPage;
  }

  #onPager(change: PagerChange): void {
    const status = statusOf(this.#pager);
    const generation = this.#generation;
    if (change.kind === 'status') this.#post({ type: 'status', generation, status });
    else {
      this.#parts.onPage(this.bot.key, change.page);
      const rows = rowsOf(change.page, this.#pager.pages.length);
      this.#post({ type: 'append', generation, start: change.start, rows, status });
    }
    const { error } = this.#pager;
    if (status.state === 'error' && ServiceError.isUnauthorized(error)) {
      void this.#parts.onError(error, this.bot);
    }
  }

  /** The page is new, or was thrown away with its tab in the background: it gets everything. */
  #postAll(): void {
    const generation = this.#generation;
    const status = statusOf(this.#pager);
    const state = { bot: this.bot.key, ...this.query };
    this.#post({ type: 'reset', generation, state, status });
    let start = 0;
    for (const [index, page] of this.#pager.pages.entries()) {
      this.#post({ type: 'append', generation, start, rows: rowsOf(page, index + 1), status });
      start += page.records.length;
    }
    for (const [row, value] of this.#patched) {
      this.#post({ type: 'patch', generation, row, value });
    }
  }

  #post(message: PanelMessage): void {
    if (this.#isReady) void this.panel.webview.postMessage(message);
  }

  async #receive(raw: unknown): Promise<void> {
    const message = (await this.#parts.backend()).parsePageMessage(raw);
    if (message !== undefined) await this.#guard(() => this.#handle(message));
  }

  async #handle(message: PageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        return this.#postAll();
      case 'load':
        return this.#load(message);
      case 'loadMore':
        return message.generation === this.#generation ? this.#pager.loadMore() : undefined;
      case 'focusRow':
        if (message.generation === this.#generation) this.#focused = message.row;
        return;
      default:
        this.checkRow(message);
        return this.#parts.onRowVerb(message.type, message);
    }
  }

  /** Asks for the tags instead of guessing them: time and count of an attached tag are the service's. */
  async #reloadTags(user: UserRef): Promise<void> {
    const generation = this.#generation;
    const rows = rowsOfUser(this.#pager, user);
    if (rows.length === 0) return;
    const lists = await this.#parts.tags.list(this.bot, user, new AbortController().signal);
    if (generation !== this.#generation) return;
    for (const row of rows) {
      const customer = customerInRow(this.#pager, row);
      const place = this.#pager.place(row);
      if (customer === undefined || place === undefined) continue;
      const record = withTags(customer, tagsOf(lists));
      const value = { record, page: place.page + 1, problem: null, untaggable: null };
      this.#patched.set(row, value);
      this.#post({ type: 'patch', generation, row, value });
    }
  }

  async #guard(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      await this.#parts.onError(error, this.bot);
    }
  }

  #html(): string {
    const { webview } = this.panel;
    const uri = (...path: string[]): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(this.#parts.extensionUri, ...path)).toString();
    return pageHtml({
      cspSource: webview.cspSource,
      scriptUri: uri('dist', 'customers.js'),
      styleUris: [uri('dist', 'codicon.css'), uri('media', 'customers.css')],
      nonce: crypto.randomUUID(),
      language: vscode.env.language,
      strings: pageStrings(),
    });
  }

  #dispose(): void {
    this.#pager.stop();
    this.#listening?.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
