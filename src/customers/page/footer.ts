import * as l10n from '@vscode/l10n';
import type { GridStatus } from '../gridRows.ts';
import { element, icon, lock, onClick, setText } from '../../base/page/dom.ts';
import type { PageContext } from './pageContext.ts';
import { problemsText } from './cells.ts';
import type { GridRow } from './rows.ts';

type ButtonName = 'loadMore' | 'loadAll' | 'loadAgain' | 'cancel';

/** Footer of the grid: number of loaded and selected rows, errors, and buttons to load more. */
export class Footer {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  /** Neither `#status` nor `#error` is a live region, which would repeat unchanged parts. The announcer reads both. */
  readonly #status = element('span', { role: 'status', class: 'status', 'aria-live': 'off' });
  readonly #rowProblems = element('span', { class: 'note' });
  readonly #error = element('span', { role: 'alert', class: 'error', 'aria-live': 'off' });
  readonly #buttons: Readonly<Record<ButtonName, HTMLButtonElement>>;
  /** Number of pages that a window reload has discarded, and that have not been loaded again. */
  #pagesToReload = 0;
  /** Parts of the status line that were last announced. */
  #announced: readonly string[] = [];

  /** @param query element that shows the query */
  constructor(context: PageContext, query: HTMLElement) {
    this.#context = context;
    const { panel, actions, model, announcer } = context;
    this.#buttons = {
      loadAgain: button('secondary again', ''),
      cancel: button('secondary', l10n.t('Cancel')),
      loadAll: button('secondary', l10n.t('Load All')),
      loadMore: button('primary more', l10n.t('Load More')),
    };
    const { loadMore, loadAll, loadAgain, cancel } = this.#buttons;
    onClick(loadMore, () => actions.loadMore());
    onClick(loadAll, () => actions.loadAll());
    onClick(loadAgain, () => {
      const { generation } = model;
      panel.post({ type: 'loadPages', generation, pages: this.#pagesToReload });
    });
    onClick(cancel, () => panel.post({ type: 'cancel', generation: model.generation }));
    const textElement = element(
      'div',
      { class: 'words' },
      this.#status,
      this.#error,
      query,
      this.#rowProblems,
    );
    const buttons = element('div', { class: 'buttons' }, ...Object.values(this.#buttons));
    this.element = element('footer', {}, textElement, announcer.element, buttons);
  }

  get #hasFocus(): boolean {
    return this.element.contains(document.activeElement);
  }

  /**
   * Shows the status. If this hides the focused button, focuses the first visible one.
   * @param matchingCount see `RowView.matchingCount`
   * @param pagesBefore number of pages that were loaded before the window was reloaded
   * @returns whether the footer has lost the focus, because no button is visible
   */
  update(matchingCount: number | undefined, pagesBefore: number): boolean {
    const { format, model, selection } = this.#context;
    const { status } = model;
    const parts = [...format.statusParts(status, selection.size), status.note ?? ''];
    const error = status.state === 'error' ? (status.error ?? '') : '';
    // The first part is the number of loaded rows. If there is a search, the number of matching rows is announced
    // instead. The matching number is visible in the search bar, not here.
    const matchingParts =
      matchingCount === undefined
        ? []
        : [l10n.t('{0} of {1} loaded', format.number(matchingCount), format.number(status.loaded))];
    this.#announce(status, [...matchingParts, ...parts.slice(matchingParts.length)], error);
    setText(this.#status, parts.filter((part) => part !== '').join(' · '));
    setText(this.#error, error);
    const hadFocus = this.#hasFocus;
    this.#pagesToReload = Math.max(0, pagesBefore - status.pages);
    this.#showButtons(status);
    if (!hadFocus || (this.#hasFocus && isShown(document.activeElement))) return false;
    const firstVisible = Object.values(this.#buttons).find((candidate) => !candidate.hidden);
    firstVisible?.focus();
    return firstVisible === undefined;
  }

  /** Shows the problems of the current row. */
  describe(row: GridRow | undefined): void {
    const problems = row === undefined ? '' : problemsText(row.problems);
    const parts = [problems, row?.untaggableReason ?? ''].filter((part) => part !== '');
    this.#rowProblems.replaceChildren(
      ...(parts.length > 0 ? [icon('info'), parts.join(' · ')] : []),
    );
    this.#rowProblems.title = parts.join('\n');
  }

  #announce({ state, progress }: GridStatus, parts: readonly string[], error: string): void {
    const { announcer } = this.#context;
    if (error !== this.#error.textContent) announcer.alert(error);
    const isLoading = state === 'loading';
    const previousParts = this.#announced;
    // The second part is the progress.
    if (isLoading && progress !== null) announcer.sayProgress(parts[1] ?? '');
    for (const [index, part] of parts.entries()) {
      // The button already says that loading is in progress. The result is announced when it is known.
      if (part !== previousParts[index]) announcer.saySoon(`part ${index}`, isLoading ? '' : part);
    }
    // After loading, the number of rows is announced even if it is the same, and what else has changed meanwhile.
    this.#announced = isLoading ? ['', ...previousParts.slice(1)] : parts;
  }

  #showButtons(status: GridStatus): void {
    const { state, isWaiting, progress } = status;
    const isLoading = state === 'loading';
    const isLoadingMany = isLoading && progress !== null;
    const { loadMore, loadAll, loadAgain, cancel } = this.#buttons;
    lock(loadMore, isLoading);
    loadMore.hidden = state === 'end' || isLoadingMany;
    setText(loadMore, this.#loadMoreLabel(status));
    lock(loadAll, isLoading);
    loadAll.hidden = state === 'end' || isLoadingMany;
    loadAgain.hidden = this.#pagesToReload === 0 || state !== 'idle';
    // The label names all pages before the reload, including those already loaded again.
    setText(
      loadAgain,
      l10n.t('Reload {0} Pages', this.#context.format.number(this.#pagesToReload + status.pages)),
    );
    cancel.hidden = !isLoadingMany && !(isLoading && isWaiting);
  }

  #loadMoreLabel({ state }: GridStatus): string {
    if (state === 'loading') return l10n.t('Loading…');
    return state === 'error' ? l10n.t('Retry') : l10n.t('Load More');
  }
}

function button(kind: string, text: string): HTMLButtonElement {
  return element('button', { type: 'button', class: kind }, text);
}

function isShown(target: Element | null): boolean {
  return target instanceof HTMLElement && !target.hidden;
}
