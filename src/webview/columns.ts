import type { ColumnView, PageStrings } from '../protocol.ts';

export type Column = keyof PageStrings['columns'];

/** From left to right, with their widths in px, until somebody changes it. */
const WIDTHS: Readonly<Record<Column, number>> = {
  picture: 40,
  name: 170,
  platform: 84,
  page: 150,
  status: 84,
  created: 172,
  lastActive: 172,
  tags: 230,
  params: 260,
  email: 210,
  phone: 130,
  birthday: 100,
  gender: 76,
  id: 240,
};

/** Where the name of a record's field is not that of its column. */
const FIELDS: Readonly<Partial<Record<Column, string>>> = { picture: 'pic', page: 'pageId' };
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
  const known = kept.filter((one): one is ColumnState => Object.hasOwn(WIDTHS, one.id));
  const ids = new Set<string>(known.map(({ id }) => id));
  const missing = STANDARD_COLUMNS.filter(({ id }) => !ids.has(id));
  const all = [...known, ...missing];
  return all.every(({ hidden }) => hidden) ? STANDARD_COLUMNS : all;
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
