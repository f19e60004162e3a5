import { element, iconButton } from '../../base/page/dom.ts';
import type { Icon } from '../../base/page/icons.ts';
import type { MenuGroups } from '../../base/page/menu.ts';
import { checkbox } from '../../base/page/popup.ts';
import {
  withChange,
  type Column,
  type ColumnState,
  withMove,
  shownColumns,
  STANDARD_COLUMNS,
} from './columns.ts';
import type { PageContext } from './pageContext.ts';

/**
 * Fills the menu to show, hide, order and pin columns by keyboard. Only this menu shows a hidden column again.
 * @param focusSelector selector of the element that gets the focus, because the lines are created again
 */
export function showColumnsMenu(
  content: HTMLElement,
  context: PageContext,
  focusSelector = 'input',
): void {
  const { strings, viewState, actions } = context;
  const apply = (changed: readonly ColumnState[], nextFocus: string): void => {
    actions.showColumns(changed);
    showColumnsMenu(content, context, nextFocus);
  };
  const shown = shownColumns(viewState.columns);
  const hidden = viewState.columns.filter((column) => column.hidden);
  const lines = [...shown, ...hidden].map((column) => createLine(column, context, apply));
  const reset = element('button', { type: 'button', class: 'secondary' }, strings.resetColumns);
  reset.addEventListener('click', () => apply(STANDARD_COLUMNS, 'input'));
  content.replaceChildren(element('div', { class: 'values' }, ...lines), reset);
  content.querySelector<HTMLElement>(focusSelector)?.focus();
}

function createLine(
  { id, hidden, pinned }: ColumnState,
  { strings, viewState }: PageContext,
  apply: (changed: readonly ColumnState[], focusSelector: string) => void,
): HTMLElement {
  const name = strings.columns[id];
  const box = checkbox(name, !hidden, (isShown) =>
    apply(withChange(viewState.columns, id, { hidden: !isShown }), `[data-of=${id}] input`),
  );
  const createButton = (
    codicon: Icon,
    label: string,
    kind: string,
    change: () => readonly ColumnState[],
  ) => {
    const button = iconButton(codicon, label.replace('{0}', name), () =>
      apply(change(), `[data-of=${id}] .${kind}`),
    );
    button.classList.add(kind);
    button.hidden = hidden;
    return button;
  };
  const pin = createButton(
    pinned ? 'pinned' : 'pin',
    pinned ? strings.unpin : strings.pin,
    'pin',
    () => withChange(viewState.columns, id, { pinned: !pinned }),
  );
  pin.setAttribute('aria-pressed', String(pinned));
  return element(
    'div',
    { class: 'column-line', 'data-of': id },
    box,
    createButton('arrow-up', strings.moveLeft, 'up', () => withMove(viewState.columns, id, -1)),
    createButton('arrow-down', strings.moveRight, 'down', () => withMove(viewState.columns, id, 1)),
    pin,
  );
}

export function headerMenu(id: Column, context: PageContext): MenuGroups {
  const { strings, viewState, actions } = context;
  const { columns } = viewState;
  const { sort } = viewState.view;
  const name = strings.columns[id];
  const isPinned = columns.some((column) => column.id === id && column.pinned);
  const isOnlyShown = shownColumns(columns).length === 1;
  const withName = (template: string): string => template.replace('{0}', name);
  const sortEntry = (label: string, descending: boolean) => ({
    label,
    isChecked: sort?.column === id && sort.descending === descending,
    act: () => actions.sortRows({ column: id, descending }),
  });
  return [
    [
      sortEntry(strings.sortAscending, false),
      sortEntry(strings.sortDescending, true),
      { label: strings.unsort, isChecked: sort === null, act: () => actions.sortRows(null) },
    ],
    [{ label: withName(strings.charts.statisticsOf), act: () => actions.openStatistics(id) }],
    [
      {
        label: withName(isPinned ? strings.unpin : strings.pin),
        act: () => actions.showColumns(withChange(columns, id, { pinned: !isPinned })),
      },
      {
        label: withName(strings.hide),
        disabledReason: isOnlyShown ? strings.onlyColumn : null,
        act: () => actions.showColumns(withChange(columns, id, { hidden: true })),
      },
    ],
    [{ label: strings.resetColumns, act: () => actions.showColumns(STANDARD_COLUMNS) }],
  ];
}
