import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { diagnosticAt, quickFix } from '../../src/base/ui/editor.ts';
import { setTreeMessage, tooltip, treeItem } from '../../src/base/ui/treeItem.ts';
import * as plainly from '../../src/base/ui/window.ts';
import { hostileTexts } from '../support/hostileTexts.ts';
import { assertPlain, textIn, WindowRecorder, type Shown } from './windowRecorder.ts';

describe('Text from outside', () => {
  const recorder = new WindowRecorder();

  beforeEach(() => recorder.start());
  afterEach(() => recorder.stop());

  for (const [name, text] of Object.entries(hostileTexts)) {
    it(`is plain text in every place: ${name}`, async () => {
      await plainly.showInformation(text);
      await plainly.showWarning(text, 'Button');
      await plainly.showError(text);
      await plainly.ask({ message: text, detail: [text, '', text] }, 'Yes');
      await plainly.ask({ message: text, detail: [text], isWarning: false });
      await plainly.showProgress(text, 'status', () => Promise.resolve());
      await plainly.showProgress(text, 'notification', async (report) => report({ message: text }));
      plainly.sayDone(text);
      assert.equal(recorder.shown.length, 11, 'each text of the calls above is recorded');
      assertPlain(recorder.shown);
      assertPlain([...inputs(text), ...inEditors(text), ...inTree(text), ...inPanel(text)]);
    });
  }

  function inputs(text: string): Shown {
    const input = plainly.createTextInput();
    Object.assign(input, {
      title: text,
      prompt: text,
      placeholder: text,
      value: 'as it is [x](y)',
    });
    const { Warning: severity } = vscode.InputBoxValidationSeverity;
    input.validationMessage = { message: text, severity };
    const warning = input.validationMessage.message;
    input.validationMessage = text;
    const pick = plainly.createPick();
    Object.assign(pick, { title: text, placeholder: text });
    pick.items = [{ label: text, description: text, detail: text }];
    const [item] = pick.items;
    assert.equal(input.value, 'as it is [x](y)');
    const texts: Shown = [
      ['inputTitle', input.title],
      ['inputPrompt', input.prompt],
      ['placeholder', input.placeholder],
      ['validation', textIn(input.validationMessage)],
      ['validation', warning],
      ['inputTitle', pick.title],
      ['placeholder', pick.placeholder],
      ...[item?.label, item?.description, item?.detail].map((part): Shown[number] => [
        'pickItem',
        part ?? '',
      ]),
    ];
    input.dispose();
    pick.dispose();
    return texts;
  }

  function inEditors(text: string): Shown {
    const range = new vscode.Range(0, 0, 0, 1);
    const { message } = diagnosticAt(range, text, vscode.DiagnosticSeverity.Error);
    return [
      ['diagnostic', message],
      ['codeAction', quickFix(text).title],
    ];
  }

  function inTree(text: string): Shown {
    const item = treeItem({ label: text, description: text, spoken: text });
    const view = { message: '' };
    setTreeMessage(view as vscode.TreeView<unknown>, text);
    return [
      ['treeItem', textIn(item.label)],
      ['treeItem', textIn(item.description)],
      ['treeItem', item.accessibilityInformation?.label],
      ['treeMessage', view.message],
      ['tooltip', tooltip([text, text])],
    ];
  }

  function inPanel(text: string): Shown {
    let title = '';
    recorder.replace({ createWebviewPanel: (_: string, shown: string) => (title = shown) });
    plainly.createPanel('botTags.test', text, {});
    return [['tab', title]];
  }

  it('is copied unchanged, except for characters that a terminal would act on', async () => {
    const copiedText = 'tag-1\t[x](command:y) $(z) \u202e 臺北\n{\r\n}';
    assert.equal(await plainly.copyText(copiedText), copiedText);
    assert.equal(await vscode.env.clipboard.readText(), copiedText);
    await plainly.copyText('\u001b[201~rm -rf\u0007\u0000');
    assert.equal(await vscode.env.clipboard.readText(), '[201~rm -rf');
    await plainly.copyLines(['tag-1\nrm -rf', 'tag-2']);
    assert.equal(await vscode.env.clipboard.readText(), 'tag-1 rm -rf\ntag-2');
  });

  it('never leads out of the folder in the proposed name of a file', async () => {
    const proposed: string[] = [];
    recorder.replace({
      showSaveDialog: async (options: vscode.SaveDialogOptions) => {
        proposed.push(options.defaultUri?.path ?? '');
      },
    });
    const folder = vscode.Uri.file('/work');
    for (const name of [...Object.values(hostileTexts), '../../etc/cron.d/x', 'C:\\x', 'con']) {
      await plainly.askSaveFile({ title: 't', filters: {}, folder, name, extension: 'csv' });
    }
    for (const path of proposed) assert.match(path, /^\/work\/[^/\\:*?"<>|]{1,60}\.csv$/);
  });
});
