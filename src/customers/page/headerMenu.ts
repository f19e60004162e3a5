import type { GridStrings } from '../gridStrings.ts';
import { changed, shownColumns, STANDARD_COLUMNS } from './columns.ts';
import type { Column, ColumnState, Sort } from './columns.ts';
import type { MenuGroups } from '../../base/page/menu.ts';

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
