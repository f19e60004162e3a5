import * as l10n from '@vscode/l10n';
import type { Column } from '../../base/customerFields.ts';
import { element, iconButton } from '../../base/page/dom.ts';
import type { Icon } from '../../base/page/icons.ts';
import type { MenuGroups } from '../../base/page/menu.ts';
import { checkbox } from '../../base/page/popup.ts';
import {
  withChange,
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
  const { viewState, actions } = context;
  const apply = (changed: readonly ColumnState[], nextFocus: string): void => {
    actions.showColumns(changed);
    showColumnsMenu(content, context, nextFocus);
  };
  const shown = shownColumns(viewState.columns);
  const hidden = viewState.columns.filter((column) => column.hidden);
  const lines = [...shown, ...hidden].map((column) => createLine(column, context, apply));
  const reset = element('button', { type: 'button', class: 'secondary' }, l10n.t('Reset Columns'));
  reset.addEventListener('click', () => apply(STANDARD_COLUMNS, 'input'));
  content.replaceChildren(element('div', { class: 'values' }, ...lines), reset);
  content.querySelector<HTMLElement>(focusSelector)?.focus();
}

function createLine(
  { id, hidden, pinned }: ColumnState,
  { columnTitles, viewState }: PageContext,
  apply: (changed: readonly ColumnState[], focusSelector: string) => void,
): HTMLElement {
  const name = columnTitles[id];
  const box = checkbox(name, !hidden, (isShown) =>
    apply(withChange(viewState.columns, id, { hidden: !isShown }), `[data-of=${id}] input`),
  );
  const createButton = (
    codicon: Icon,
    label: string,
    kind: string,
    change: () => readonly ColumnState[],
  ) => {
    const button = iconButton(codicon, label, () => apply(change(), `[data-of=${id}] .${kind}`));
    button.classList.add(kind);
    button.hidden = hidden;
    return button;
  };
  const pin = createButton(pinned ? 'pinned' : 'pin', pinText(name, pinned), 'pin', () =>
    withChange(viewState.columns, id, { pinned: !pinned }),
  );
  pin.setAttribute('aria-pressed', String(pinned));
  return element(
    'div',
    { class: 'column-line', 'data-of': id },
    box,
    createButton('arrow-up', l10n.t('Move "{0}" to the Left', name), 'up', () =>
      withMove(viewState.columns, id, -1),
    ),
    createButton('arrow-down', l10n.t('Move "{0}" to the Right', name), 'down', () =>
      withMove(viewState.columns, id, 1),
    ),
    pin,
  );
}

export function headerMenu(id: Column, context: PageContext): MenuGroups {
  const { columnTitles, viewState, actions } = context;
  const { columns } = viewState;
  const { sort } = viewState.view;
  const name = columnTitles[id];
  const isPinned = columns.some((column) => column.id === id && column.pinned);
  const isOnlyShown = shownColumns(columns).length === 1;
  const sortEntry = (label: string, descending: boolean) => ({
    label,
    isChecked: sort?.column === id && sort.descending === descending,
    act: () => actions.sortRows({ column: id, descending }),
  });
  return [
    [
      sortEntry(l10n.t('Sort Ascending'), false),
      sortEntry(l10n.t('Sort Descending'), true),
      {
        label: l10n.t('Same Order as the Service'),
        isChecked: sort === null,
        act: () => actions.sortRows(null),
      },
    ],
    [{ label: l10n.t('Statistics of "{0}"', name), act: () => actions.openStatistics(id) }],
    [
      {
        label: pinText(name, isPinned),
        act: () => actions.showColumns(withChange(columns, id, { pinned: !isPinned })),
      },
      {
        label: l10n.t('Hide "{0}"', name),
        disabledReason: isOnlyShown
          ? l10n.t('This is the only visible column, so it cannot be hidden.')
          : null,
        act: () => actions.showColumns(withChange(columns, id, { hidden: true })),
      },
    ],
    [{ label: l10n.t('Reset Columns'), act: () => actions.showColumns(STANDARD_COLUMNS) }],
  ];
}

/** Returns the label of the button or entry that pins a column, or unpins it. */
function pinText(name: string, isPinned: boolean): string {
  return isPinned ? l10n.t('Unpin "{0}"', name) : l10n.t('Pin "{0}" to the Left', name);
}
