import assert from 'node:assert/strict';
import type { UserRef } from '../../../../src/base/model.ts';
import type { WriteRecord } from '../../../../src/catalogue/journal.ts';
import { MemoryJournal } from '../../../../src/runs/memoryJournal.ts';
import { BOT } from '../../base/fakes.ts';
import { writeRecord } from '../../catalogue/store/journalRecords.ts';
import { USER } from '../../service/client.ts';
import { withVscode } from '../../vscodeTexts.ts';

/** Messages in the status bar. */
const statusTexts: string[] = [];
Object.assign(globalThis, { undoStatusTexts: statusTexts });

/** The module `vscode` with the parts that dialogs and progress need. Each dialog is answered with the first button. */
const VSCODE = `
const fill = (text, values) => text.replaceAll(/\\{(\\d)\\}/g, (match, index) => String(values[index] ?? match));
export const l10n = { t: (text, ...values) => fill(text, values) };
export const env = { language: 'en' };
export const ProgressLocation = {};
export const StatusBarAlignment = {};
export class EventEmitter {}
export const Uri = {};
export const window = {
  showInformationMessage: async (_message, ...buttons) => {
    globalThis.whileUndoIsOffered();
    return buttons[0];
  },
  showWarningMessage: async (_message, _options, ...buttons) => buttons[0],
  createStatusBarItem: () => ({
    show() { globalThis.undoStatusTexts.push(this.text); },
    dispose: () => undefined,
  }),
  withProgress: (_options, task) =>
    task({ report: () => undefined }, { onCancellationRequested: () => undefined }),
};
`;

const { offerUndo, undoWithQuestion } = await withVscode(
  VSCODE,
  '?undoWrite',
  () => import('../../../../src/runs/ui/undoWrite.ts'),
);

/** Creates a window that has attached tags to a customer who now has only the `remaining` ones. */
function windowWith(ids: readonly string[], remaining: ReadonlySet<string>) {
  const journal = new MemoryJournal();
  for (const id of ids) {
    journal.saveWrite(writeRecord(id, { itemId: id, user: USER, result: 'done' }));
  }
  const detached: string[] = [];
  const services = {
    catalogue: async () => ({
      bot: () => BOT,
      below: () => [],
      item: () => undefined,
      refusal: () => undefined,
      whenFree: async (step: () => unknown) => step(),
    }),
    journal: async () => journal,
    recorder: {
      userOf: ({ user }: WriteRecord) => user,
      isSending: () => false,
      collectIds: () => ({ ids: [], dispose: () => undefined }),
    },
    users: { nameOf: () => 'Mei' },
    tags: {
      check: async (_bot: unknown, id: string) => remaining.has(id),
      detach: async (_bot: unknown, id: string, _user: UserRef) => void detached.push(id),
    },
  } as unknown as Parameters<typeof undoWithQuestion>[0];
  return { services, journal, detached };
}

/** Undoes attached tags of a customer who has only the `remaining` ones. Returns the IDs of the detached tags. */
async function undoAttached(ids: readonly string[], remaining: ReadonlySet<string>) {
  const { services, detached } = windowWith(ids, remaining);
  await undoWithQuestion(services, ids);
  return detached;
}

describe('undoWithQuestion', () => {
  it('skips changes that are no longer in effect, and undoes the others', async () => {
    statusTexts.length = 0;
    assert.deepEqual(await undoAttached(['a', 'b', 'c'], new Set(['a', 'b', 'c'])), [
      'c',
      'b',
      'a',
    ]);
    assert.deepEqual(await undoAttached(['a', 'b', 'c'], new Set(['a', 'c'])), ['c', 'a']);
    assert.match(statusTexts.at(-1) ?? '', /2 changes undone/);
  });

  it('throws if no change is still in effect', async () => {
    await assert.rejects(undoAttached(['a', 'b'], new Set()), /There is nothing to undo/);
  });
});

describe('offerUndo', () => {
  it('leaves out changes that were undone in the Journal while the message was open', async () => {
    const ids = ['a', 'b', 'c'];
    const { services, journal, detached } = windowWith(ids, new Set(ids));
    const whileUndoIsOffered = (): void => {
      const write = journal.write('b') ?? assert.fail();
      journal.saveWrite({ ...write, undoneBy: 'another write' });
    };
    Object.assign(globalThis, { whileUndoIsOffered });
    await offerUndo(services, 'Attached', ids);
    assert.deepEqual(detached, ['c', 'a']);
  });
});
