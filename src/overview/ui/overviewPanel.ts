import * as vscode from 'vscode';
import { Cancelled } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import type { CatalogueChange } from '../../base/ports.ts';
import { customerCountText, numberText } from '../../base/ui/localeTexts.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { readOnlyText } from '../../catalogue/ui/botLooks.ts';
import { countsText } from '../../catalogue/ui/scanText.ts';
import { TreeNode } from '../../catalogue/ui/treeNode.ts';
import type {
  OverviewData,
  OverviewMessage,
  OverviewRequest,
  OverviewSource,
} from '../overviewMessages.ts';
import { type BotCounts, Counts } from './counts.ts';
import { ignoredOf, type OverviewNeeds, storeIgnored } from './overviewNeeds.ts';
import { listedTags, queryFor, valueSegment } from './overviewData.ts';
import { actOnTags } from './overviewActions.ts';
import { pageOptions } from '../../base/ui/webview.ts';
import { webviewHtml } from '../../base/ui/webviewHtml.ts';

/** Debounce delay in ms. Changes come in bursts, and only the last state is shown. */
const DEBOUNCE_MS = 300;

interface SharedNeeds {
  readonly services: OverviewNeeds;
  readonly catalogue: Catalogue;
}

/** Tag Overview of one bot. All its data is read again whenever any of the data may have changed. */
export class OverviewPanel {
  bot: Bot;
  readonly panel: vscode.WebviewPanel;
  readonly #services: OverviewNeeds;
  readonly #catalogue: Catalogue;
  readonly #counts: Counts;
  readonly #disposables: { dispose(): void }[] = [];
  #countController = new AbortController();
  /** Number of the latest refresh. A refresh that was superseded posts nothing. */
  #refreshNumber = 0;
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  #isDisposed = false;
  /** Source that the user chose; `null`: the default. */
  #chosenSource: OverviewSource | null;
  #shownCounts: BotCounts | undefined;
  #sources: readonly OverviewSource[] = [];

