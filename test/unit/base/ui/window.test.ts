import assert from 'node:assert/strict';
import { withVscode } from '../../vscodeTexts.ts';

/** Fake of VS Code that passes messages to `globalThis.fakeMessage`. */
const VSCODE = `
const show = (severity) => (...values) => globalThis.fakeMessage(severity, ...values);
export const window = { showWarningMessage: show('warning'), showInformationMessage: show('information') };
`;

interface Button {
  readonly title: string;
  readonly isCloseAffordance?: boolean;
}

interface Message {
  readonly severity: string;
  readonly message: string;
  readonly options: { readonly modal: boolean; readonly detail: string };
  readonly buttons: readonly Button[];
}

/** Loads a copy of `window.ts` that uses the fake of VS Code. */
function loadWindow() {
  return withVscode(VSCODE, '?window', () => import('../../../../src/base/ui/window.ts'));
}

describe('modal dialogs', () => {
  let dialogs: Awaited<ReturnType<typeof loadWindow>>;
  let shown: Message[];
  /** Title of the button to click; `undefined` closes the dialog with Escape. */
  let click: string | undefined;

  before(async () => {
    dialogs = await loadWindow();
  });

  beforeEach(() => {
    shown = [];
    const fakeMessage = async (
      severity: string,
      message: string,
      options: Message['options'],
      ...buttons: Button[]
    ): Promise<Button | undefined> => {
      shown.push({ severity, message, options, buttons });
      return buttons.find(({ title }) => title === click);
    };
    Object.assign(globalThis, { fakeMessage });
  });

  after(() => {
    Reflect.deleteProperty(globalThis, 'fakeMessage');
  });

  it('are modal warnings without active characters, and return the clicked button', async () => {
    click = 'Delete';
    const dialog = { message: 'Delete "\u202ea"?', detail: ['one\u202e', '', 'two'] };
    assert.equal(await dialogs.confirm(dialog, 'Keep', 'Delete'), 'Delete');
    assert.deepEqual(shown, [
      {
        severity: 'warning',
        message: 'Delete "[U+202E]a"?',
        options: { modal: true, detail: 'one[U+202E]\n\ntwo' },
        buttons: [{ title: 'Keep' }, { title: 'Delete' }],
      },
    ]);
  });

  it('return undefined from ask, and throw Cancelled from confirm, after Cancel or Close', async () => {
    for (click of [undefined, 'Close']) {
      const dialog = { message: 'Report', detail: [], isWarning: false, close: 'Close' };
      assert.equal(await dialogs.ask(dialog, 'Copy'), undefined);
      await assert.rejects(dialogs.confirm(dialog, 'Copy'), { name: 'Cancelled' });
    }
    assert.deepEqual(
      shown.map(({ severity }) => severity),
      Array(4).fill('information'),
    );
    assert.deepEqual(shown[0]?.buttons, [
      { title: 'Copy' },
      { title: 'Close', isCloseAffordance: true },
    ]);
  });
});
