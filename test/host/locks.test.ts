import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as vscode from 'vscode';
import { ServiceError } from '../../src/base/errors.ts';
import { tagRows } from '../../src/plans/ui/tagRows.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { MEMBERSHIP, VIP } from '../support/sandboxItems.ts';
import { itemsInFocus } from './itemsInFocus.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, failure, nodeOf, product, run, shown, tooltip, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';
import { useWorkspaceFile } from './useWorkspaceFile.ts';

const user = { rawUid: 'U123', pageId: 'page-1', channel: 'line' } as const;
const READ_ONLY =
  /"Tea House" is read-only, so nothing was sent\. To allow changes, use "Bot Settings…" on the bot\.$/;

describe('Read-only or production bot', () => {
  let service: Sandbox;
  let bot: string;
  const recorder = new WindowRecorder();

  beforeEach(async () => {
    service = await startSandbox({ token: 'locks', botId: 'bot-locks', customers: 10 });
    bot = await addBot(service);
  });

  afterEach(async () => {
    recorder.stop();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  const writeCount = (): number => {
    const { createItem, deleteItem, attachTag, detachTag } = service.requests;
    return createItem + deleteItem + attachTag + detachTag;
  };
  const texts = (): string => recorder.shown.map(([, text]) => text).join('\n');

  it('refuses to tag a few selected rows before the user chooses tags', async () => {
    const panel = {
      bot: { key: bot, label: 'Tea House' },
      pager: {},
      patched: new Map(),
      rowsInScope: async () => [0, 1],
    };
    const services = {
      panels: { inFront: () => panel },
      catalogue: async () => ({ refusal: () => ({ kind: 'read-only' }) }),
    } as unknown as Parameters<typeof tagRows>[0];
    const context = { nodes: [] } as unknown as Parameters<typeof tagRows>[1];
    await assert.rejects(tagRows(services, context, 'attach'), (error) =>
      ServiceError.isReadOnly(error),
    );
  });

  it('sends no write of any command while it is read-only', async () => {
    await run('botTags.botSettings', { bot, readOnly: true });
    const id = fc.constantFrom(VIP, MEMBERSHIP, 'tag-nothing');
    const confirmed = fc.constantFrom(true as const, undefined);
    const call = fc.oneof(
      fc.tuple(fc.constantFrom('Tag', 'Folder'), fc.option(id, { nil: undefined }), confirmed).map(
        ([kind, parentId, agreed]) =>
          () =>
            run(`botTags.create${kind as 'Tag'}`, {
              bot,
              name: 'n',
              parentId,
              confirmed: agreed,
            }),
      ),
      id.map((itemId) => () => run('botTags.deleteItem', { bot, id: itemId, confirmed: true })),
      fc.tuple(fc.constantFrom('attachTag', 'detachTag'), id, confirmed).map(
        ([command, tagId, agreed]) =>
          () =>
            run(`botTags.${command as 'attachTag'}`, { bot, tagId, user, confirmed: agreed }),
      ),
    );
    const property = fc.asyncProperty(call, async (send) => {
      assert.match(await failure(send()), READ_ONLY);
    });
    await fc.assert(property, { numRuns: 200 });
    assert.equal(writeCount(), 0);
    await run('botTags.listUserTags', { bot, user });
    assert.equal(service.requests.listUserTags, 1, 'a POST request that only reads is allowed');
    const curl = await run('botTags.copyCurl', { bot, request: 'attachTag', tagId: VIP, user });
    assert.match(curl, /\/v1\/api\/user\/tag/);
    await run('botTags.botSettings', { bot, readOnly: false });
    await run('botTags.attachTag', { bot, tagId: VIP, user });
    assert.equal(writeCount(), 1);
  });

  it('is shown with its environment, in text, by its icon and to screen readers', async () => {
    const plain = await shown(bot);
    assert.deepEqual([plain.contextValue, plain.resourceUri], ['bot', undefined]);
    await run('botTags.botSettings', { bot, environment: ' production ' });
    await run('botTags.botSettings', { bot, readOnly: true });
    const item = await shown(bot);
    const host = new URL(service.baseUrl).host;
    assert.equal(item.description, `production · read-only · ${host}`);
    assert.equal(
      item.accessibilityInformation?.label,
      `Tea House, production, read-only, ${host}, bot`,
    );
    const icon = item.iconPath as vscode.ThemeIcon;
    assert.deepEqual([icon.id, icon.color?.id], ['lock', 'list.errorForeground']);
    assert.equal(item.resourceUri?.query, 'production');
    assert.equal(item.contextValue, 'bot.locked');
    assert.match(await tooltip(bot), /\nEnvironment: production\n/);
    assert.match(
      await tooltip(bot),
      /\n"Tea House" is read-only\. To allow changes in the service, use "Bot Settings…"/,
    );
    await run('botTags.botSettings', { bot, confirmed: true, readOnly: false });
    await run('botTags.botSettings', { bot, environment: '', confirmed: true });
    assert.equal((await shown(bot)).description, host);
  });

  it('shows on its tags and folders that it is read-only, and hides writing commands in their menus', async () => {
    const tag = await run('botTags.createTag', { bot, name: 'Moon cake' });
    const folder = await run('botTags.createFolder', { bot, name: 'Cakes' });
    const items = async () => [await shown(bot, tag), await shown(bot, folder)];
    const values = async () => (await items()).map(({ contextValue }) => contextValue);
    assert.deepEqual(await values(), ['tag', 'folder']);
    assert.doesNotMatch(await tooltip(bot, tag), /read-only/);
    await run('botTags.botSettings', { bot, readOnly: true });
    assert.deepEqual(await values(), ['tag.locked', 'folder.locked']);
    assert.match(await tooltip(bot, tag), /\n"Tea House" is read-only\. .*"Bot Settings…"/);
    await run('botTags.botSettings', { bot, readOnly: false });
    assert.deepEqual(await values(), ['tag', 'folder']);
  });

  it('refuses the keys for Delete and Rename in the tree before any prompt', async () => {
    const tag = await run('botTags.createTag', { bot, name: 'Moon cake' });
    await run('botTags.botSettings', { bot, readOnly: true });
    const { tree } = await product();
    // VS Code drops a reveal while it redraws the tree.
    await until('the tag has the focus', async () => {
      await tree.reveal(bot, tag, { focus: true });
      return (await itemsInFocus(tree)).includes(tag);
    });
    for (const command of ['botTags.deleteItem', 'botTags.renameTag']) {
      recorder.start();
      // The key bindings of the tree pass this argument instead of a row.
      await vscode.commands.executeCommand(command, 'focus');
      recorder.stop();
      assert.match(texts(), READ_ONLY, command);
      assert.deepEqual([...new Set(recorder.shown.map(([sink]) => sink))], ['notification']);
    }
  });

  it('leaves production only if a program confirms it', async () => {
    await run('botTags.botSettings', { bot, environment: 'production' });
    const changeEnvironment = (environment: string) =>
      run('botTags.botSettings', { bot, environment });
    for (const environment of ['', 'staging', 'prod.']) {
      assert.match(
        await failure(changeEnvironment(environment)),
        /production, so this command requires the argument "confirmed"/,
      );
      assert.match(String((await shown(bot)).description), /^production · /);
    }
    // This is another spelling of production, so no confirmation is required.
    await changeEnvironment(' PROD ');
    await run('botTags.botSettings', { bot, environment: 'staging', confirmed: true });
    await changeEnvironment('');
  });

  it('accepts only confirmed calls of programs in production', async () => {
    await run('botTags.botSettings', { bot, environment: 'Prod' });
    const create = { bot, name: 'n' };
    const tagging = { bot, tagId: VIP, user };
    const refusal =
      /^The environment of "Tea House" is production, so this command requires the argument "confirmed": true\. Nothing was sent\.$/;
    assert.match(await failure(run('botTags.createTag', create)), refusal);
    assert.match(await failure(run('botTags.createFolder', create)), refusal);
    assert.match(await failure(run('botTags.attachTag', tagging)), refusal);
    assert.match(await failure(run('botTags.detachTag', tagging)), refusal);
    assert.equal(writeCount(), 0);
    await run('botTags.createTag', { ...create, confirmed: true });
    await run('botTags.attachTag', { ...tagging, confirmed: true });
    assert.equal(writeCount(), 2);
    await run('botTags.botSettings', { bot, readOnly: true });
    assert.match(await failure(run('botTags.botSettings', { bot, readOnly: false })), refusal);
    await run('botTags.botSettings', { bot, confirmed: true, readOnly: false });
  });

  it('shows one dialog in production, with its name and environment', async () => {
    await run('botTags.botSettings', { bot, environment: 'production' });
    const id = await run('botTags.createTag', { bot, name: 'Moon cake', confirmed: true });
    const node = await nodeOf(bot, id);
    recorder.start();
    await vscode.commands.executeCommand('botTags.deleteItem', node);
    const dialogs = recorder.shown.filter(([sink]) => sink === 'dialog').map(([, text]) => text);
    assert.equal(dialogs.length, 2, 'one dialog: its message and its detail');
    assert.equal(dialogs[0], 'Delete "Moon cake" in the service?');
    assert.match(dialogs[1] ?? '', /^Bot: Tea House\nEnvironment: production\n/);
    assert.equal(service.requests.deleteItem, 1);
  });

  it('requires confirmation in production before a folder is created, which Cancel prevents', async () => {
    await run('botTags.botSettings', { bot, environment: 'production' });
    const create = async (): Promise<void> => {
      const keyboard = new Keyboard(recorder);
      const done = vscode.commands.executeCommand('botTags.createFolder', await nodeOf(bot));
      const { prompt } = await keyboard.box();
      assert.equal(prompt, 'Name of the new item in "Tea House (production)"');
      await keyboard.type('Campaigns');
      await done;
    };
    recorder.start();
    const cancel = async (text: string): Promise<void> =>
      void recorder.shown.push(['dialog', text]);
    recorder.replace({ showInformationMessage: cancel, showWarningMessage: cancel });
    await create();
    assert.match(texts(), /^Create "Campaigns"\?$/m);
    assert.equal(writeCount(), 0);
    recorder.stop();
    recorder.start();
    await create();
    assert.match(texts(), /^Create "Campaigns"\?\nBot: Tea House\nEnvironment: production\n/);
    assert.equal(writeCount(), 1);
  });

  it('can be unlocked by a user, who has to confirm it in production', async () => {
    await run('botTags.botSettings', { bot, environment: 'production' });
    await run('botTags.botSettings', { bot, readOnly: true });
    const node = await nodeOf(bot);
    recorder.start();
    await vscode.commands.executeCommand('botTags.createTag', node);
    assert.match(texts(), READ_ONLY);
    recorder.shown = [];
    const keyboard = new Keyboard(recorder);
    const done = vscode.commands.executeCommand('botTags.botSettings', node);
    await keyboard.pick('Read-Only');
    await keyboard.escapePick();
    await done;
    assert.match(
      texts(),
      /^Allow changes to "Tea House"\?\nBot: Tea House\nEnvironment: production\n/,
    );
    recorder.stop();
    await run('botTags.createTag', { bot, name: 'n', confirmed: true });
    assert.equal(writeCount(), 1);
  });
});

describe('Workspace file that makes a bot read-only', () => {
  const file = useWorkspaceFile();

  it('locks the bot, even one that already exists, and never unlocks it', async () => {
    const service = await startSandbox({ token: 'locks', botId: 'bot-locks', customers: 0 });
    const bot = await addBot(service);
    const textOf = (readOnly: boolean): string => {
      const entry = { label: 'Shared', baseUrl: service.baseUrl, botId: 'bot-locks', readOnly };
      return JSON.stringify({ version: 1, bots: [entry] });
    };
    const description = async () => String((await shown(bot)).description);
    await file.write(textOf(true));
    await run('botTags.loadCatalogueFile', {});
    assert.match(await description(), /^read-only · /);
    assert.match(await failure(run('botTags.createTag', { bot, name: 'n' })), READ_ONLY);
    const refusal = await failure(run('botTags.botSettings', { bot, readOnly: false }));
    assert.match(
      refusal,
      /workspace file bot-tags\.jsonc makes "Tea House" read-only\. Remove "readOnly"/,
    );
    await file.write(textOf(false));
    await run('botTags.loadCatalogueFile', {});
    assert.match(await failure(run('botTags.createTag', { bot, name: 'n' })), READ_ONLY);
    await run('botTags.botSettings', { bot, readOnly: false });
    await run('botTags.createTag', { bot, name: 'n' });
    assert.equal(service.requests.createItem, 1);

    await file.write(textOf(true));
    await run('botTags.loadCatalogueFile', {});
    await vscode.workspace.fs.delete(file.uri);
    await until('a deleted file no longer locks the bot', async () => {
      await run('botTags.botSettings', { bot, readOnly: false });
      return !(await description()).includes('read-only');
    });
    await service.close();
  });

  it('is written with the lock that the user has set', async () => {
    const service = await startSandbox({ token: 'locks', botId: 'bot-locks', customers: 0 });
    const bot = await addBot(service);
    await run('botTags.botSettings', { bot, environment: 'staging' });
    await run('botTags.botSettings', { bot, readOnly: true });
    await run('botTags.saveCatalogueFile', { bots: [bot] });
    const { bots } = JSON.parse((await file.read()).replaceAll(/^\/\/.*$/gm, '')) as {
      readonly bots: readonly Record<string, unknown>[];
    };
    assert.deepEqual([bots[0]?.['environment'], bots[0]?.['readOnly']], ['staging', true]);
    await service.close();
  });
});
