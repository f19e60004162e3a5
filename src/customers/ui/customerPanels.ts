import * as vscode from 'vscode';
import { Emitter } from '../../base/ports.ts';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { CatalogueReader } from '../../catalogue/reader.ts';
import { NoticeError, UserError } from '../../base/errors.ts';
import { DEFAULT_LIMIT, type Bot, type CustomerPage, type UserRef } from '../../base/model.ts';
import { CUSTOMERS_PANEL } from '../../base/manifest.ts';
import type { TagChoice } from '../../catalogue/ui/askTag.ts';
import type { RowContext } from '../../catalogue/ui/handler.ts';
import { tabIcon } from '../../catalogue/ui/botLooks.ts';
import { createPanel, setPanelIcon, setPanelTitle } from '../../base/ui/window.ts';
import { CustomerPanel } from './customerPanel.ts';
import type { SearchToShow } from './gridFeed.ts';
import { currentView, type PanelStart, type Query, type SharedParts } from './panelParts.ts';
import { customerInRow, nameOf, userOrReason } from './rows.ts';
import { untaggableText } from '../customerTexts.ts';
import { pagePanelOptions } from '../../base/ui/webview.ts';

interface UserInRow {
  readonly bot: Bot;
  readonly user: UserRef;
  readonly userName: string | undefined;
  /** Tag that the user clicked in the row. */
  readonly tag?: TagChoice | undefined;
}

/** Customers panels of this window, at most one per bot. */
export class CustomerPanels {
  readonly #services: SharedParts;
  readonly #catalogue: Lazy<Catalogue>;
  readonly #panels: Map<string, CustomerPanel>;
  /** Panels that are being created, by bot key. Another command for the bot waits for them. */
  readonly #opening = new Map<string, Promise<void>>();
  readonly #touched = new Emitter<void>();
  /** Fires when the user has activated a panel or a row of a panel. */
  readonly onDidTouch = this.#touched.event;
  readonly #loaded = new Emitter<string>();
  /** Fires when the panel of a bot has loaded more customers. The event value is the key of the bot. */
  readonly onDidLoad = this.#loaded.event;

  /** @param panels open panels by bot key, which this class updates and `LoadedUsers` reads */
  constructor(
    catalogue: Lazy<Catalogue>,
    services: SharedParts,
    panels: Map<string, CustomerPanel>,
  ) {
    this.#catalogue = catalogue;
    this.#services = services;
    this.#panels = panels;
  }

  /** Opens the bot's panel. An open panel reloads only if the query differs or the last load failed without rows. */
  async open(bot: Bot, query: Partial<Query>): Promise<void> {
    const otherOpening = this.#opening.get(bot.key);
    if (otherOpening !== undefined) await otherOpening;
    const openPanel = this.#panels.get(bot.key);
    if (openPanel === undefined) {
      const opening = this.#openNew(bot, query).finally(() => this.#opening.delete(bot.key));
      this.#opening.set(bot.key, opening);
      return opening;
    }
    openPanel.panel.reveal();
    const newQuery = { ...openPanel.query, ...query };
    const isOtherQuery =
      newQuery.limit !== openPanel.query.limit || newQuery.from !== openPanel.query.from;
    const hasFailed = openPanel.pager.state === 'error' && openPanel.pager.rowCount === 0;
    if (isOtherQuery || hasFailed) await openPanel.load(newQuery);
  }

  async #openNew(bot: Bot, query: Partial<Query>): Promise<void> {
    const options = pagePanelOptions(this.#services.extensionUri);
    // VS Code shows the tab while the rest is loaded.
    const panel = createPanel(CUSTOMERS_PANEL, titleOf(bot), options);
    const catalogue = await this.#catalogue();
    const view = await this.#services.views.load(bot.key);
    const start = { limit: DEFAULT_LIMIT, from: null, view, pagesBefore: 0, ...query };
    this.#add(panel, bot, start, catalogue);
  }

