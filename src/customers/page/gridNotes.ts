import * as l10n from '@vscode/l10n';
import { element, lock, nothingFocused, onClick, setText } from '../../base/page/dom.ts';
import type { PageContext } from './pageContext.ts';

/** Notes in the table: the number of customers found, or that none were found, with buttons to load or search more. */
export class GridNotes {
  /** Note in the table when no rows are shown. */
  readonly empty: HTMLElement;
  /** Note below the last row during a search. */
  readonly below: HTMLElement;
  readonly #context: PageContext;
  readonly #emptyText = element('p', {});
  readonly #foundText = element('span', {});
  readonly #clear: HTMLButtonElement;
  readonly #more: HTMLButtonElement;
  /** Search All Customers buttons of both notes. */
  readonly #searchAllButtons: readonly [HTMLButtonElement, HTMLButtonElement];

  constructor(context: PageContext) {
    this.#context = context;
    const { actions } = context;
    this.#clear = button(l10n.t('Clear Search'), () => actions.clearSearch());
    this.#more = button(l10n.t('Load More'), () => actions.loadMore());
    // A search covers all loaded customers, so loading all of them searches all of them.
    const createSearchAll = () => button(l10n.t('Search All Customers'), () => actions.loadAll());
    this.#searchAllButtons = [createSearchAll(), createSearchAll()];
    const [searchAllInEmpty, searchAllInBelow] = this.#searchAllButtons;
    const buttons = element('div', { class: 'buttons' }, this.#clear, this.#more, searchAllInEmpty);
    this.empty = element('div', { class: 'empty' }, this.#emptyText, buttons);
    this.below = element('div', { class: 'found' }, this.#foundText, searchAllInBelow);
  }

  /**
   * @param matchingCount see `RowView.matchingCount`
   * @returns whether the button that had the focus is gone
   */
  show(matchingCount: number | undefined): boolean {
    const { format, model } = this.#context;
    const { state, loaded } = model.status;
    const { activeElement } = document;
    const hadFocus = this.empty.contains(activeElement) || this.below.contains(activeElement);
    const isEnd = state === 'end';
    const counts = [format.number(matchingCount ?? 0), format.number(loaded)] as const;
    const foundSummary = isEnd
      ? l10n.t('{0} found. All {1} customers were searched.', ...counts)
      : l10n.t('{0} found. Only the first {1} customers were searched.', ...counts);
    const noMatch = isEnd ? foundSummary : l10n.t('No loaded customer matches the search');
    this.#emptyText.textContent = loaded === 0 ? l10n.t('No customers') : noMatch;
    this.#clear.hidden = loaded === 0;
    this.#more.hidden = isEnd;
    this.below.hidden = matchingCount === undefined || matchingCount === 0;
    setText(this.#foundText, foundSummary);
    for (const target of this.#searchAllButtons) target.hidden = isEnd || loaded === 0;
    for (const target of [this.#more, ...this.#searchAllButtons]) lock(target, state === 'loading');
    return hadFocus && (nothingFocused() || document.activeElement?.checkVisibility() === false);
  }
}

function button(text: string, act: () => void): HTMLButtonElement {
  const newButton = element('button', { type: 'button', class: 'secondary' }, text);
  onClick(newButton, act);
  return newButton;
}
