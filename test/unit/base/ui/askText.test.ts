import assert from 'node:assert/strict';
import { withVscode } from '../../vscodeTexts.ts';

/** Fake of VS Code that creates input boxes by `globalThis.fakeInput`. */
const VSCODE = `
export const l10n = { t: (text) => text };
export const env = { language: 'en' };
export const QuickInputButtons = { Back: {} };
export class ThemeIcon {}
export const window = { createInputBox: () => globalThis.fakeInput() };
`;

const { askText } = await withVscode(
  VSCODE,
  '?askText',
  () => import('../../../../src/base/ui/askText.ts'),
);

describe('askText', () => {
  let press: () => void;

  beforeEach(() => {
    const noEvent = () => ({ dispose: () => undefined });
    const fakeInput = () => ({
      value: '',
      enabled: true,
      buttons: [],
      onDidChangeValue: noEvent,
      onDidTriggerButton: noEvent,
      onDidHide: noEvent,
      onDidAccept: (listener: () => void) => {
        press = listener;
        return { dispose: () => undefined };
      },
      show: () => undefined,
      dispose: () => undefined,
    });
    Object.assign(globalThis, { fakeInput });
  });

  after(() => {
    Reflect.deleteProperty(globalThis, 'fakeInput');
  });

  const position = { title: 'Title', step: 1, totalSteps: 1, canGoBack: false };

  it('ends with the error of a check on Enter', async () => {
    const accept = () => Promise.reject(new Error('the check failed'));
    const answer = askText({ prompt: 'Prompt', value: 'text', accept }, position);
    press();
    await assert.rejects(answer, { message: 'the check failed' });
  });

  it('stays open after a refusal on Enter, and then returns the accepted text', async () => {
    let refusal: { readonly message: string } | undefined = { message: 'no' };
    const accept = async () => refusal;
    const answer = askText({ prompt: 'Prompt', value: ' text ', accept }, position);
    press();
    await new Promise(setImmediate);
    refusal = undefined;
    press();
    assert.equal(await answer, 'text');
  });
});
