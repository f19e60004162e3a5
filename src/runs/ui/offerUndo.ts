import { l10n } from 'vscode';
import { undoingOf } from '../undoing.ts';
import { sayDone, showInformation } from '../../base/ui/window.ts';
import type { UndoNeeds } from './undoParts.ts';
import { undoByPerson } from './undoWrite.ts';

/**
 * Says what was done, with Undo where the Journal can undo it.
 * @param ids of the writes, as `Recorder.note` gives them
 */
export async function offerUndo(
  parts: UndoNeeds,
  text: string,
  ids: readonly string[],
): Promise<void> {
  const journal = await parts.journal();
  const undoable = ids.filter((id) => {
    const write = journal.write(id);
    return write !== undefined && 'by' in undoingOf(write, parts.recorder.userOf(write));
  });
  if (undoable.length === 0) return sayDone(text);
  const undo = l10n.t('Undo');
  if ((await showInformation(text, undo)) === undo) await undoByPerson(parts, undoable);
}
