import * as vscode from 'vscode';
import { Emitter } from '../../base/emitter.ts';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { NoticeError, UserError } from '../../base/errors.ts';
import { DEFAULT_LIMIT, type Bot, type CustomerPage, type UserRef } from '../../base/model.ts';
import { CUSTOMERS_PANEL } from '../../base/manifest.ts';
import type { TagChoice } from '../../catalogue/ui/askTag.ts';
import type { RowContext } from '../../catalogue/ui/handler.ts';
import { readOnlyText, tabIcon } from '../../catalogue/ui/botLooks.ts';
import { createPanel, iconPanel, titlePanel } from '../../base/ui/window.ts';
import { CustomerPanel } from './customerPanel.ts';
import type { Wanted } from './gridFeed.ts';
import { currentView, type PanelStart, type Query, type SharedParts } from './panelParts.ts';
import { customerInRow, nameOf, untaggableText, userOrReason } from './rows.ts';
import type { Scope } from './rowScope.ts';

/** A user, with the name that the panel shows. */
interface UserInRow {
  readonly bot: Bot;
  readonly user: UserRef;
  readonly userName: string | undefined;
  readonly tag?: TagChoice | undefined;
}

/** The Customers panels of this window, one for each bot. */
export class CustomerPanels {
  readonly #parts: SharedParts;
  readonly #catalogue: Lazy<Catalogue>;
  readonly #panels = new Map<string, CustomerPanel>();
  readonly #touched = new Emitter<void>();
  /** The person has come to a panel, or to a row of it. */
  readonly onDidTouch = this.#touched.event;
  readonly #loaded = new Emitter<string>();
  /** The panel of this bot, by its key, has more customers. */
  readonly onDidLoad = this.#loaded.event;

  constructor(catalogue: Lazy<Catalogue>, parts: SharedParts) {
    this.#catalogue = catalogue;
    this.#parts = parts;
  }

  /** Shows the bot's panel; one that is open loads anew only when it shows something else. */
  async open(bot: Bot, query: Partial<Query>): Promise<void> {
    const known = this.#panels.get(bot.key);
    if (known === undefined) {
      const options = { enableScripts: true, localResourceRoots: this.#resources() };
      const panel = createPanel(CUSTOMERS_PANEL, titleOf(bot), options);
      this.#showState(panel, bot, await this.#catalogue());
      const view = await this.#parts.views.of(bot.key);
      const start = { limit: DEFAULT_LIMIT, from: null, view, pagesBefore: 0, ...query };
      this.#add(panel, bot, start);
      return;
    }
    known.panel.reveal();
    const wanted = { ...known.query, ...query };
    const isOther = wanted.limit !== known.query.limit || wanted.from !== known.query.from;
    const hasFailed = known.pager.state === 'error' && known.pager.rows === 0;
    if (isOther || hasFailed) await known.load(wanted);
  }

  /** Fills a panel that was open before the window was reloaded. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const known = (await this.#parts.validators()).parseGridState(state);
    const catalogue = await this.#catalogue();
    const bot = catalogue.bots().find(({ key }) => key === known?.bot);
    if (bot === undefined || known === undefined) return panel.dispose();
    titlePanel(panel, titleOf(bot));
    this.#showState(panel, bot, catalogue);
    panel.webview.options = { enableScripts: true, localResourceRoots: this.#resources() };
    const view =
      known.view === null ? await this.#parts.views.of(bot.key) : currentView(known.view);
    const { limit, from, pages } = known;
    this.#add(panel, bot, { limit, from, view, pagesBefore: pages });
  }

  /** Shows the bot's panel with a search. */
  async openWith(bot: Bot, query: Partial<Query>, search: Wanted): Promise<void> {
    await this.open(bot, query);
    this.of(bot.key).show(search);
  }

  /** The bot may have another label or environment now, or be read-only. */
  update(bot: Bot): void {
    const known = this.#panels.get(bot.key);
    if (known === undefined) return;
    known.bot = bot;
    titlePanel(known.panel, titleOf(bot));
    known.showLock();
    this.#showState(known.panel, bot, this.#catalogue.current);
  }

  #showState(panel: vscode.WebviewPanel, bot: Bot, catalogue: Catalogue | undefined): void {
    const isReadOnly = catalogue?.isReadOnly(bot.key) === true;
    iconPanel(panel, tabIcon(this.#parts.extensionUri, bot, isReadOnly));
  }

  close(botKey: string): void {
    this.#panels.get(botKey)?.panel.dispose();
  }

  /** The bot's panel. Throws `UserError` when it is not open. */
  of(botKey: string): CustomerPanel {
    const panel = this.#panels.get(botKey);
    if (panel !== undefined) return panel;
    throw notOpen();
  }

  /** The bot's panel, if it is open. */
  find(botKey: string): CustomerPanel | undefined {
    return this.#panels.get(botKey);
  }

  all(): readonly CustomerPanel[] {
    return [...this.#panels.values()];
  }

  /** The panel that has the focus, if any. */
  active(): CustomerPanel | undefined {
    return [...this.#panels.values()].find(({ panel }) => panel.active);
  }

  /** The panel that the person is looking at. Throws `UserError` when there is none. */
  inFront(): CustomerPanel {
    const panels = [...this.#panels.values()];
    const panel = panels.find((one) => one.panel.active) ?? panels.find((one) => one.panel.visible);
    if (panel !== undefined) return panel;
    throw notOpen();
  }

  /**
   * Row numbers of the bot's open panel, in loading order: all, the selected ones, or those that its filter
   * leaves; `pager.place(row)` gives the page and the record. Throws `UserError` when the panel is not open.
   */
  rowsInScope(bot: Bot, scope: Scope): Promise<readonly number[]> {
    return this.of(bot.key).rowsInScope(scope);
  }

  /** The user in a row of the panel in front. Throws `UserError` with the reason when it is none. */
  async userInFront(row: RowContext): Promise<UserInRow> {
    const panel = this.inFront();
    panel.checkRow(row);
    const user = userOrReason(panel.pager, row.row);
    if (typeof user === 'string') throw new UserError(untaggableText(user));
    return {
      bot: panel.bot,
      user,
      tag: row.tag,
      userName: nameOf(customerInRow(panel.pager, row.row)),
    };
  }

  #add(panel: vscode.WebviewPanel, bot: Bot, start: PanelStart): CustomerPanel {
    this.close(bot.key);
    const parts = {
      ...this.#parts,
      lockOf: ({ key, label }: Bot) =>
        this.#catalogue.current?.isReadOnly(key) === true ? readOnlyText(label) : null,
      onRow: () => this.#touched.fire(),
      onPage: (key: string, page: CustomerPage) => {
        this.#parts.onPage(key, page);
        this.#loaded.fire(key);
      },
    };
    const made = new CustomerPanel(panel, bot, parts, start);
    this.#panels.set(bot.key, made);
    panel.onDidChangeViewState(() => {
      if (panel.active) this.#touched.fire();
    });
    panel.onDidDispose(() => {
      if (this.#panels.get(bot.key)?.panel === panel) this.#panels.delete(bot.key);
    });
    return made;
  }

  #resources(): vscode.Uri[] {
    const { extensionUri } = this.#parts;
    return ['dist', 'media'].map((folder) => vscode.Uri.joinPath(extensionUri, folder));
  }
}

function notOpen(): NoticeError {
  return new NoticeError(
    vscode.l10n.t('Use "Show Customers" to open the customers of the bot, then try again.'),
  );
}

function titleOf({ label }: Bot): string {
  return vscode.l10n.t('Customers: {0}', label);
}
