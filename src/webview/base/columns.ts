import type { ColumnView } from '../../surface/gridMessages.ts';
import type { GridStrings } from '../../surface/gridStrings.ts';

export type Column = keyof GridStrings['columns'];

/** From left to right, with their widths in px, until somebody changes it. */
const WIDTHS: Readonly<Record<Column, number>> = {
  name: 200,
  tags: 248,
  status: 100,
  platform: 92,
  lastActive: 172,
  created: 172,
  email: 210,
  phone: 130,
  extId: 120,
  params: 260,
  page: 150,
  birthday: 100,
  gender: 76,
  id: 240,
};

/** The order of earlier versions: kept, it is nobody's wish. */
const FIRST_ORDER =
  'picture,name,platform,page,status,created,lastActive,tags,params,email,phone,birthday,gender,id';

/** Where the name of a record's field is not that of its column. */
const FIELDS: Readonly<Partial<Record<Column, string>>> = { page: 'pageId' };
const COLUMN_OF_FIELD: ReadonlyMap<string | null, Column> = new Map(
  (Object.keys(WIDTHS) as Column[]).map((column) => [fieldOfColumn(column), column]),
);

/** The field of a record that a column shows. */
export function fieldOfColumn(column: Column): string {
  return FIELDS[column] ?? column;
}

export function columnOf(field: string | null): Column | undefined {
  return COLUMN_OF_FIELD.get(field);
}

const LEAST_WIDTH = 36;
const MOST_WIDTH = 1200;

export interface ColumnState extends ColumnView {
  readonly id: Column;
}

export const STANDARD_COLUMNS: readonly ColumnState[] = (Object.keys(WIDTHS) as Column[]).map(
  (id) => ({ id, width: WIDTHS[id], hidden: false, pinned: false }),
);

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
  return Object.hasOwn(WIDTHS, id);
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
  return WIDTHS[id];
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
