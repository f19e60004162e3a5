import * as vscode from 'vscode';
import { OVERVIEW_PANEL } from '../../base/manifest.ts';
import type { Bot } from '../../base/model.ts';
import { labeled } from '../../base/ui/localeTexts.ts';
import { pagePanelOptions } from '../../base/ui/webview.ts';
import { createPanel, setPanelIcon, setPanelTitle } from '../../base/ui/window.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { tabIcon } from '../../catalogue/ui/botLooks.ts';
import { botByReference, botOfContext } from '../../catalogue/ui/handler.ts';
import type { TagServices } from '../../tags/ui/tagServices.ts';
import type { OverviewSource } from '../overviewMessages.ts';
import { type OverviewNeeds, type OverviewReaders, storeIgnored } from './overviewNeeds.ts';
import { OverviewPanel } from './overviewPanel.ts';

/** Tag Overviews of this window, at most one per bot. */
class OverviewPanels {
  readonly #services: OverviewNeeds;
  readonly #panels = new Map<string, OverviewPanel>();

  constructor(services: OverviewNeeds) {
    this.#services = services;
  }

  async open(bot: Bot): Promise<void> {
    const catalogue = await this.#services.catalogue();
    // Looked up after waiting: meanwhile, another command may have opened the panel.
    const openPanel = this.#panels.get(bot.key);
    if (openPanel !== undefined) return openPanel.panel.reveal();
    const options = pagePanelOptions(this.#services.extensionUri);
    this.#add(createPanel(OVERVIEW_PANEL, titleOf(bot), options), bot, catalogue, null);
  }

  /** Fills a panel that VS Code restored after a window reload. Closes the panel if its bot no longer exists. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const savedState = (await this.#services.validators()).parseOverviewState(state);
    const catalogue = await this.#services.catalogue();
    const bot = savedState && catalogue.bot(savedState.bot);
    if (bot === undefined) return panel.dispose();
    setPanelTitle(panel, titleOf(bot));
    panel.webview.options = pagePanelOptions(this.#services.extensionUri);
    this.#add(panel, bot, catalogue, savedState?.source ?? null);
  }

  /** Updates the panel after the bot's label, environment or read-only state may have changed. */
  update(bot: Bot): void {
    const openPanel = this.#panels.get(bot.key);
    const catalogue = this.#services.catalogue.current;
    if (openPanel === undefined || catalogue === undefined) return;
    openPanel.bot = bot;
    setPanelTitle(openPanel.panel, titleOf(bot));
    this.#showIcon(openPanel.panel, bot, catalogue);
  }

  removeBot(botKey: string): Promise<void> {
    this.#close(botKey);
    return storeIgnored(this.#services, botKey, []);
  }

  #close(botKey: string): void {
    this.#panels.get(botKey)?.panel.dispose();
  }

  #add(
    panel: vscode.WebviewPanel,
    bot: Bot,
    catalogue: Catalogue,
    source: OverviewSource | null,
  ): void {
    this.#close(bot.key);
    this.#showIcon(panel, bot, catalogue);
    const newPanel = new OverviewPanel(panel, bot, { services: this.#services, catalogue }, source);
    this.#panels.set(bot.key, newPanel);
    panel.onDidDispose(() => {
      if (this.#panels.get(bot.key) === newPanel) this.#panels.delete(bot.key);
    });
  }

  #showIcon(panel: vscode.WebviewPanel, bot: Bot, catalogue: Catalogue): void {
    const { extensionUri } = this.#services;
    setPanelIcon(panel, tabIcon(extensionUri, bot, catalogue.isReadOnly(bot.key)));
  }
}

function titleOf({ label }: Bot): string {
  return labeled(vscode.l10n.t('Tag Overview'), label);
}

export interface OverviewServices extends TagServices {
  readonly overviews: OverviewPanels;
}

export function createOverviews(
  services: TagServices & { readonly validators: OverviewReaders },
): OverviewPanels {
  const { bots, context } = services;
  const { extensionUri, workspaceState: memento } = context;
  const overviews = new OverviewPanels({ ...services, extensionUri, memento });
  bots.onDidChange((bot) => overviews.update(bot));
  bots.onDidRemove((key) => void overviews.removeBot(key));
  return overviews;
}

export function registerOverviews({
  commands,
  catalogue,
  overviews,
}: Pick<OverviewServices, 'commands' | 'catalogue' | 'overviews'>): vscode.Disposable {
  return commands.register({
    'botTags.openOverview': {
      interactive: async (context) =>
        overviews.open(
          await botOfContext(await catalogue(), context, vscode.l10n.t('Tag Overview')),
        ),
      withArguments: async ({ bot }) => overviews.open(botByReference(await catalogue(), bot)),
    },
  });
}
