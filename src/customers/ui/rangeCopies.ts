import * as vscode from 'vscode';
import { Cancelled, NoticeError, UserError } from '../../base/errors.ts';
import type { GridMessage } from '../gridMessages.ts';
import { MAX_COPIED_CELLS } from '../gridRows.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import { copyText, sayDone } from '../../base/ui/window.ts';

type CellsMessage = GridMessage & { type: 'copyCells' };
type CopyMessage = CellsMessage | (GridMessage & { type: 'copyText' });

/** Pending copies from the grid to the clipboard. */
export class RangeCopies {
  readonly #requestCells: () => boolean;
  readonly #pendingCopies: PromiseWithResolvers<string>[] = [];

  /** @param requestCells requests the selected cells from the grid. Returns `false` if there is no grid to answer. */
  constructor(requestCells: () => boolean) {
    this.#requestCells = requestCells;
  }

  /**
   * Copies the selected cells as CSV.
   * @throws {UserError} if no cells are selected, or too many
   */
  async copy(): Promise<string> {
    const pendingCopy = Promise.withResolvers<string>();
    this.#pendingCopies.push(pendingCopy);
    if (this.#requestCells()) return pendingCopy.promise;
    this.#pendingCopies.pop();
    throw noRangeError();
  }

  /** @throws if the copy fails and no call of `copy` waits for it */
  async handleMessage(message: CopyMessage): Promise<void> {
    if (message.type === 'copyText') {
      await copyText(message.text);
      return sayDone(vscode.l10n.t('Copied.'));
    }
    const pendingCopy = this.#pendingCopies.shift();
    try {
      const text = await copyCells(message);
      pendingCopy?.resolve(text);
    } catch (error) {
      if (pendingCopy === undefined) throw error;
      pendingCopy.reject(error);
    }
  }

  /** Cancels pending copies. The grid no longer exists and will not answer. */
  release(): void {
    for (const pendingCopy of this.#pendingCopies.splice(0)) pendingCopy.reject(new Cancelled());
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
