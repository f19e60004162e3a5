import { FIELD_NAMES, FIELDS, type Column, type FieldName } from '../../base/customerFields.ts';
import type { ColumnView } from '../gridMessages.ts';
import { clamp } from '../../base/numbers.ts';

interface FieldColumn {
  readonly id: Column;
  readonly field: FieldName;
  /** Default width in px. */
  readonly width: number;
}

/** Columns in their default order, from left to right. */
export const COLUMNS: readonly FieldColumn[] = FIELD_NAMES.flatMap((field) => {
  const { column } = FIELDS[field];
  return column === null ? [] : [{ field, ...column }];
}).sort((a, b) => a.position - b.position);

/** Default order of earlier versions. A stored view with this order gets the present default order. */
const OLD_DEFAULT_ORDER =
  'picture,name,platform,page,status,created,lastActive,tags,params,email,phone,birthday,gender,id';

const BY_ID = Object.fromEntries(COLUMNS.map((column) => [column.id, column])) as Readonly<
  Record<Column, FieldColumn>
>;

export function fieldOfColumn(column: Column): FieldName {
  return BY_ID[column].field;
}

/** Returns the column that shows a field, or `undefined` if there is none. `null` is the record itself. */
export function columnOf(field: string | null): Column | undefined {
  return COLUMNS.find((column) => column.field === field)?.id;
}

/** Limits of the width that the user can set, in px. */
const MIN_WIDTH = 36;
const MAX_WIDTH = 1200;

export interface ColumnState extends ColumnView {
  readonly id: Column;
}

/** Columns of a new view: all are visible, and none is pinned. */
export const STANDARD_COLUMNS: readonly ColumnState[] = COLUMNS.map(({ id, width }) => ({
  id,
  width,
  hidden: false,
  pinned: false,
}));

/** Removes columns that no longer exist, and adds new ones. If none would be visible, returns the standard columns. */
export function columnsOf(storedColumns: readonly ColumnView[]): readonly ColumnState[] {
  const storedById = new Map(
    storedColumns
      .filter(({ id }) => isColumn(id))
      .map((column) => [column.id, column as ColumnState]),
  );
  const hasOldDefaultOrder = storedColumns.map(({ id }) => id).join() === OLD_DEFAULT_ORDER;
  const missing = STANDARD_COLUMNS.filter(({ id }) => !storedById.has(id));
  const allColumns = hasOldDefaultOrder
    ? STANDARD_COLUMNS.map((column) => storedById.get(column.id) ?? column)
    : [...storedById.values(), ...missing];
  return allColumns.every(({ hidden }) => hidden) ? STANDARD_COLUMNS : allColumns;
}

export function isColumn(id: string): id is Column {
  return Object.hasOwn(BY_ID, id);
}

/** Returns the visible columns in display order: the pinned columns come first. */
export function shownColumns(columns: readonly ColumnState[]): readonly ColumnState[] {
  const shown = columns.filter(({ hidden }) => !hidden);
  return [...shown.filter(({ pinned }) => pinned), ...shown.filter(({ pinned }) => !pinned)];
}

/** Returns the columns after a change of one of them. The last visible column cannot be hidden. */
export function withChange(
  columns: readonly ColumnState[],
  id: Column,
  change: Partial<ColumnView>,
): readonly ColumnState[] {
  const changedColumns = columns.map((column) =>
    column.id === id ? { ...column, ...change, id } : column,
  );
  // A table without columns would have no header from which the keyboard user could show them again.
  return changedColumns.every(({ hidden }) => hidden) ? columns : changedColumns;
}

export function withWidth(
  columns: readonly ColumnState[],
  id: Column,
  width: number,
): readonly ColumnState[] {
  const allowedWidth = Math.round(clamp(width, MIN_WIDTH, MAX_WIDTH));
  return withChange(columns, id, { width: allowedWidth });
}

export function standardWidth(id: Column): number {
  return BY_ID[id].width;
}

/** Moves a column by `steps` (negative: to the left). Pinned columns move among the pinned, others among the others. */
export function withMove(
  columns: readonly ColumnState[],
  id: Column,
  steps: number,
): readonly ColumnState[] {
  const movedColumn = columns.find((column) => column.id === id);
  const movable = columns.filter(({ hidden, pinned }) => !hidden && pinned === movedColumn?.pinned);
  const from = movable.findIndex((column) => column.id === id);
  const to = clamp(from + steps, 0, movable.length - 1);
  const target = movable[to];
  if (movedColumn === undefined || target === undefined || to === from) return columns;
  const otherColumns = columns.filter((column) => column !== movedColumn);
  const targetIndex = otherColumns.indexOf(target) + (to > from ? 1 : 0);
  return otherColumns.toSpliced(targetIndex, 0, movedColumn);
}
