import * as vscode from 'vscode';
import { Cancelled, NoticeError, UserError } from '../../base/errors.ts';
import type { GridMessage } from '../gridMessages.ts';
import { MAX_COPIED_CELLS } from '../gridRows.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import { copyText, sayDone } from '../../base/ui/window.ts';

type CellsMessage = GridMessage & { type: 'copyCells' };
type CopyMessage = CellsMessage | (GridMessage & { type: 'copyText' });

/** Copies from the grid to the clipboard. */
export class RangeCopies {
  readonly #requestCells: () => boolean;
  /** Copy for which the grid is writing the cells. At most one, because the grid answers only the latest request. */
  #pendingCopy: PromiseWithResolvers<string> | undefined;

  /** @param requestCells requests the selected cells from the grid. Returns `false` if there is no grid to answer. */
  constructor(requestCells: () => boolean) {
    this.#requestCells = requestCells;
  }

  /**
   * Copies the selected cells as CSV. Joins a pending copy.
   * @throws {UserError} if no cells are selected, or too many
   */
  async copy(): Promise<string> {
    if (this.#pendingCopy === undefined) {
      if (!this.#requestCells()) throw noRangeError();
      this.#pendingCopy = Promise.withResolvers();
    }
    return this.#pendingCopy.promise;
  }

  /** @throws if the copy fails and no call of `copy` waits for it */
  async handleMessage(message: CopyMessage): Promise<void> {
    if (message.type === 'copyText') {
      await copyText(message.text);
      return sayDone(vscode.l10n.t('Copied.'));
    }
    const pendingCopy = this.#pendingCopy;
    this.#pendingCopy = undefined;
    try {
      const text = await copyCells(message);
      pendingCopy?.resolve(text);
    } catch (error) {
      if (pendingCopy === undefined) throw error;
      pendingCopy.reject(error);
    }
  }

  /** Cancels a pending copy. The grid no longer exists and will not answer. */
  release(): void {
    this.#pendingCopy?.reject(new Cancelled());
    this.#pendingCopy = undefined;
  }
}

function noRangeError(): UserError {
  return new NoticeError(
    vscode.l10n.t(
      'Select cells first: drag over the table, or hold Shift and press the arrow keys.',
    ),
  );
}

async function copyCells({ cells, text }: CellsMessage): Promise<string> {
  if (cells === 0) throw noRangeError();
  if (cells > MAX_COPIED_CELLS) {
    throw new UserError(
      vscode.l10n.t(
        'Nothing was copied, because {0} cells are selected and the limit is {1}. Select fewer cells, or export the customers to a file.',
        numberText(cells),
        numberText(MAX_COPIED_CELLS),
      ),
    );
  }
  // The grid sends an empty text if the cells contain too much text.
  if (text === '') {
    throw new UserError(
      vscode.l10n.t(
        'Nothing was copied, because the {0} selected cells contain too much text. Select fewer cells, or export the customers to a file.',
        numberText(cells),
      ),
    );
  }
  const copied = await copyText(text);
  sayDone(vscode.l10n.t('{0} cells copied.', numberText(cells)));
  return copied;
}
