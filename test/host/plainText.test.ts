import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { TreeNode } from '../../src/vscode/tree/treeNode.ts';
import { diagnosticAt, quickFix } from '../../src/vscode/kit/editor.ts';
import { sinks, type Sink } from '../../src/vscode/kit/sinks.ts';
import { setTreeMessage, tooltip, treeItem } from '../../src/vscode/kit/treeItem.ts';
import * as plainly from '../../src/vscode/kit/window.ts';
import { filesWith } from '../support/filesWith.ts';
import {
  ACTIVE_CHARACTER,
  hostileTexts,
  LIVE_ICON,
  LIVE_LINK,
  seen,
} from '../support/hostileTexts.ts';
import {
  addBot,
  allNodes,
  closeEditors,
  failure,
  nodeOf,
  product,
  run,
  shown,
  tabsNamed,
  until,
} from './product.ts';

const { window } = vscode;

/** What VS Code itself would have been given to show, by the place that shows it. */
type Shown = [sink: Sink, text: string][];

function assertPlain(all: Shown): void {
  for (const [sink, text] of all) {
    const { links, icons, longest } = sinks[sink];
    const about = `${sink}: ${text.slice(0, 200)}`;
    // The mark of success is our own.
    const shown = text.replace(/^\$\(check\) /, '');
    for (const line of shown.split(sink === 'dialog' || sink === 'tooltip' ? '\n' : /$^/)) {
      assert.ok(seen(line).length <= longest, about);
      assert.doesNotMatch(line, ACTIVE_CHARACTER, about);
    }
    if (links) assert.doesNotMatch(text, LIVE_LINK, about);
    if (icons) assert.doesNotMatch(shown, LIVE_ICON, about);
  }
}

