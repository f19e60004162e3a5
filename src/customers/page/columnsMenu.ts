import type { GridStrings } from '../gridStrings.ts';
import {
  changed,
  movedBy,
  shownColumns,
  STANDARD_COLUMNS,
  type Column,
  type ColumnState,
} from './columns.ts';
import { element, icon } from '../../base/page/dom.ts';
import type { Icon } from '../../base/page/icons.ts';
import { checkbox } from '../../base/page/popup.ts';

interface MenuOptions {
  readonly strings: GridStrings;
  columns(): readonly ColumnState[];
  onColumns(columns: readonly ColumnState[]): void;
}

/** Which columns there are and in which order: the way for the keyboard, and back to a hidden one. */
export class ColumnsMenu {
  readonly #options: MenuOptions;

  constructor(options: MenuOptions) {
    this.#options = options;
  }

  /** Shows them in there. */
  show(content: HTMLElement): void {
    this.#fill(content);
    content.querySelector('input')?.focus();
  }

  #fill(content: HTMLElement): void {
    const columns = this.#options.columns();
    const shown = shownColumns(columns);
    const hidden = columns.filter((one) => one.hidden);
    const lines = [...shown, ...hidden].map((one) => this.#line(one, content));
    const reset = element(
      'button',
      { type: 'button', class: 'secondary' },
      this.#options.strings.resetColumns,
    );
    reset.addEventListener('click', () => this.#take(STANDARD_COLUMNS, content, 'input'));
    content.replaceChildren(element('div', { class: 'values' }, ...lines), reset);
  }

  #line(column: ColumnState, content: HTMLElement): HTMLElement {
    const { strings } = this.#options;
    const { id, hidden, pinned } = column;
    const name = strings.columns[id];
    const box = checkbox(name, !hidden, (isShown) =>
      this.#change(id, { hidden: !isShown }, content, `[data-of=${id}] input`),
    );
    const pin = this.#button(pinned ? 'pinned' : 'pin', pinned ? strings.unpin : strings.pin, name);
    pin.setAttribute('aria-pressed', String(pinned));
    pin.addEventListener('click', () =>
      this.#change(id, { pinned: !pinned }, content, `[data-of=${id}] .pin`),
    );
    const move = (codicon: Icon, label: string, places: number, kind: string) => {
      const button = this.#button(codicon, label, name);
      button.classList.add(kind);
      button.addEventListener('click', () => {
        const columns = movedBy(this.#options.columns(), id, places);
        this.#take(columns, content, `[data-of=${id}] .${kind}`);
      });
      return button;
    };
    pin.classList.add('pin');
    const line = element(
      'div',
      { class: 'column-line', 'data-of': id },
      box,
      move('arrow-up', strings.moveLeft, -1, 'up'),
      move('arrow-down', strings.moveRight, 1, 'down'),
      pin,
    );
    for (const button of line.querySelectorAll('button')) button.hidden = hidden;
    return line;
  }

  #button(codicon: Icon, label: string, column: string): HTMLButtonElement {
    const text = label.replace('{0}', column);
    const attributes = { type: 'button', class: 'icon', 'aria-label': text, title: text };
    return element('button', attributes, icon(codicon));
  }

  #change(id: Column, change: Partial<ColumnState>, content: HTMLElement, focus: string): void {
    this.#take(changed(this.#options.columns(), id, change), content, focus);
  }

  #take(columns: readonly ColumnState[], content: HTMLElement, focus: string): void {
    this.#options.onColumns(columns);
    this.#fill(content);
    content.querySelector<HTMLElement>(focus)?.focus();
  }
}
