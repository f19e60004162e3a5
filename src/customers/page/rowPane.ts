import type { FilterTag } from '../gridRows.ts';
import type { PageContext } from './pageContext.ts';
import { Details } from './details.ts';
import type { Grid } from './grid.ts';
import type { GridRow } from './rows.ts';
import { reasonAgainstTags, type RowAction } from './rowActions.ts';

interface PaneOptions extends PageContext {
  readonly grid: () => Grid;
  onTag(tag: FilterTag): void;
  onToggle(): void;
}

/** Details pane of the current row, and the actions on this row. */
export class RowPane {
  readonly #options: PaneOptions;
  readonly #details: Details;

  constructor(options: PaneOptions) {
    this.#options = options;
    const { cellOptions, panel, model } = options;
    this.#details = new Details({
      ...cellOptions,
      pictures: () => cellOptions.loadsPictures,
      onCopy: (text) => panel.post({ type: 'copyText', text }),
      onClose: () => this.toggle(),
      onAttach: () => this.act('attachTag'),
      onDetach: (tag) => {
        // While the pane shows tags, there is always a current row.
        const row = this.#currentRow() ?? 0;
        panel.post({ type: 'detachTag', generation: model.generation, row, tag });
      },
      onTag: (tag) => options.onTag(tag),
      onJson: () => this.act('openRecord'),
    });
    this.#details.element.hidden = true;
  }

  get element(): HTMLElement {
    return this.#details.element;
  }

  get #isOpen(): boolean {
    return this.#options.viewState.view.details;
  }

  /** Shows or hides the pane, as `view.details` says. */
  restore(): void {
    this.element.hidden = !this.#isOpen;
  }

  /** Opens the pane and moves the focus into it. */
  open(): void {
    if (!this.#isOpen) this.toggle();
    this.#details.focus();
  }

  toggle(): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.#options.viewState.change({ details: !this.#isOpen });
    this.restore();
    if (hadFocus) this.#options.grid().focus();
    this.#options.onToggle();
  }

  /** Shows the current row, and returns it. */
  show(): GridRow | undefined {
    const { store, selection, cellOptions, model } = this.#options;
    const rowNumber = this.#currentRow();
    const row = rowNumber === undefined ? undefined : store.row(rowNumber);
    if (this.#isOpen) {
      const tagState = { row, selectedCount: selection.size, lockReason: model.lockReason };
      this.#details.show(row, reasonAgainstTags(tagState, cellOptions.strings));
    }
    return row;
  }

  /** Asks the panel to run an action on the current row. */
  act(type: RowAction): void {
    const { store, selection, panel, model } = this.#options;
    // Without a current row, "Open Page" opens the page of the last loaded row.
    const row = this.#currentRow() ?? store.count - 1;
    const canApplyToMany = type === 'attachTag' || type === 'detachTag';
    // For a selection of several rows the message needs a selected row, and the focused row may not be selected.
    const messageRow = canApplyToMany ? (selection.oneOfMany(row) ?? row) : row;
    panel.post({ type, generation: model.generation, row: messageRow });
  }

  /** Returns the row number of the current row, or else of the only selected row if it is shown. */
  #currentRow(): number | undefined {
    const { selection, order, grid } = this.#options;
    const { singleRow } = selection;
    return (
      grid().row ??
      (singleRow !== undefined && order.positionOf(singleRow) !== undefined ? singleRow : undefined)
    );
  }
}
