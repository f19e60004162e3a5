import { element, iconButton } from '../../base/page/dom.ts';
import type { Icon } from '../../base/page/icons.ts';
import type { MenuGroups } from '../../base/page/menu.ts';
import { checkbox } from '../../base/page/popup.ts';
import type { GridStrings } from '../gridStrings.ts';
import {
  withChange,
  type Column,
  type ColumnState,
  withMove,
  shownColumns,
  type Sort,
  STANDARD_COLUMNS,
} from './columns.ts';

interface MenuOptions {
  readonly strings: GridStrings;
  columns(): readonly ColumnState[];
  onColumns(columns: readonly ColumnState[]): void;
}

/** Menu to show, hide, order and pin columns by keyboard. Only this menu shows a hidden column again. */
export class ColumnsMenu {
  readonly #options: MenuOptions;

  constructor(options: MenuOptions) {
    this.#options = options;
  }

  show(content: HTMLElement): void {
    this.#fill(content);
    content.querySelector('input')?.focus();
  }

  #fill(content: HTMLElement): void {
    const columns = this.#options.columns();
    const shown = shownColumns(columns);
    const hidden = columns.filter((column) => column.hidden);
    const lines = [...shown, ...hidden].map((column) => this.#line(column, content));
    const reset = element(
      'button',
      { type: 'button', class: 'secondary' },
      this.#options.strings.resetColumns,
    );
    reset.addEventListener('click', () => this.#apply(STANDARD_COLUMNS, content, 'input'));
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
    const createMoveButton = (codicon: Icon, label: string, steps: number, kind: string) => {
      const button = this.#button(codicon, label, name);
      button.classList.add(kind);
      button.addEventListener('click', () => {
        const columns = withMove(this.#options.columns(), id, steps);
        this.#apply(columns, content, `[data-of=${id}] .${kind}`);
      });
      return button;
    };
    pin.classList.add('pin');
    const line = element(
      'div',
      { class: 'column-line', 'data-of': id },
      box,
      createMoveButton('arrow-up', strings.moveLeft, -1, 'up'),
      createMoveButton('arrow-down', strings.moveRight, 1, 'down'),
      pin,
    );
    for (const button of line.querySelectorAll('button')) button.hidden = hidden;
    return line;
  }

  #button(codicon: Icon, label: string, column: string): HTMLButtonElement {
    return iconButton(codicon, label.replace('{0}', column));
  }

  #change(
    id: Column,
    change: Partial<ColumnState>,
    content: HTMLElement,
    focusSelector: string,
  ): void {
    this.#apply(withChange(this.#options.columns(), id, change), content, focusSelector);
  }

  /** @param focusSelector selector of the element that gets the focus, because the lines are created again */
  #apply(columns: readonly ColumnState[], content: HTMLElement, focusSelector: string): void {
    this.#options.onColumns(columns);
    this.#fill(content);
    content.querySelector<HTMLElement>(focusSelector)?.focus();
  }
}

interface HeaderMenuOptions {
  readonly strings: GridStrings;
  readonly state: {
    readonly columns: readonly ColumnState[];
    readonly view: { readonly sort: Sort | null };
  };
  readonly onSort: (sort: Sort | null) => void;
  readonly onColumns: (columns: readonly ColumnState[]) => void;
  readonly onStatistics: (column: Column) => void;
}

export function headerMenu(id: Column, options: HeaderMenuOptions): MenuGroups {
  const { strings, state, onSort, onColumns } = options;
  const { columns, view } = state;
  const { sort } = view;
  const name = strings.columns[id];
  const isPinned = columns.some((column) => column.id === id && column.pinned);
  const isOnlyShown = shownColumns(columns).length === 1;
  const withName = (template: string): string => template.replace('{0}', name);
  const sortEntry = (label: string, descending: boolean) => ({
    label,
    isChecked: sort?.column === id && sort.descending === descending,
    act: () => onSort({ column: id, descending }),
  });
  return [
    [
      sortEntry(strings.sortAscending, false),
      sortEntry(strings.sortDescending, true),
      { label: strings.unsort, isChecked: sort === null, act: () => onSort(null) },
    ],
    [{ label: withName(strings.charts.statisticsOf), act: () => options.onStatistics(id) }],
    [
      {
        label: withName(isPinned ? strings.unpin : strings.pin),
        act: () => onColumns(withChange(columns, id, { pinned: !isPinned })),
      },
      {
        label: withName(strings.hide),
        disabledReason: isOnlyShown ? strings.onlyColumn : null,
        act: () => onColumns(withChange(columns, id, { hidden: true })),
      },
    ],
    [{ label: strings.resetColumns, act: () => onColumns(STANDARD_COLUMNS) }],
  ];
}
