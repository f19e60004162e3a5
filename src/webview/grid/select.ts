import type { RowOrder } from './rowOrder.ts';
import type { Selection } from './selection.ts';

interface Rows {
  readonly selection: Selection;
  readonly order: RowOrder;
}

/** As in other lists: one more or less with Ctrl or ⌘; the menu of a selected row is about all. */
export function selectByMouse(event: MouseEvent, row: number, selection: Selection): void {
  if (event.button === 2) {
    if (!selection.has(row)) selection.only(row);
  } else if (event.button === 0 && (event.ctrlKey || event.metaKey)) selection.toggle(row);
  else if (event.button === 0) selection.only(row);
}

/** @returns whether the key was one of those that select */
export function selectByKey(
  event: KeyboardEvent,
  row: number,
  { selection, order }: Rows,
): boolean {
  const control = event.ctrlKey || event.metaKey;
  if (event.key === ' ') selection.toggle(row);
  else if (event.key === 'Escape' && selection.size > 0) selection.clear();
  else if (control && event.key.toLowerCase() === 'a') selection.all(order);
  else return false;
  return true;
}
