import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MemoryState, type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, addBotAgain, allNodes, failure, idsBelow, run, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';
import { useWorkspaceFile } from './useWorkspaceFile.ts';

describe('Saved workspace file', () => {
  const file = useWorkspaceFile();

  describe('Save', () => {
    const state = new MemoryState();
    let service: Sandbox;

    before(async () => {
      service = await startSandbox({ token: 'canary-f1', botId: 'bot-save', customers: 5, state });
    });

    after(() => service.close());

    it('writes bots, folders and tags, but no token, and nothing of bots that were not picked', async () => {
      const bot = await addBot(service);
      await addBotAgain(service, 'Other');
      const folder = await run('botTags.createFolder', { bot, name: 'Campaigns' });
      const tag = await run('botTags.createTag', { bot, name: '春季', parentId: folder });
      assert.equal(await run('botTags.saveCatalogueFile', { bots: [bot] }), file.uri.toString());
      const text = await file.read();
      assert.ok(!text.includes('canary-f1'));
      assert.ok(!text.includes('Other'));
      const folderText = `        "${folder}": {\n          "name": "Campaigns",\n          "tags": {\n            "${tag}": "春季"\n`;
      assert.ok(text.includes(folderText), text);
      assert.deepEqual(file.problems(), []);
    });

    it('keeps comments and additions of colleagues in an existing file, even in an open editor', async () => {
      const bot = await addBot(service);
      const tag = await run('botTags.createTag', { bot, name: 'one' });
      await run('botTags.saveCatalogueFile', { bots: [bot] });
      const edited = (await file.read()).replace(
        `"${tag}": "one"`,
        `"tag-colleague": "theirs", // from Ann\n        "${tag}": "one"`,
      );
      const editor = await file.open();
      await editor.edit((edit) =>
        edit.replace(new vscode.Range(0, 0, editor.document.lineCount, 0), edited),
      );
      assert.ok(editor.document.isDirty);
      const second = await run('botTags.createTag', { bot, name: 'two' });
      await run('botTags.saveCatalogueFile', { bots: [bot] });
      const text = await file.read();
      assert.equal(editor.document.isDirty, false);
      assert.equal(editor.document.getText(), text);
      assert.ok(text.includes(`"tag-colleague": "theirs", // from Ann`), text);
      assert.ok(text.includes(`"${second}": "two"`), text);
      assert.ok((await idsBelow(bot)).includes('tag-colleague'), 'the file is loaded, too');
    });

    it('removes items from the file that were removed from the list since the last save', async () => {
      const bot = await addBot(service);
      const tag = await run('botTags.createTag', { bot, name: 'short-lived' });
      await run('botTags.saveCatalogueFile', { bots: [bot] });
      await run('botTags.removeFromList', { bot, ids: [tag] });
      await run('botTags.saveCatalogueFile', { bots: [bot] });
      assert.ok(!(await file.read()).includes('short-lived'));
    });

    it('writes the ID of a tag with a blank name, so that others can load the file', async () => {
      const bot = await addBot(service);
      const id = 'tag-blank';
      state.addItem({ id, name: ' ', type: 0, parentId: null, created: 1 });
      await run('botTags.addExisting', { bot, id });
      await run('botTags.saveCatalogueFile', { bots: [bot] });
      assert.ok((await file.read()).includes(`"${id}": "${id}"`), await file.read());
      assert.deepEqual(file.problems(), []);
      await run('botTags.removeBot', { bot, confirmed: true });
      await run('botTags.loadCatalogueFile', {});
      const loaded = (await allNodes()).find(({ isBot }) => isBot);
      assert.ok((await idsBelow(loaded?.bot ?? '')).includes(id));
    });

    it('proposes tags seen only on customers if there are no others, and never the sandbox', async () => {
      const recorder = new WindowRecorder();
      await run('botTags.trySandbox', {});
      recorder.start();
      try {
        await vscode.commands.executeCommand('botTags.saveCatalogueFile');
        const [[, message] = []] = recorder.shown;
        assert.match(
          message ?? '',
          /^There is no bot to save to a file\. Add a bot first\. A sandbox/,
        );
        const { baseUrl, botId, token } = service;
        // Unlike `addBot`, this checks the connection, which adds tags of customers to the list.
        await run('botTags.addBot', { baseUrl, botId, token, label: 'Tea House' });
        recorder.shown = [];
        const keyboard = new Keyboard(recorder);
        const done = vscode.commands.executeCommand('botTags.saveCatalogueFile');
        const seenTagsOption = 'Include tags that have no folder and were found only on customers';
        const ticked = (await keyboard.ticked()).filter((label) => label !== '');
        assert.deepEqual(ticked, ['Tea House', seenTagsOption]);
        const entries = await keyboard.entries((rows) => rows.length > 0);
        assert.deepEqual(
          entries.filter((entry) => entry.startsWith('Sandbox')),
          [],
        );
        await keyboard.toggleAndAccept();
        await done;
        const saved = recorder.shown.map(([, text]) => text).join('\n');
        assert.match(saved, /Saved \d+ tags? of 1 bot to bot-tags\.jsonc\./);
        assert.match(await file.read(), /"tag-/);
      } finally {
        recorder.stop();
      }
    });

    it('refuses the sandbox, a folder that is not open, and a file that cannot be read', async () => {
      const sandbox = await run('botTags.trySandbox', {});
      const saved = failure(run('botTags.saveCatalogueFile', { bots: [sandbox] }));
      assert.match(await saved, /^The sandbox ".+" cannot be saved to a file/);
      const bot = await addBot(service);
      const elsewhere = run('botTags.saveCatalogueFile', { bots: [bot], folder: 'elsewhere' });
      assert.match(await failure(elsewhere), /name or URI of one workspace folder/);
      await file.write('{ "version": 1, // half');
      const refusal = await failure(run('botTags.saveCatalogueFile', { bots: [bot] }));
      assert.match(refusal, /Could not read .+, so the file was not changed/);
      assert.equal(await file.read(), '{ "version": 1, // half');
    });
  });

  describe('Editor', () => {
    it('explains, completes and checks the file by its schema', async () => {
      await file.write(
        '{ "version": 1, "bots": [ { "baseUrl": "https://a.example", "botId": "b", "token": "x" } ] }',
      );
      const { document } = await file.open();
      assert.equal(document.languageId, 'jsonc');
      const position = document.positionAt(document.getText().indexOf('botId') + 2);
      const hovered = async (): Promise<string> => {
        const id = 'vscode.executeHoverProvider';
        const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(id, file.uri, position);
        const contents = hovers.flatMap((hover) => hover.contents);
        return contents
          .map((content) => (typeof content === 'string' ? content : content.value))
          .join();
      };
      await until('the hover text is shown', async () =>
        (await hovered()).includes('ID in the service'),
      );
      const offered = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        file.uri,
        document.positionAt(document.getText().indexOf('"baseUrl"')),
      );
      const labels = offered.items.map(({ label }) =>
        typeof label === 'string' ? label : label.label,
      );
      assert.ok(labels.includes('environment'), labels.join());
      assert.ok(!labels.includes('token'), 'a token is not allowed in the file');
      const refusals = () =>
        vscode.languages.getDiagnostics(file.uri).map(({ message }) => message);
      await until('the token is refused', () =>
        refusals().some((message) => message.startsWith('This file must not contain a token')),
      );
    });
  });
});