describe('text from outside', () => {
  const { showInformationMessage, showWarningMessage, showErrorMessage, withProgress } = window;
  const { setStatusBarMessage, showSaveDialog, createWebviewPanel } = window;
  const original = {
    ...{ showInformationMessage, showWarningMessage, showErrorMessage, withProgress },
    ...{ setStatusBarMessage, showSaveDialog, createWebviewPanel },
  };
  let all: Shown = [];

  /** Nothing is shown, and everything is noted; a dialog is answered with its first button. */
  function listen(): void {
    const message = (text: string, ...rest: unknown[]): Thenable<unknown> => {
      const [options, ...buttons] = rest as [vscode.MessageOptions | undefined, ...unknown[]];
      const isModal = options?.modal === true;
      all.push([isModal ? 'dialog' : 'notification', text]);
      if (options?.detail !== undefined) all.push(['dialog', options.detail]);
      return Promise.resolve(isModal ? buttons[0] : undefined);
    };
    const progress: typeof window.withProgress = (options, task) => {
      const isNotification = options.location === vscode.ProgressLocation.Notification;
      const sink = isNotification ? 'notificationProgress' : 'windowProgress';
      all.push([sink, options.title ?? '']);
      const report = (step: { message?: string }) => void all.push([sink, step.message ?? '']);
      return task({ report }, new vscode.CancellationTokenSource().token);
    };
    Object.assign(window, {
      showInformationMessage: message,
      showWarningMessage: message,
      showErrorMessage: message,
      withProgress: progress,
      setStatusBarMessage: (text: string) => void all.push(['statusBar', text]),
    });
  }

  beforeEach(() => {
    all = [];
    listen();
  });

  afterEach(() => Object.assign(window, original));

  for (const [name, text] of Object.entries(hostileTexts)) {
    it(`is nothing but text in every place: ${name}`, async () => {
      await plainly.showInformation(text);
      await plainly.showWarning(text, 'Button');
      await plainly.showError(text);
      await plainly.ask({ message: text, detail: [text, '', text] }, 'Yes');
      await plainly.ask({ message: text, detail: [text], isWarning: false });
      await plainly.withStatus(text, () => Promise.resolve());
      await plainly.withNotification(text, async (report) => report({ message: text }));
      plainly.sayDone(text);
      assert.equal(all.length, 11);
      assertPlain(all);
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
    input.validationMessage = text;
    const pick = plainly.createPick();
    Object.assign(pick, { title: text, placeholder: text });
    pick.items = [{ label: text, description: text, detail: text }];
    const [item] = pick.items;
    assert.equal(input.value, 'as it is [x](y)');
    const found: Shown = [
      ['inputTitle', input.title ?? ''],
      ['inputPrompt', input.prompt ?? ''],
      ['placeholder', input.placeholder ?? ''],
      ['validation', String(input.validationMessage)],
      ['inputTitle', pick.title ?? ''],
      ['placeholder', pick.placeholder ?? ''],
      ...[item?.label, item?.description, item?.detail].map((part): Shown[number] => [
        'pickItem',
        part ?? '',
      ]),
    ];
    input.dispose();
    pick.dispose();
    return found;
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
    const accessibilityInformation = { label: text };
    const item = treeItem({ label: text, description: text, accessibilityInformation });
    const view = { message: '' };
    setTreeMessage(view as vscode.TreeView<unknown>, text);
    return [
      ['treeItem', String(item.label)],
      ['treeItem', String(item.description)],
      ['treeItem', item.accessibilityInformation?.label ?? ''],
      ['treeMessage', view.message],
      ['tooltip', tooltip(text, [[text, text]])],
    ];
  }

  function inPanel(text: string): Shown {
    let title = '';
    window.createWebviewPanel = ((_: string, shown: string) => (title = shown)) as never;
    plainly.createPanel('botTags.test', text, {});
    return [['tab', title]];
  }

  it('is copied to the letter, but for what a terminal would act on', async () => {
    const kept = 'tag-1\t[x](command:y) $(z) \u202e 臺北\n{\r\n}';
    assert.equal(await plainly.copyText(kept), kept);
    assert.equal(await vscode.env.clipboard.readText(), kept);
    await plainly.copyText('\u001b[201~rm -rf\u0007\u0000');
    assert.equal(await vscode.env.clipboard.readText(), '[201~rm -rf');
    await plainly.copyLines(['tag-1\nrm -rf', 'tag-2']);
    assert.equal(await vscode.env.clipboard.readText(), 'tag-1 rm -rf\ntag-2');
  });

  it('proposes a file in the folder and in no other', async () => {
    const proposed: string[] = [];
    window.showSaveDialog = (options) => {
      proposed.push(options?.defaultUri?.path ?? '');
      return Promise.resolve(undefined);
    };
    const folder = vscode.Uri.file('/work');
    for (const name of [...Object.values(hostileTexts), '../../etc/cron.d/x', 'C:\\x', 'con']) {
      await plainly.askSaveFile({ title: 't', filters: {}, folder, name, extension: 'csv' });
    }
    for (const path of proposed) assert.match(path, /^\/work\/[^/\\:*?"<>|]{1,60}\.csv$/);
  });

  describe('of a service', () => {
    let service: Sandbox;
    let bot: string;
    const lines: string[] = [];

    before(async () => {
      const { log } = await product();
      for (const name of ['info', 'warn', 'error'] as const) {
        const write = log[name].bind(log);
        log[name] = (line: string | Error) => {
          lines.push(String(line));
          write(String(line));
        };
      }
      service = await startSandbox({ token: 'token-plain', botId: 'bot-plain', customers: 60 });
      bot = await addBot(service, 'Plain');
    });

    after(async () => {
      await closeEditors();
      await run('botTags.removeBot', { bot, confirmed: true });
      await service.close();
    });

    beforeEach(() => {
      lines.length = 0;
      Object.assign(service.switches, { outsideText: 'plain', bodies: 'whole' });
    });

    /** As a person does it with a node in hand, or with none. */
    async function byPerson(command: string, node?: TreeNode): Promise<void> {
      await vscode.commands.executeCommand(command, ...(node === undefined ? [] : [node]));
    }

    for (const kind of ['links', 'icons', 'lines', 'turned', 'long'] as const) {
      it(`is nothing but text in messages, panels, the log and the list: ${kind}`, async () => {
        const label = `Bot ${Object.values(hostileTexts)[kind.length]?.slice(0, 80)}`;
        await run('botTags.editBotLabel', { bot, label });
        const tag = await run('botTags.createTag', {
          bot,
          name: `Tag [x](command:y) $(x) \n ${kind}`,
        });
        service.switches.outsideText = kind;
        // What is refused for it is not tried again.
        await run('botTags.replaceToken', { bot, token: 'wrong' });
        const node = await nodeOf(bot, tag);
        assert.ok(node);
        await byPerson('botTags.refresh', await nodeOf(bot));
        await byPerson('botTags.deleteItem', node);
        await byPerson('botTags.checkConnection', await nodeOf(bot));
        await byPerson('botTags.openCustomers', await nodeOf(bot));
        const refused = await failure(run('botTags.createTag', { bot, name: 'never made' }));
        assert.match(refused, /^createItem: .*the token is/);
        assert.ok(refused.length < 400 && !ACTIVE_CHARACTER.test(refused));
        const said = all.map(([sink]) => sink);
        for (const sink of ['notification', 'notificationProgress', 'dialog'] as const) {
          assert.ok(said.includes(sink), sink);
        }
        assertPlain(all);
        const { label: inTree, description, tooltip: over } = await shown(bot, tag);
        assertPlain([
          ['treeItem', String(inTree)],
          ['treeItem', String(description)],
          ['tooltip', String(over)],
        ]);
        assert.ok(lines.some((line) => line.includes('the token is')));
        assertPlain(lines.map((line) => ['log', line]));
        await run('botTags.replaceToken', { bot, token: service.token });
        await run('botTags.deleteItem', { bot, id: tag, confirmed: true });
      });
    }

    it('is kept as the reason of a tag in no more than a line', async () => {
      const tag = await run('botTags.createTag', { bot, name: 'marked' });
      Object.assign(service.switches, { outsideText: 'long', missingItem: '500' });
      await fetch(`${service.baseUrl}/v1/api/tag/${tag}`, {
        method: 'DELETE',
        headers: { authorization: 'Bearer token-plain' },
      });
      await run('botTags.refresh', { bot });
      const text = String((await shown(bot, tag)).tooltip);
      assert.match(text, /Could not be checked: getItem: .* and so on/);
      assert.ok(text.length < 900, String(text.length));
      const { context } = await product();
      const stored = await filesWith(context.globalStorageUri.fsPath, ' and so on'.repeat(40));
      assert.deepEqual(stored, []);
      service.switches.missingItem = '404';
      await run('botTags.removeFromList', { bot, ids: [tag] });
    });

    it('makes the title of a tab and the name of a document one line', async () => {
      await closeEditors();
      await run('botTags.editBotLabel', { bot, label: 'A\n[x](command:y)\u202e/..' });
      await run('botTags.openCustomers', { bot, limit: 10 });
      const uri = await run('botTags.exportPage', { bot, limit: 10 });
      const tabs = tabsNamed('Customers: A↵[x](command:y)[U+202E]/..');
      assert.equal(tabs.length, 1);
      assert.match(
        vscode.Uri.parse(uri).path,
        /\/Customers of A↵\[x\]\(command-?:y\)\[U\+202E\]-\.\., page 1\.json$/,
      );
    });

    it('is shown to the person only, when it is what a body begins with', async () => {
      service.switches.bodies = 'cut';
      const page = await fetch(`${service.baseUrl}/v1/api/bot/customers?botId=bot-plain&limit=2`, {
        headers: { authorization: 'Bearer token-plain' },
      });
      const [, name = ''] = /"name":"([^"]+)"/.exec(await page.text()) ?? [];
      assert.ok(name.length > 1);
      await run('botTags.editBotLabel', { bot, label: 'Plain' });
      await byPerson('botTags.verifyDiscovered', await nodeOf(bot));
      const argument = { bot, limit: 2 };
      const refused = await failure(run('botTags.exportPage', argument));
      assert.match(refused, /the body is not JSON/);
      assert.ok(!refused.includes(name));
      const error = await run('botTags.exportPage', argument).then(assert.fail, (thrown) => thrown);
      assert.ok(!JSON.stringify([error, error.stack, error.cause]).includes(name));
      assert.ok(lines.length > 0 && !lines.join('\n').includes(name));
      const { context } = await product();
      // All of the window's: VS Code logs there what commands throw, where it has a writer for logs.
      const logs = vscode.Uri.joinPath(context.logUri, '..', '..', '..').fsPath;
      const sentinel = `sentinel-${crypto.randomUUID()}`;
      await failure(run('botTags.copyId', { bot: sentinel, ids: ['x'] }));
      if ((await filesWith(logs, '')).length > 0) {
        await until('what was thrown is logged', async () => {
          return (await filesWith(logs, sentinel)).length > 0;
        });
      }
      assert.deepEqual(await filesWith(logs, name), []);
      assert.deepEqual(
        (await allNodes()).filter(({ item }) => item === name),
        [],
      );
    });
  });
});
