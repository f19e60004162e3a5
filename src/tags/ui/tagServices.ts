import type { RunServices } from '../../runs/ui/runServices.ts';
import type { RunningScans } from './discoverTags.ts';
import type { Bot } from '../../base/model.ts';
import type { CustomerPanels } from '../../customers/ui/customerPanels.ts';
import type { BotTree } from '../../catalogue/ui/treeView.ts';

export interface TagServices extends RunServices {
  readonly scans: RunningScans;
  readonly likelyBot: LikelyBot;
}

/** Bot that commands propose: that of the selected tree row or of the active panel, whichever was used last. */
export class LikelyBot {
  readonly #panels: CustomerPanels;
  readonly #view: BotTree['view'];
  /** Whether the user last used the tree, not a panel. */
  #isInTree = false;

  constructor(panels: CustomerPanels, view: BotTree['view']) {
    this.#panels = panels;
    this.#view = view;
    view.onDidChangeSelection(() => (this.#isInTree = true));
    panels.onDidTouch(() => (this.#isInTree = false));
  }

  isLikely(bot: Bot): boolean {
    return bot.key === this.#key();
  }

  withLikelyFirst(bots: readonly Bot[]): readonly Bot[] {
    const key = this.#key();
    return bots.toSorted((a, b) => Number(b.key === key) - Number(a.key === key));
  }

  #key(): string | undefined {
    // The row "Resume…" belongs to no bot. `bot` of any other row is the key of its bot.
    const treeBot = this.#view.selection.find(({ isResume }) => !isResume)?.bot;
    const panelBot = this.#panels.active()?.bot.key;
    return this.#isInTree ? (treeBot ?? panelBot) : (panelBot ?? treeBot);
  }
}
