import type { PageContext, RowAction } from './pageContext.ts';
import { Details } from './details.ts';
import type { Grid } from './grid.ts';
import type { GridRow } from './rows.ts';
import { reasonAgainstTags } from './rowActions.ts';

/** Details pane of the current row, and the actions on this row. */
export class RowPane {
  readonly #context: PageContext;
  readonly #grid: Grid;
  readonly #details: Details;

  constructor(context: PageContext, grid: Grid) {
    this.#context = context;
    this.#grid = grid;
    const { panel, model } = context;
    this.#details = new Details(context, (tag) => {
      // While the pane shows tags, there is always a current row.
      const row = this.#currentRow() ?? 0;
      panel.post({ type: 'detachTag', generation: model.generation, row, tag });
    });
    this.#details.element.hidden = true;
  }

  get element(): HTMLElement {
    return this.#details.element;
  }

  get #isOpen(): boolean {
    return this.#context.viewState.view.details;
  }

  /** Shows or hides the pane, as `view.details` says. */
  restore(): void {
    this.element.hidden = !this.#isOpen;
  }

  focus(): void {
    this.#details.focus();
  }

  toggle(): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.#context.viewState.change({ details: !this.#isOpen });
    this.restore();
    if (hadFocus) this.#grid.focus();
  }

  /** Shows the current row, and returns it. */
  show(): GridRow | undefined {
    const rowNumber = this.#currentRow();
    const row = rowNumber === undefined ? undefined : this.#context.store.row(rowNumber);
    if (this.#isOpen) this.#details.show(row, reasonAgainstTags(row, this.#context));
    return row;
  }

  /** Asks the panel to run an action on the current row. */
  act(type: RowAction): void {
    const { store, selection, panel, model } = this.#context;
    // Without a current row, "Open Page" opens the page of the last loaded row.
    const row = this.#currentRow() ?? store.count - 1;
    const canApplyToMany = type === 'attachTag' || type === 'detachTag';
    // If several rows are selected, the message must name one of them. The current row is not always one of them.
    const messageRow = canApplyToMany ? (selection.oneOfMany(row) ?? row) : row;
    panel.post({ type, generation: model.generation, row: messageRow });
  }

  /** Returns the row number of the current row, or else of the only selected row if it is shown. */
  #currentRow(): number | undefined {
    const { selection, order } = this.#context;
    const { singleRow } = selection;
    return (
      this.#grid.row ??
      (singleRow !== undefined && order.positionOf(singleRow) !== undefined ? singleRow : undefined)
    );
  }
}
