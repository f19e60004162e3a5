import { followPointer } from '../../base/page/followPointer.ts';
import type { ChartCell } from './chartCell.ts';
import type { Choice } from './choice.ts';

interface MouseOptions {
  /** @param isDone `false` while the mouse goes on over the bins */
  onPick(pick: Choice, how: { readonly adds: boolean; readonly isDone: boolean }): void;
  /** As it was before the mouse went down. */
  onCancel(): void;
}

/** A click on a bar, or a drag over bins. */
export function pickByMouse(start: PointerEvent, cell: ChartCell, options: MouseOptions): void {
  if (start.button !== 0) return;
  const adds = start.shiftKey;
  const { bins } = cell;
  if (bins.length === 0) {
    const bar = start.target instanceof Element ? start.target.closest('.bar') : null;
    const pick = cell.itemOf(bar)?.pick;
    if (pick === undefined) return;
    // On `pointerdown` the browser would then take the focus from the list that the pick opens.
    const onEnd = (): void => options.onPick(pick, { adds, isDone: true });
    return followPointer(start, { onMove: () => undefined, onEnd, onCancel: () => undefined });
  }
  const first = binAt(start.clientX, bins);
  let last = first;
  cell.paint({ first, last });
  followPointer(start, {
    onMove: (move) => {
      const now = binAt(move.clientX, cell.bins);
      if (now === last) return;
      last = now;
      cell.paint(ordered(first, last));
      const pick = rangeOf(cell, ordered(first, last));
      if (pick !== undefined) options.onPick(pick, { adds, isDone: false });
    },
    onEnd: () => {
      cell.paint(undefined);
      const pick = rangeOf(cell, ordered(first, last));
      if (pick !== undefined) options.onPick(pick, { adds, isDone: true });
    },
    onCancel: () => {
      cell.paint(undefined);
      options.onCancel();
    },
  });
}

function ordered(one: number, other: number): { readonly first: number; readonly last: number } {
  return { first: Math.min(one, other), last: Math.max(one, other) };
}

function rangeOf(
  cell: ChartCell,
  { first, last }: { readonly first: number; readonly last: number },
): Choice | undefined {
  const { bins = [] } = cell.found ?? {};
  const [from, to] = [bins[first]?.from, bins[last]?.to];
  return from === undefined || to === undefined ? undefined : { kind: 'range', from, to };
}

/** The first bin reaches to the left for ever, as the last one does to the right. */
function binAt(x: number, bins: readonly HTMLElement[]): number {
  const left = bins[0]?.getBoundingClientRect().left ?? 0;
  const right = bins.at(-1)?.getBoundingClientRect().right ?? 1;
  const at = Math.floor(((x - left) / Math.max(1, right - left)) * bins.length);
  return Math.max(0, Math.min(bins.length - 1, at));
}