  /** Fills a panel that VS Code restored after a window reload. Closes the panel if its bot no longer exists. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const savedState = (await this.#services.validators()).parseGridState(state);
    const catalogue = await this.#catalogue();
    const bot = savedState && catalogue.bot(savedState.bot);
    if (bot === undefined || savedState === undefined) return panel.dispose();
    setPanelTitle(panel, titleOf(bot));
    panel.webview.options = pagePanelOptions(this.#services.extensionUri);
    const view =
      savedState.view === null
        ? await this.#services.views.load(bot.key)
        : currentView(savedState.view);
    const { limit, from, pages } = savedState;
    this.#add(panel, bot, { limit, from, view, pagesBefore: pages }, catalogue);
  }

  async openWith(bot: Bot, query: Partial<Query>, search: SearchToShow): Promise<void> {
    await this.open(bot, query);
    this.require(bot.key).show(search);
  }

  /** Updates the panel after the bot's label, environment or read-only state may have changed. */
  update(bot: Bot): void {
    const openPanel = this.#panels.get(bot.key);
    if (openPanel === undefined) return;
    openPanel.bot = bot;
    setPanelTitle(openPanel.panel, titleOf(bot));
    openPanel.showLock();
    this.#showIcon(openPanel.panel, bot);
  }

  #showIcon(panel: vscode.WebviewPanel, bot: Bot): void {
    const { extensionUri } = this.#services;
    const isReadOnly = this.#catalogue.current?.isReadOnly(bot.key) === true;
    setPanelIcon(panel, tabIcon(extensionUri, bot, isReadOnly));
  }

  close(botKey: string): void {
    this.#panels.get(botKey)?.panel.dispose();
  }

  /** @throws {UserError} if the bot's panel is not open */
  require(botKey: string): CustomerPanel {
    const panel = this.#panels.get(botKey);
    if (panel !== undefined) return panel;
    throw notOpenError();
  }

  find(botKey: string): CustomerPanel | undefined {
    return this.#panels.get(botKey);
  }

  all(): readonly CustomerPanel[] {
    return [...this.#panels.values()];
  }

  active(): CustomerPanel | undefined {
    return this.all().find(({ panel }) => panel.active);
  }

  /**
   * Returns the active panel, or else a visible one.
   * @throws {UserError} if there is none
   */
  inFront(): CustomerPanel {
    const frontPanel = this.active() ?? this.all().find(({ panel }) => panel.visible);
    if (frontPanel !== undefined) return frontPanel;
    throw notOpenError();
  }

  /** @throws {UserError} with the reason if the user cannot be tagged */
  async userInFront(row: RowContext): Promise<UserInRow> {
    const panel = this.inFront();
    panel.checkRow(row);
    const user = userOrReason(panel.pager, row.row);
    if (typeof user === 'string') throw new UserError(untaggableText(vscode.l10n, user));
    return {
      bot: panel.bot,
      user,
      tag: row.tag,
      userName: nameOf(customerInRow(panel.pager, row.row)),
    };
  }

  #add(panel: vscode.WebviewPanel, bot: Bot, start: PanelStart, catalogue: CatalogueReader): void {
    this.close(bot.key);
    this.#showIcon(panel, bot);
    const parts = {
      ...this.#services,
      catalogue,
      onRow: () => this.#touched.fire(),
      onPage: (key: string, page: CustomerPage) => {
        this.#services.onPage(key, page);
        this.#loaded.fire(key);
      },
    };
    const newPanel = new CustomerPanel(panel, bot, parts, start);
    this.#panels.set(bot.key, newPanel);
    panel.onDidChangeViewState(() => {
      if (panel.active) this.#touched.fire();
    });
    panel.onDidDispose(() => {
      if (this.#panels.get(bot.key)?.panel === panel) this.#panels.delete(bot.key);
    });
  }
}

function notOpenError(): NoticeError {
  return new NoticeError(
    vscode.l10n.t('Use "Show Customers" to open the customers of the bot, then try again.'),
  );
}

function titleOf({ label }: Bot): string {
  return vscode.l10n.t('Customers: {0}', label);
}