  constructor(
    panel: vscode.WebviewPanel,
    bot: Bot,
    { services, catalogue }: SharedNeeds,
    chosenSource: OverviewSource | null,
  ) {
    this.bot = bot;
    this.panel = panel;
    this.#services = services;
    this.#catalogue = catalogue;
    this.#counts = new Counts(services, bot.key);
    this.#chosenSource = chosenSource;
    this.#disposables.push(
      panel.webview.onDidReceiveMessage((message) => void this.#receive(message)),
      panel.onDidChangeViewState(() => this.#onVisibility()),
      catalogue.onDidChange((changes) => this.#onCatalogue(changes)),
      services.scans.onDidChange((key) => this.#onScan(key)),
      services.panels.onDidLoad((key) => this.#onLoaded(key)),
    );
    panel.onDidDispose(() => this.#dispose());
    panel.webview.html = webviewHtml(
      pageOptions(panel.webview, services.extensionUri, 'overview'),
      { title: vscode.l10n.t('Tag Overview') },
    );
  }

  #onCatalogue(changes: readonly CatalogueChange[]): void {
    // A change without a bot concerns all bots.
    if (!changes.some(({ bot = this.bot.key }) => bot === this.bot.key)) return;
    // A running scan changes the catalogue all the time, so only its progress is shown.
    if (this.#services.scans.has(this.bot.key)) this.#postScan();
    else this.#refreshSoon();
  }

  #refreshSoon(): void {
    if (this.#isDisposed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#reportErrors(() => this.#refresh()), DEBOUNCE_MS);
  }

  /** Reads and posts all data. Resolves when the data is posted, or when a newer refresh has started. */
  async #refresh(): Promise<void> {
    if (!this.#isReady) return;
    const refreshNumber = ++this.#refreshNumber;
    const isCurrent = (): boolean => refreshNumber === this.#refreshNumber && !this.#isDisposed;
    const counts = await this.#count();
    const tags = await listedTags(this.#catalogue, this.bot.key);
    const ignored = await ignoredOf(this.#services, this.bot.key);
    if (!isCurrent()) return;
    const { label, key } = this.bot;
    const { scope = null, aggregate = null, loadHistory } = counts ?? {};
    const sources = await this.#counts.sources(this.bot);
    const data: OverviewData = {
      bot: key,
      label,
      sources,
      scope,
      aggregate,
      tags,
      ignored,
      readOnlyReason: this.#catalogue.isReadOnly(key) ? readOnlyText(label) : null,
      history: (await loadHistory?.(1)) ?? null,
    };
    if (!isCurrent()) return;
    [this.#shownCounts, this.#sources] = [counts, sources];
    this.#post({ type: 'show', data });
    this.#postScan();
    // `data` has only the previous scan, so that the page appears soon. Now all earlier scans are read.
    const history = (await loadHistory?.()) ?? null;
    if (isCurrent() && history !== null) this.#post({ type: 'history', history });
  }

  /** Counts loaded customers, with progress and Cancel. A scan was already counted while it ran. */
  async #count(): Promise<BotCounts | undefined> {
    this.#countController.abort(new Cancelled());
    this.#countController = new AbortController();
    const report = (rows: number, total: number): void => {
      const text = vscode.l10n.t(
        'Counting the loaded customers: {0} of {1}',
        numberText(rows),
        customerCountText(total),
      );
      this.#post({ type: 'progress', text });
    };
    const { signal } = this.#countController;
    return this.#counts.read(this.bot, this.#chosenSource, signal, report);
  }

  #onScan(key: string): void {
    if (key !== this.bot.key) return;
    this.#postScan();
    if (this.#services.scans.has(key)) return;
    // After a completed scan, show the scan. After a canceled scan, keep the source that was shown before.
    if (this.#catalogue.scan(key)?.state === 'done') this.#chosenSource = null;
    this.#refreshSoon();
  }

  /** Refreshes only if the page shows the loaded customers, or can offer them for the first time. */
  #onLoaded(key: string): void {
    if (key !== this.bot.key) return;
    const isOffered = this.#sources.includes('loaded');
    if (!isOffered || this.#shownCounts?.scope.source !== 'scan') this.#refreshSoon();
  }

  /** Shows the progress of the scan of this bot. If none is running, hides the progress, also that of a count. */
  #postScan(): void {
    const { key } = this.bot;
    const scan = this.#services.scans.has(key) ? this.#catalogue.scan(key) : undefined;
    const text = scan && vscode.l10n.t('Scanning: {0}', countsText(scan));
    this.#post({ type: 'progress', text: text ?? null });
  }

  #post(message: OverviewMessage): void {
    if (this.#isReady && !this.#isDisposed) void this.panel.webview.postMessage(message);
  }

  async #receive(raw: unknown): Promise<void> {
    await this.#reportErrors(async () => {
      const message = (await this.#services.validators()).parseOverviewRequest(raw);
      if (message !== undefined) await this.#handle(message);
    });
  }

  async #handle(message: OverviewRequest): Promise<unknown> {
    const { key } = this.bot;
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        return this.#refresh();
      case 'source':
        this.#chosenSource = message.source;
        return this.#refresh();
      case 'command':
        return this.#command(message.command);
      case 'tags':
        return actOnTags(this.#services, this.bot, { ...message, query: this.#query() });
      case 'value':
        return this.#showSearch(valueSegment(message.chart, message.value));
      case 'ignore':
        return storeIgnored(this.#services, key, message.ignored);
    }
  }

  async #command(command: Extract<OverviewRequest, { type: 'command' }>['command']) {
    const context = { nodes: [new TreeNode(this.bot.key, null)] };
    switch (command) {
      case 'scan':
        return this.#services.commands.run('botTags.discoverTags', context);
      case 'openCustomers':
        return this.#services.commands.run('botTags.openCustomers', context);
      case 'export':
        return this.#services.commands.run('botTags.exportCustomers', context);
      case 'cancel':
        this.#services.scans.cancel(this.bot.key);
        this.#countController.abort(new Cancelled());
        return this.#post({ type: 'progress', text: null });
    }
  }

  async #showSearch(text: string): Promise<void> {
    await this.#services.panels.openWith(this.bot, this.#query(), { type: 'showSegment', text });
  }

  /** Returns the query of the Customers panel. An open panel keeps its rows; a new panel loads the counted customers. */
  #query(): ReturnType<typeof queryFor> {
    const { panels, clock } = this.#services;
    const isOpen = panels.all().some(({ bot }) => bot.key === this.bot.key);
    return isOpen || this.#shownCounts === undefined
      ? {}
      : queryFor(this.#shownCounts.choice, clock.now());
  }

  async #reportErrors(step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      // Replaces the progress of the count. Otherwise a failed count would still appear to be running.
      this.#postScan();
      if (!Cancelled.is(error)) await this.#services.errors.show(error, this.bot.key);
    }
  }

  #onVisibility(): void {
    // VS Code discards a hidden page. The new page reports when it is ready.
    this.#isReady &&= this.panel.visible;
  }

  #dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#countController.abort(new Cancelled());
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
