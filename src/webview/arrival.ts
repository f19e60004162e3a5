import type { Grid } from './grid/grid.ts';
import type { RowOrder } from './grid/rowOrder.ts';

/** Goes to the first new row once it is there, unless the person went on to something else meanwhile. */
export class Arrival {
  readonly #grid: Grid;
  readonly #order: RowOrder;
  #wanted: { readonly row: number; readonly focus: boolean } | undefined;

  constructor(grid: Grid, order: RowOrder) {
    this.#grid = grid;
    this.#order = order;
  }

  expect(row: number, focus: boolean): void {
    this.#wanted = { row, focus };
  }

  forget(): void {
    this.#wanted = undefined;
  }

  show(): void {
    const wanted = this.#wanted;
    if (wanted === undefined || wanted.row >= this.#order.count) return;
    const position = this.#order.firstFrom(wanted.row);
    this.#grid.update(false, false);
    if (position !== undefined && wanted.focus) {
      this.#grid.goTo({ row: position, column: 0 }, document.hasFocus(), 'start');
    }
    this.forget();
  }
}
