import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { fileBotKey } from '../../src/catalogue/workspaceFile.ts';
import {
  failure,
  idsBelow,
  nodeOf,
  product,
  run,
  shown,
  startServer,
  tooltip,
  until,
} from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';
import { useWorkspaceFile } from './useWorkspaceFile.ts';

const secretKey = (bot: string): string => `botTags.token.${bot}`;

describe('Workspace file', () => {
  const file = useWorkspaceFile();

  const textOf = (baseUrl: string, tags: Record<string, string>, more: object = {}): string =>
    `// ours\n${JSON.stringify({ version: 1, bots: [{ label: 'Shared', baseUrl, botId: 'bot-f', ...more, tags }] }, undefined, 2)}`;
  const keyOf = (baseUrl: string): string => fileBotKey({ baseUrl, botId: 'bot-f' });
  const names = async (bot: string): Promise<string[]> => {
    const items = await Promise.all((await idsBelow(bot)).map((id) => shown(bot, id)));
    return items.map(({ label }) => (typeof label === 'string' ? label : ''));
  };

  describe('Loading', () => {
    const url1 = 'https://first.invalid/base';
    const url2 = 'https://second.invalid';

    it('adds its bots without a token, and its items, and follows saved changes', async () => {
      await file.write(textOf(url1, { 'tag-1': 'One' }, { environment: 'staging' }));
      assert.deepEqual(await run('botTags.loadCatalogueFile', {}), { bots: 1, items: 1 });
      const bot = keyOf(url1);
      const { label, contextValue, description } = await shown(bot);
      assert.deepEqual(
        [label, contextValue, description],
        ['Shared', 'bot.noToken', 'staging · token missing'],
      );
      const text = await tooltip(bot);
      for (const part of [
        `URL: ${url1}\n`,
        'Environment: staging\n',
        'Source: workspace file\n',
        'Added: ',
        'The token is missing. Use "Enter Token…".',
      ]) {
        assert.ok(text.includes(part), text);
      }
      assert.ok((await tooltip(bot, 'tag-1')).includes('Source: workspace file'));

      await file.write(
        textOf(url1, { 'tag-1': 'One, renamed', 'tag-2': 'Two' }, { label: 'New label' }),
      );
      await until('the file is read', async () => (await names(bot)).length === 2);
      assert.deepEqual(await names(bot), ['One, renamed', 'Two']);
      assert.equal((await shown(bot)).label, 'New label');

      const editor = await file.open();
      const offset = editor.document.getText().indexOf('"Two"');
      await editor.edit((edit) => edit.insert(editor.document.positionAt(offset + 1), 'Number '));
      assert.deepEqual(await names(bot), ['One, renamed', 'Two'], 'the change is not saved');
      await editor.document.save();
      await until('the edit is read', async () => (await names(bot)).includes('Number Two'));
    });

    it('keeps the loaded content while the file is broken, and reports the position', async () => {
      await file.write(textOf(url1, { 'tag-1': 'One' }));
      await run('botTags.loadCatalogueFile', {});
      await file.write(`${textOf(url1, { 'tag-9': 'Nine' })}\n}`);
      await until('the problem is shown', () => file.problems().length === 1);
      assert.match(
        file.problems()[0] ?? '',
        /The file could not be loaded, so any content from the last load is still used/,
      );
      assert.deepEqual(await names(keyOf(url1)), ['One']);
      await file.write(textOf('ftp://first.invalid', {}));
      await until(
        'the other problem is shown',
        () => file.problems()[0]?.includes('https://') === true,
      );
      assert.match(file.problems()[0] ?? '', /^6: /);
      await file.write(textOf(url1, { 'tag-9': 'Nine' }));
      await until('the file is read again', async () => (await names(keyOf(url1)))[0] === 'Nine');
      assert.deepEqual(file.problems(), []);
      await file.write('{');
      const broken = failure(run('botTags.loadCatalogueFile', {}));
      assert.match(await broken, /The file could not be loaded/);
    });

    it('keeps the loaded content when the file is deleted, and removes it when the file is unloaded', async () => {
      await file.write(textOf(url1, { 'tag-1': 'One' }));
      await run('botTags.loadCatalogueFile', {});
      const recorder = new WindowRecorder();
      recorder.start();
      await vscode.workspace.fs.delete(file.uri);
      const isNoticed = () => recorder.shown.some(([, text]) => text?.includes(' was deleted. '));
      await until('the deletion is noticed', isNoticed);
      recorder.stop();
      assert.deepEqual(await names(keyOf(url1)), ['One']);
      await file.write(textOf(url1, { 'tag-1': 'One', 'tag-2': 'Two' }));
      await until('the file is read again', async () => (await names(keyOf(url1))).length === 2);
      await run('botTags.unloadCatalogueFile', {});
      assert.equal(await nodeOf(keyOf(url1)), undefined);
      await vscode.workspace.fs.delete(file.uri);
      assert.match(
        await failure(run('botTags.loadCatalogueFile', {})),
        /The file .+ does not exist/,
      );
    });

    it('sends nothing and accepts no token before the URL is confirmed', async () => {
      const requests: string[] = [];
      const server = await startServer((request, response) => {
        requests.push(request.url ?? '');
        response.end('{"status":200,"res":{"records":[]}}');
      });
      try {
        await file.write(textOf(server.baseUrl, { 'tag-1': 'One' }));
        await run('botTags.loadCatalogueFile', {});
        const bot = keyOf(server.baseUrl);
        const refused =
          /The base URL http:\/\/127\S+ of "Shared" comes from a file and is not confirmed/;
        assert.match(await failure(run('botTags.refresh', { bot })), refused);
        assert.match(await failure(run('botTags.checkConnection', { bot })), refused);
        assert.match(await failure(run('botTags.createTag', { bot, name: 'x' })), refused);
        assert.match(
          await failure(run('botTags.replaceToken', { bot, token: 'canary-f2' })),
          /^http:\/\/127\.0\.0\.1:\d+ Bot ID: bot-f You did not enter this address; the address comes from a file/,
        );
        assert.equal(await (await product()).context.secrets.get(secretKey(bot)), undefined);
        const summary = await run('botTags.refresh', {});
        assert.deepEqual([summary.checked, summary.left], [0, ['Shared']]);
        await file.write(textOf(server.baseUrl, { 'tag-1': 'One', 'tag-2': 'Two' }));
        await until('the change is read', async () => (await names(bot)).length === 2);
        assert.deepEqual(requests, [], 'no file causes a request');

        await run('botTags.replaceToken', { bot, token: 'canary-f2', confirmed: true });
        await run('botTags.refresh', { bot });
        assert.equal(requests.length, 2);
      } finally {
        await server.close();
      }
    });

    it('gives neither confirmation nor token to a bot with a changed URL', async () => {
      const { context } = await product();
      await file.write(textOf(url1, { 'tag-1': 'One' }));
      await run('botTags.loadCatalogueFile', {});
      const token = 'canary-f3';
      await run('botTags.replaceToken', { bot: keyOf(url1), token, confirmed: true });
      assert.equal((await shown(keyOf(url1))).contextValue, 'bot');
      await file.write(textOf(url2, { 'tag-1': 'One' }));
      await until('the other bot is there', async () => (await nodeOf(keyOf(url2))) !== undefined);
      assert.equal((await shown(keyOf(url2))).contextValue, 'bot.noToken');
      assert.equal(await nodeOf(keyOf(url1)), undefined);
      await until('the token is deleted', async () => {
        return (await context.secrets.get(secretKey(keyOf(url1)))) === undefined;
      });
      assert.equal(await context.secrets.get(secretKey(keyOf(url2))), undefined);
      const again = failure(run('botTags.replaceToken', { bot: keyOf(url2), token }));
      assert.match(await again, /https:\/\/second\.invalid/);
    });
  });

  describe('Refresh', () => {
    const answers: Record<string, { name: string; botId: string }> = {
      'tag-same': { name: 'Same', botId: 'bot-f' },
      'tag-old': { name: 'New "name"', botId: 'bot-f' },
      'tag-older': { name: 'Newer', botId: 'bot-f' },
      'tag-theirs': { name: 'Theirs', botId: 'bot-other' },
      'tag-more': { name: 'More', botId: 'bot-f' },
    };
    const tags = {
      'tag-same': 'Same',
      'tag-old': 'Old',
      'tag-older': 'Older',
      'tag-theirs': 'Theirs',
      'tag-dead': 'Dead',
    };
    let server: Awaited<ReturnType<typeof startServer>>;
    const requestedIds: string[] = [];

    before(async () => {
      server = await startServer((request, response) => {
        const id = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
        requestedIds.push(id);
        const res = answers[id] && { id, type: 0, created: 1_700_000_000_000, ...answers[id] };
        if (res === undefined) response.statusCode = 404;
        response.end(
          JSON.stringify(
            res ? { status: 200, res } : { errorCode: 404, errorMessage: 'no such tag' },
          ),
        );
      });
    });

    after(() => server.close());

    it('reports missing, renamed and foreign tags in a summary, in the tree and in the file', async () => {
      await file.write(textOf(server.baseUrl, tags));
      await run('botTags.loadCatalogueFile', {});
      const bot = keyOf(server.baseUrl);
      await run('botTags.replaceToken', { bot, token: 'canary-f4', confirmed: true });
      assert.deepEqual(await run('botTags.refresh', { bot }), {
        checked: 5,
        renamed: 2,
        gone: 1,
        wrongBot: 1,
        failed: 0,
        problems: 4,
        left: [],
      });
      assert.deepEqual(file.problems(), [
        '10: "renamed": The name in the service is "New "name"", not "Old".',
        '11: "renamed": The name in the service is "Newer", not "Older".',
        '12: "wrong-bot": "Theirs" belongs to another bot: bot-other.',
        '13: "gone": The tag or folder "Dead" no longer exists in the service.',
      ]);
      assert.equal((await shown(bot, 'tag-dead')).description, 'gone');
      assert.equal((await shown(bot, 'tag-old')).label, 'New "name"');
    });

    it('reads the items of the file if called from the editor title, but none if the file is not loaded', async () => {
      const refreshFile = () => vscode.commands.executeCommand('botTags.refresh', file.uri);
      const recorder = new WindowRecorder();
      recorder.start();
      try {
        await file.write(textOf(server.baseUrl, tags));
        requestedIds.length = 0;
        await refreshFile();
        await run('botTags.loadCatalogueFile', {});
        const bot = keyOf(server.baseUrl);
        await refreshFile();
        assert.equal(requestedIds.length, 0, 'without a token, no request is sent');
        await run('botTags.replaceToken', { bot, token: 'canary-f4', confirmed: true });
        await run('botTags.addExisting', { bot, id: 'tag-more' });
        requestedIds.length = 0;
        await refreshFile();
        assert.deepEqual(requestedIds.toSorted(), Object.keys(tags).toSorted());
        assert.equal(file.problems().length, 4);
      } finally {
        recorder.stop();
      }
      const notifications = recorder.shown.filter(([sink]) => sink === 'notification');
      assert.deepEqual(
        notifications.map(([, text]) => text),
        [
          'This file is not loaded. Use "Load List from Workspace File" first.',
          '0 tags and folders checked. No changes were found. Bots without a token, or with a base URL that is not confirmed, were not refreshed: Shared. Use "Enter Token…" on these bots, then refresh again.',
          '5 tags and folders checked: 2 renamed, 1 gone, 1 owned by another bot.',
        ],
      );
    });

    it('offers to use names and to remove missing items, at the right position after any edit', async () => {
      await file.write(textOf(server.baseUrl, tags));
      await run('botTags.loadCatalogueFile', {});
      const bot = keyOf(server.baseUrl);
      await run('botTags.replaceToken', { bot, token: 'canary-f4', confirmed: true });
      await run('botTags.refresh', { bot });
      const editor = await file.open();
      const { document } = editor;
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// one more line\n'));
      const fixes = async (line: number) => {
        const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          file.uri,
          document.lineAt(line).range,
        );
        return actions.filter(({ kind }) => kind?.value === 'quickfix');
      };
      const titles = async (line: number) => (await fixes(line)).map(({ title }) => title);
      await until('the diagnostics have moved', async () => (await titles(11)).length === 2);
      assert.deepEqual(await titles(11), [
        'Change Name to "New "name""',
        'Use All 2 Names from the Service',
      ]);
      assert.deepEqual(await titles(14), ['Remove "Dead" from File']);
      const apply = async (line: number, index = 0) => {
        const edit = (await fixes(line))[index]?.edit;
        assert.ok(edit);
        await vscode.workspace.applyEdit(edit);
      };
      await apply(11);
      assert.equal(document.lineAt(11).text.trim(), '"tag-old": "New \\"name\\"",');
      await apply(14);
      assert.equal(document.lineAt(13).text.trim(), '"tag-theirs": "Theirs"');
      await document.save();
      await until('the file is read', () => file.problems().length === 2);
      assert.equal(await nodeOf(bot, 'tag-dead'), undefined);
      const ids = ['tag-old', 'tag-older', 'tag-same', 'tag-theirs'];
      assert.deepEqual(new Set(await idsBelow(bot)), new Set(ids));
    });
  });
});
