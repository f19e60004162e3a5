import type { GridStatus } from '../gridRows.ts';
import type { GridStrings } from '../gridStrings.ts';
import { Announcer } from '../../base/page/announcer.ts';
import { element, icon, isLocked, lock } from '../../base/page/dom.ts';
import type { Format, ShownCounts } from './format.ts';
import { problemsText } from './cells.ts';
import type { GridRow } from './rows.ts';

type Name = 'loadMore' | 'loadAll' | 'loadAgain' | 'cancel';

interface FooterOptions {
  readonly strings: GridStrings;
  readonly format: Format;
  readonly query: HTMLElement;
  onLoadMore(): void;
  onLoadAll(): void;
  /** As many pages more as there were before the window was reloaded. */
  onLoadAgain(pages: number): void;
  onCancel(): void;
}

/** Below the grid: how much is loaded and shown, what is wrong, and the ways to more. */
export class Footer {
  readonly element: HTMLElement;
  readonly #options: FooterOptions;
  /** What changes in these two the announcer says, and no more of it than that. */
  readonly #status = element('span', { role: 'status', class: 'status', 'aria-live': 'off' });
  readonly #announcer = new Announcer();
  readonly #note = element('span', { class: 'note' });
  readonly #error = element('span', { role: 'alert', class: 'error', 'aria-live': 'off' });
  readonly #buttons: Readonly<Record<Name, HTMLButtonElement>>;
  #again = 0;
  /** Parts of the line. */
  #parts: readonly string[] = [];

  constructor(options: FooterOptions) {
    this.#options = options;
    const { strings } = options;
    this.#buttons = {
      loadAgain: button('secondary again', ''),
      cancel: button('secondary', strings.cancel),
      loadAll: button('secondary', strings.loadAll),
      loadMore: button('primary more', strings.loadMore),
    };
    this.#on('loadMore', () => options.onLoadMore());
    this.#on('loadAll', () => options.onLoadAll());
    this.#on('loadAgain', () => options.onLoadAgain(this.#again));
    this.#on('cancel', () => options.onCancel());
    const words = element(
      'div',
      { class: 'words' },
      ...[this.#status, this.#error, options.query, this.#note],
    );
    const buttons = element('div', { class: 'buttons' }, ...Object.values(this.#buttons));
    this.element = element('footer', {}, words, this.#announcer.element, buttons);
  }

  /** Whether the keyboard is still where more was asked for. */
  get focused(): boolean {
    return this.element.contains(document.activeElement);
  }

  /**
   * When the focused button goes, the focus moves to the first one left.
   * @returns whether none is left, so that the focus is lost
   */
  update(status: GridStatus, shown: ShownCounts, pagesBefore: number): boolean {
    const { format } = this.#options;
    const parts = [...format.statusParts(status, shown), status.note ?? ''];
    const error = status.state === 'error' ? (status.error ?? '') : '';
    // The number of matching rows is shown in the search bar, and announced instead of the loaded rows.
    const { matching } = shown;
    const found =
      matching === undefined
        ? []
        : [format.count(this.#options.strings.matching, matching, status.loaded)];
    this.#announce(status, [...found, ...parts.slice(found.length)], error);
    setText(this.#status, parts.filter((part) => part !== '').join(' · '));
    setText(this.#error, error);
    const focused = this.focused;
    this.#again = Math.max(0, pagesBefore - status.pages);
    this.#showButtons(status);
    if (!focused || (this.focused && isShown(document.activeElement))) return false;
    const next = Object.values(this.#buttons).find((one) => !one.hidden);
    next?.focus();
    return next === undefined;
  }

  /** For assistive technology: a change that is to be seen elsewhere. */
  say(text: string): void {
    this.#announcer.say(text);
  }

  /** The same, of something that went wrong. */
  alert(text: string): void {
    this.#announcer.alert(text);
  }

  /** What is to be said of the row that the person is at. */
  describe(row: GridRow | undefined): void {
    const problems = row === undefined ? '' : problemsText(row.problems, this.#options.strings);
    const parts = [problems, row?.untaggable ?? ''].filter((part) => part !== '');
    this.#note.replaceChildren(...(parts.length > 0 ? [icon('info'), parts.join(' · ')] : []));
    this.#note.title = parts.join('\n');
  }

  #announce({ state, progress }: GridStatus, parts: readonly string[], error: string): void {
    if (error !== this.#error.textContent) this.#announcer.alert(error);
    const isLoading = state === 'loading';
    const before = this.#parts;
    this.#parts = parts;
    if (isLoading && progress !== null) this.#announcer.sayStep(parts[1] ?? '');
    for (const [at, part] of parts.entries()) {
      // That something loads says the button; what came of it follows.
      if (part !== before[at]) this.#announcer.saySoon(`part ${at}`, isLoading ? '' : part);
    }
  }

  #showButtons(status: GridStatus): void {
    const { state, isWaiting, progress } = status;
    const isLoading = state === 'loading';
    const isMany = isLoading && progress !== null;
    const { loadMore, loadAll, loadAgain, cancel } = this.#buttons;
    lock(loadMore, isLoading);
    loadMore.hidden = state === 'end' || isMany;
    setText(loadMore, this.#label(status));
    lock(loadAll, isLoading);
    loadAll.hidden = state === 'end' || isMany;
    loadAgain.hidden = this.#again === 0 || state !== 'idle';
    setText(
      loadAgain,
      this.#options.format.count(this.#options.strings.loadAgain, this.#again + status.pages),
    );
    cancel.hidden = !isMany && !(isLoading && isWaiting);
  }

  #label({ state }: GridStatus): string {
    const { strings } = this.#options;
    if (state === 'loading') return strings.loading;
    return state === 'error' ? strings.retry : strings.loadMore;
  }

  #on(name: Name, act: () => void): void {
    const one = this.#buttons[name];
    one.addEventListener('click', () => {
      if (!isLocked(one)) act();
    });
  }
}

function button(kind: string, text: string): HTMLButtonElement {
  return element('button', { type: 'button', class: kind }, text);
}

function isShown(target: Element | null): boolean {
  return target instanceof HTMLElement && !target.hidden;
}

function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
