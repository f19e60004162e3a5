import { followPointer } from '../../base/page/followPointer.ts';
import type { CellPlace } from './keyboard.ts';
import { ROW_HEIGHT } from './rowWindow.ts';

interface DragOptions {
  readonly scroller: HTMLElement;
  /** px of the rows that are above the screen. */
  readonly top: () => number;
  /** Its cells stand where those of the rows do. */
  readonly header: HTMLElement;
  readonly rows: () => number;
  onCell(place: CellPlace): void;
}

/** Calls `onCell` with each cell that the mouse comes to until it is let go; at the edges the rows scroll. */
export function dragCells(start: PointerEvent, options: DragOptions): void {
  const { button, ctrlKey, metaKey, pointerType } = start;
  if (button !== 0 || ctrlKey || metaKey || pointerType !== 'mouse') return;
  let last = start;
  let before: CellPlace | undefined;
  let frame: number | undefined;
  const look = (): void => {
    const place = cellAt(last, options);
    const isSame = place.row === before?.row && place.column === before.column;
    before = place;
    if (!isSame) options.onCell(place);
  };
  // The mouse does not have to move for the rows to go on.
  const scroll = (): void => {
    look();
    frame = isOutside(last, options.scroller) ? requestAnimationFrame(scroll) : undefined;
  };
  const end = (): void => {
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
  before = cellAt(start, options);
  followPointer(start, {
    onMove: (move) => {
      last = move;
      frame ??= requestAnimationFrame(scroll);
    },
    onEnd: (up) => {
      last = up;
      look();
      end();
    },
    onCancel: end,
  });
}

function cellAt(
  { clientX, clientY }: PointerEvent,
  { scroller, header, rows, top: above }: DragOptions,
): CellPlace {
  const cells = [...header.children];
  const { left, right, top } = scroller.getBoundingClientRect();
  const head = header.parentElement?.offsetHeight ?? 0;
  const y = clientY - top - head + above();
  const x = Math.max(left + 1, Math.min(right - 1, clientX));
  // From the right: what is pinned covers what is scrolled below it.
  const pinned = cells.findLastIndex(
    (cell) => cell.classList.contains('pinned') && isOver(cell, x),
  );
  const found = pinned >= 0 ? pinned : cells.findIndex((cell) => isOver(cell, x));
  return {
    row: Math.max(0, Math.min(rows() - 1, Math.floor(y / ROW_HEIGHT))),
    column: found < 0 ? cells.length - 1 : found,
  };
}

function isOver(cell: Element, x: number): boolean {
  const { left, right } = cell.getBoundingClientRect();
  return x >= left && x < right;
}

function isOutside({ clientX, clientY }: PointerEvent, scroller: HTMLElement): boolean {
  const { top, bottom, left, right } = scroller.getBoundingClientRect();
  return clientY < top || clientY > bottom || clientX < left || clientX > right;
}
