import {
  FIELD_NAMES,
  FIELDS,
  type Column,
  type FieldName,
  type Sort,
} from '../../base/customerFields.ts';
import type { ColumnView } from '../gridMessages.ts';

export type { Column, Sort };

/** A column, and the field of a record that it shows. */
export interface FieldColumn {
  readonly id: Column;
  readonly field: FieldName;
  /** px, until somebody changes it */
  readonly width: number;
}

/** From left to right, until somebody changes it. */
export const COLUMNS: readonly FieldColumn[] = FIELD_NAMES.flatMap((field) => {
  const { column } = FIELDS[field];
  return column === null ? [] : [{ field, ...column }];
}).sort((a, b) => a.place - b.place);

/** The order of earlier versions: kept, it is nobody's wish. */
const FIRST_ORDER =
  'picture,name,platform,page,status,created,lastActive,tags,params,email,phone,birthday,gender,id';

const BY_ID = Object.fromEntries(COLUMNS.map((one) => [one.id, one])) as Readonly<
  Record<Column, FieldColumn>
>;

/** The field of a record that a column shows. */
export function fieldOfColumn(column: Column): FieldName {
  return BY_ID[column].field;
}

/** The column that shows a field; `undefined`: none does. */
export function columnOf(field: string | null): Column | undefined {
  return COLUMNS.find((one) => one.field === field)?.id;
}

const LEAST_WIDTH = 36;
const MOST_WIDTH = 1200;

export interface ColumnState extends ColumnView {
  readonly id: Column;
}

export const STANDARD_COLUMNS: readonly ColumnState[] = COLUMNS.map(({ id, width }) => ({
  ...{ id, width, hidden: false, pinned: false },
}));

/** What was kept, without columns that there are no more, and with those that came since. */
export function columnsOf(kept: readonly ColumnView[]): readonly ColumnState[] {
  const known = new Map(
    kept.filter(({ id }) => isColumn(id)).map((one) => [one.id, one as ColumnState]),
  );
  const isUnmoved = kept.map(({ id }) => id).join() === FIRST_ORDER;
  const missing = STANDARD_COLUMNS.filter(({ id }) => !known.has(id));
  const all = isUnmoved
    ? STANDARD_COLUMNS.map((one) => known.get(one.id) ?? one)
    : [...known.values(), ...missing];
  return all.every(({ hidden }) => hidden) ? STANDARD_COLUMNS : all;
}

export function isColumn(id: string): id is Column {
  return Object.hasOwn(BY_ID, id);
}

/** In the order in which they are shown: the pinned ones first. */
export function shownColumns(columns: readonly ColumnState[]): readonly ColumnState[] {
  const shown = columns.filter(({ hidden }) => !hidden);
  return [...shown.filter(({ pinned }) => pinned), ...shown.filter(({ pinned }) => !pinned)];
}

export function changed(
  columns: readonly ColumnState[],
  id: Column,
  change: Partial<ColumnView>,
): readonly ColumnState[] {
  const after = columns.map((one) => (one.id === id ? { ...one, ...change, id } : one));
  // A table without any column could not be brought back with the keyboard from within.
  return after.every(({ hidden }) => hidden) ? columns : after;
}

export function resized(
  columns: readonly ColumnState[],
  id: Column,
  width: number,
): readonly ColumnState[] {
  const fitting = Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)));
  return changed(columns, id, { width: fitting });
}

export function standardWidth(id: Column): number {
  return BY_ID[id].width;
}

/** Moves a column by so many places among those that are shown beside it, pinned ones among the pinned. */
export function movedBy(
  columns: readonly ColumnState[],
  id: Column,
  places: number,
): readonly ColumnState[] {
  const own = columns.find((one) => one.id === id);
  const group = columns.filter(({ hidden, pinned }) => !hidden && pinned === own?.pinned);
  const from = group.findIndex((one) => one.id === id);
  const to = Math.max(0, Math.min(group.length - 1, from + places));
  const target = group[to];
  if (own === undefined || target === undefined || to === from) return columns;
  const others = columns.filter((one) => one !== own);
  const at = others.indexOf(target) + (to > from ? 1 : 0);
  return others.toSpliced(at, 0, own);
}
