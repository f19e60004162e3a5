import { element, icon } from '../../base/page/dom.ts';
import type { Icon } from '../../base/page/icons.ts';
import type { MenuGroups } from '../../base/page/menu.ts';
import { checkbox } from '../../base/page/popup.ts';
import type { GridStrings } from '../gridStrings.ts';
import {
  changed,
  type Column,
  type ColumnState,
  movedBy,
  shownColumns,
  type Sort,
  STANDARD_COLUMNS,
} from './columns.ts';

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

interface HeaderMenuOptions {
  readonly strings: GridStrings;
  /** How the table is shown now. */
  readonly state: {
    readonly columns: readonly ColumnState[];
    readonly view: { readonly sort: Sort | null };
  };
  readonly onSort: (sort: Sort | null) => void;
  readonly onColumns: (columns: readonly ColumnState[]) => void;
  readonly onStatistics: (column: Column) => void;
}

/** What can be done with a column, for its header's menu. */
export function headerMenu(id: Column, options: HeaderMenuOptions): MenuGroups {
  const { strings, state, onSort, onColumns } = options;
  const { columns, view } = state;
  const { sort } = view;
  const name = strings.columns[id];
  const isPinned = columns.some((one) => one.id === id && one.pinned);
  const isLast = shownColumns(columns).length === 1;
  const named = (template: string): string => template.replace('{0}', name);
  const sorted = (label: string, descending: boolean) => ({
    label,
    isChecked: sort?.column === id && sort.descending === descending,
    act: () => onSort({ column: id, descending }),
  });
  return [
    [
      sorted(strings.sortUp, false),
      sorted(strings.sortDown, true),
      { label: strings.unsort, isChecked: sort === null, act: () => onSort(null) },
    ],
    [{ label: named(strings.charts.of), act: () => options.onStatistics(id) }],
    [
      {
        label: named(isPinned ? strings.unpin : strings.pin),
        act: () => onColumns(changed(columns, id, { pinned: !isPinned })),
      },
      {
        label: named(strings.hide),
        reason: isLast ? strings.lastColumn : null,
        act: () => onColumns(changed(columns, id, { hidden: true })),
      },
    ],
    [{ label: strings.resetColumns, act: () => onColumns(STANDARD_COLUMNS) }],
  ];
}
