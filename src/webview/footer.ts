import type { PageStatus, PageStrings, Row } from '../protocol.ts';
import { element, icon, isLocked, lock } from './dom.ts';
import type { Format } from './format.ts';

/** Below the grid: how much is loaded, what is wrong, and the way to more. */
export class Footer {
  readonly element: HTMLElement;
  readonly #strings: PageStrings;
  readonly #format: Format;
  readonly #status = element('span', { role: 'status', class: 'status' });
  readonly #note = element('span', { class: 'note' });
  readonly #error = element('span', { role: 'alert', class: 'error' });
  readonly #more = element('button', { type: 'button', class: 'primary more' });

  constructor(options: {
    readonly strings: PageStrings;
    readonly format: Format;
    onLoadMore(): void;
  }) {
    this.#strings = options.strings;
    this.#format = options.format;
    this.#more.addEventListener('click', () => {
      if (!isLocked(this.#more)) options.onLoadMore();
    });
    const words = element('div', { class: 'words' }, this.#status, this.#error, this.#note);
    this.element = element('footer', {}, words, this.#more);
  }

  /** Whether the keyboard is still where "Load more" was pressed. */
  get focused(): boolean {
    return document.activeElement === this.#more;
  }

  update(status: PageStatus): void {
    const line = [this.#format.statusLine(status), status.note ?? ''];
    setText(this.#status, line.filter((part) => part !== '').join(' · '));
    setText(this.#error, status.state === 'error' ? (status.error ?? '') : '');
    lock(this.#more, status.state === 'loading');
    this.#more.hidden = status.state === 'end';
    setText(this.#more, this.#label(status));
  }

  /** What is to be said of the row that the user is at. */
  describe(row: Row | undefined): void {
    const { badRecord } = this.#strings;
    const problem = row === undefined || row.problem === null ? [] : [[badRecord, row.problem]];
    const untaggable = row === undefined || row.untaggable === null ? [] : [[row.untaggable]];
    const parts = [...problem, ...untaggable].map((words) => words.join(': '));
    this.#note.replaceChildren(...(parts.length > 0 ? [icon('info'), parts.join(' · ')] : []));
    this.#note.title = parts.join('\n');
  }

  #label({ state }: PageStatus): string {
    if (state === 'loading') return this.#strings.loading;
    return state === 'error' ? this.#strings.retry : this.#strings.loadMore;
  }
}

/** A live region that is set to what it says already would be read out again. */
function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
