import type { Bot } from '../../base/model.ts';
import type { CustomerPanels } from '../../customers/ui/customerPanels.ts';
import type { BotTree } from '../../catalogue/ui/treeView.ts';

/** The bot that a command without one in hand proposes: that of the selected row of the tree, or of the panel in front. */
export class BotAtHand {
  readonly #panels: CustomerPanels;
  readonly #view: BotTree['view'];
  /** Where the person was last, when there are both. */
  #isInTree = false;

  constructor(panels: CustomerPanels, view: BotTree['view']) {
    this.#panels = panels;
    this.#view = view;
    view.onDidChangeSelection(() => (this.#isInTree = true));
    panels.onDidTouch(() => (this.#isInTree = false));
  }

  is(bot: Bot): boolean {
    return bot.key === this.#key();
  }

  /** The bots with that one first. */
  first(bots: readonly Bot[]): readonly Bot[] {
    const key = this.#key();
    return bots.toSorted((one, other) => Number(other.key === key) - Number(one.key === key));
  }

  #key(): string | undefined {
    const selected = this.#view.selection.find(({ isResume }) => !isResume)?.bot;
    const shown = this.#panels.active()?.bot.key;
    return this.#isInTree ? (selected ?? shown) : (shown ?? selected);
  }
}
