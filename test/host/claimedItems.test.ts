import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { MemoryState, type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { resOf } from '../support/ownClient.ts';
import { NEWSLETTER, VIP } from '../support/sandboxItems.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, failure, nodeOf, run, shown, until } from './product.ts';
import { resultOf } from './planBot.ts';
import { WindowRecorder } from './windowRecorder.ts';
import { useWorkspaceFile } from './useWorkspaceFile.ts';

const user = { rawUid: 'U123', pageId: 'page-1', channel: 'line' } as const;

/** Tests that a change uses the type and bot that the service reports for an item, not those in a workspace file. */
describe('Workspace file with false claims', () => {
  const file = useWorkspaceFile();
  const recorder = new WindowRecorder();
  let state: MemoryState;
  let service: Sandbox;
  let folder: string;
  let planFile: string;

  beforeEach(async () => {
    state = new MemoryState();
    const options = { token: 'claims', botId: 'bot-b', customers: 30, state };
    service = await startSandbox(options);
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-claims-'));
    planFile = join(folder, 'claims.bot-tags-plan.jsonc');
  });

  afterEach(async () => {
    recorder.stop();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  /** Numbers of writes and of item reads before the test itself began. */
  let baseline = { writes: 0, reads: 0 };
  const writeCount = (): number => {
    const { createItem, deleteItem, attachTag, detachTag } = service.requests;
    return createItem + deleteItem + attachTag + detachTag - baseline.writes;
  };
  const readCount = (): number => service.requests.getItem - baseline.reads;
  function resetCounts(): void {
    // Zero first, because the counters subtract the baseline.
    baseline = { writes: 0, reads: 0 };
    baseline = { writes: writeCount(), reads: readCount() };
  }
  const texts = (): string => recorder.shown.map(([, text]) => text).join('\n');

  async function load(botId: string, tags: Readonly<Record<string, string>>): Promise<void> {
    const bots = [{ label: 'Claims', baseUrl: service.baseUrl, botId, tags }];
    await file.write(JSON.stringify({ version: 1, bots }));
    await run('botTags.loadCatalogueFile', {});
  }

  function writePlan(action: 'attach' | 'delete', botId: string, ids: readonly string[]): void {
    const isDelete = action === 'delete';
    const { rawUid, pageId } = user;
    const plan = {
      plan: 1,
      do: action,
      bot: botId,
      baseUrl: service.baseUrl,
      environment: '',
      ...(isDelete ? {} : { tags: ids.map((id) => ({ id, name: 'n' })), checkFirst: false }),
      made: '2026-11-22T12:00:00.000Z',
      source: { from: isDelete ? 'items' : 'service' },
      ...(isDelete
        ? { items: ids.map((id) => ({ do: 'delete', id, name: 'n' })) }
        : { users: [{ do: 'attach', user: rawUid, page: pageId, channel: 'LINE' }] }),
    };
    writeFileSync(planFile, JSON.stringify(plan, null, 2));
  }

  describe('Folder listed as a tag', () => {
    let bot: string;
    let id: string;

    beforeEach(async () => {
      bot = await addBot(service);
      const create = { botId: 'bot-b', name: 'Campaigns', type: 1 };
      const path = '/v1/api/tag/autogen';
      ({ id } = (await resOf(service, 'POST', path, create)) as { readonly id: string });
      const tagInFolder = { botId: 'bot-b', name: 'In it', type: 0, parentId: id };
      await resOf(service, 'POST', path, tagInFolder);
      await load('bot-b', { [id]: 'Harmless', [VIP]: 'VIP' });
      resetCounts();
    });

    it('stops Rename, Merge and Recreate before their first write', async () => {
      const confirmation = { bot, confirmed: true, deleteAnyway: true } as const;
      const starts = [
        () => run('botTags.renameTag', { ...confirmation, tagId: id, name: 'n' }),
        () => run('botTags.mergeTags', { ...confirmation, tagIds: [id], into: VIP }),
        () =>
          run('botTags.moveToFolder', {
            ...confirmation,
            ids: [id],
            folderId: null,
            recreate: true,
          }),
      ];
      for (const start of starts) {
        assert.match(await failure(start()), /has the type 1, so nothing was sent/);
      }
      assert.equal(writeCount(), 0);
      assert.notEqual(state.item(id), undefined);
    });

    it('is not deleted by a program, and is then a folder in the tree', async () => {
      const refusal = await failure(run('botTags.deleteItem', { bot, id, confirmed: true }));
      assert.match(refusal, /the service says that .* has the type 1, so nothing was sent/);
      assert.equal(writeCount(), 0);
      assert.match(String((await shown(bot, id)).contextValue), /folder/);
    });

    it('is not attached', async () => {
      const refusal = await failure(run('botTags.attachTag', { bot, tagId: id, user }));
      assert.match(refusal, /has the type 1, so nothing was sent/);
      await run('botTags.attachTag', { bot, tagId: VIP, user });
      await run('botTags.attachTag', { bot, tagId: VIP, user });
      assert.equal(writeCount(), 2);
      assert.equal(readCount(), 2, 'each tag is read once');
    });

    it('is reported as a folder by Delete, which requires its name', async () => {
      recorder.start();
      const keyboard = new Keyboard(recorder);
      const done = vscode.commands.executeCommand('botTags.deleteItem', await nodeOf(bot, id));
      const { placeholder, prompt } = await keyboard.box();
      assert.equal(placeholder, 'To delete, type the name of the folder: Campaigns');
      assert.match(
        prompt ?? '',
        /^This affects the bot .* Deleting a folder also deletes everything in the folder/,
      );
      assert.equal(await keyboard.typeInVain('Harmless'), 'Type exactly this: Campaigns');
      assert.equal(writeCount(), 0);
      await keyboard.type('Campaigns');
      await done;
      assert.equal(service.requests.deleteItem, 1);
    });

    it('is reported as a folder by a plan that deletes it, which requires its name', async () => {
      writePlan('delete', 'bot-b', [id, VIP]);
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(planFile));
      await vscode.window.showTextDocument(document);
      recorder.start();
      const keyboard = new Keyboard(recorder);
      const done = vscode.commands.executeCommand('botTags.runPlan');
      const { placeholder } = await keyboard.box();
      assert.equal(placeholder, 'To delete, type the name of the folder: Campaigns');
      assert.equal(writeCount(), 0);
      await keyboard.type('Campaigns');
      await done;
      await until('the end of the run is reported', () => /: 2 done\./.test(texts()));
      assert.equal(service.requests.deleteItem, 2);
    });

    it('is left out of a run, with the reason, if its type changes in the service after the check', async () => {
      const lateTag = 'tag-late';
      state.addItem({ id: lateTag, name: 'Late', type: 0, parentId: null, created: 1 });
      writePlan('delete', 'bot-b', [lateTag]);
      // The service reports a tag on the first read, and a folder from then on.
      let reads = 0;
      const item = state.item.bind(state);
      state.item = (itemId) => {
        const stored = item(itemId);
        if (itemId !== lateTag || stored === undefined) return stored;
        return { ...stored, type: reads++ === 0 ? 0 : 1 };
      };
      const ended = await run('botTags.runPlan', { file: planFile, confirmed: true });
      assert.deepEqual([ended.counts.failed, writeCount()], [1, 0]);
      const { lines } = await resultOf(ended.run);
      assert.match(
        String(lines[0]?.words),
        /^In the service, tag-late is a folder and not a tag, so nothing was sent\./,
      );
    });
  });

  describe('Tags of another bot of the same service', () => {
    let openBot: string;
    let guardedBot: string;

    beforeEach(async () => {
      guardedBot = await addBot(service, 'Guarded');
      for (const id of [VIP, NEWSLETTER]) await run('botTags.addExisting', { bot: guardedBot, id });
      const { baseUrl, token } = service;
      const added = { baseUrl, botId: 'bot-a', token, label: 'Open', check: false };
      openBot = await run('botTags.addBot', added);
      await load('bot-a', { [VIP]: 'Mine', [NEWSLETTER]: 'Mine, too' });
      resetCounts();
    });

    const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
      attach: () => run('botTags.attachTag', { bot: openBot, tagId: VIP, user }),
      detach: () => run('botTags.detachTag', { bot: openBot, tagId: VIP, user }),
      rename: () =>
        run('botTags.renameTag', { bot: openBot, tagId: VIP, name: 'n', confirmed: true }),
      merge: () =>
        run('botTags.mergeTags', {
          bot: openBot,
          tagIds: [VIP],
          into: NEWSLETTER,
          confirmed: true,
        }),
      'a plan that attaches': () => {
        writePlan('attach', 'bot-a', [VIP]);
        return run('botTags.runPlan', { file: planFile, confirmed: true });
      },
      'a plan that deletes': () => {
        writePlan('delete', 'bot-a', [VIP]);
        return run('botTags.runPlan', { file: planFile, confirmed: true });
      },
      // Last, because this attempt marks the tag as belonging to another bot.
      delete: () => run('botTags.deleteItem', { bot: openBot, id: VIP, confirmed: true }),
    };

    for (const guard of ['read-only', 'in production'] as const) {
      it(`rejects all changes when that bot is ${guard}`, async () => {
        if (guard === 'read-only')
          await run('botTags.botSettings', { bot: guardedBot, readOnly: true });
        else await run('botTags.botSettings', { bot: guardedBot, environment: 'production' });
        for (const [name, attempt] of Object.entries(attempts)) {
          const refusal = await failure(attempt());
          // A plan shows the error in a message, other commands throw it.
          const expected = name.startsWith('a plan')
            ? `Nothing was sent, because the list of another bot, "Guarded", also has an item with the ID ${VIP}, and "Guarded" is ${guard}.`
            : `is in the list of "Guarded", which is ${guard}, so nothing was sent. Make the change from that bot`;
          assert.ok(refusal.includes(expected), `${name}: ${refusal}`);
        }
        assert.deepEqual([writeCount(), readCount()], [0, 0]);
        recorder.start();
        await vscode.commands.executeCommand('botTags.deleteItem', await nodeOf(openBot, VIP));
        recorder.stop();
        const dialogs = recorder.shown.filter(([sink]) => sink === 'dialog');
        assert.deepEqual(dialogs, [], 'no dialog is shown');
        assert.match(texts(), /the list of another bot, "Guarded"/);
        assert.equal(writeCount(), 0);
      });
    }

    it('rejects all changes even if nothing guards that bot', async () => {
      for (const [name, attempt] of Object.entries(attempts)) {
        assert.match(await failure(attempt()), /belongs to another bot/, name);
      }
      assert.equal(writeCount(), 0);
    });
  });
});
