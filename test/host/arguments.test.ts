import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { CommandId, InputOf } from '../../src/commands/commands.ts';
import { addBot, addBotAgain, extension, failure, product, run } from './product.ts';

const SECRET = 'a-token-that-no-message-may-repeat';
/** Reference to a bot that does not exist. */
const bot = 'nobody';
const user = { rawUid: 'U1', pageId: 'page', channel: 'line' } as const;
const plan = { bot, tags: ['tag'], from: 'service', file: '/nowhere/x' } as const;
const newItem = { bot, name: 'name' };

/** Argument of the right shape for every command, for a bot that does not exist. */
const validArguments: { readonly [K in CommandId]: InputOf<K> } = {
  'botTags.addBot': { baseUrl: 'https://bot.example', botId: 'bot', token: SECRET },
  'botTags.trySandbox': {},
  'botTags.botSettings': {
    bot,
    label: 'label',
    environment: 'staging',
    readOnly: false,
    confirmed: true,
  },
  'botTags.replaceToken': { bot, token: SECRET },
  'botTags.removeBot': { bot, confirmed: true },
  'botTags.refresh': { bot },
  'botTags.checkConnection': {
    bot,
    cancellation: new vscode.CancellationTokenSource().token,
  },
  'botTags.goToTag': { bot, query: 'tea' },
  'botTags.sortTags': { by: 'name' },
  'botTags.filterTags': { text: 'tea' },
  'botTags.clearFilter': {},
  'botTags.createTag': newItem,
  'botTags.createFolder': newItem,
  'botTags.addExisting': { bot, id: 'tag' },
  'botTags.discoverTags': { bot },
  'botTags.openOverview': { bot },
  'botTags.moveToFolder': { bot, ids: ['tag'], folderId: null },
  'botTags.renameTag': { bot, tagId: 'tag', name: 'name', confirmed: true },
  'botTags.mergeTags': { bot, tagIds: ['tag'], into: 'other', confirmed: true },
  'botTags.openCustomers': { bot },
  'botTags.showTagCustomers': { bot, tagId: 'tag' },
  'botTags.saveSegment': { bot, name: 'Sleepers', segment: 'blocked', in: 'window' },
  'botTags.loadMore': { bot },
  'botTags.loadAll': { bot },
  'botTags.deleteItem': { bot, id: 'tag', confirmed: true },
  'botTags.removeFromList': { bot, ids: ['tag'] },
  'botTags.attachTag': { bot, tagId: 'tag', user },
  'botTags.detachTag': { bot, tagId: 'tag', user },
  'botTags.attachTags': plan,
  'botTags.runPlan': { file: '/nowhere/x.bot-tags-plan.jsonc' },
  'botTags.listUserTags': { bot, user },
  'botTags.copyId': { bot, ids: ['tag'] },
  'botTags.copyName': { bot, ids: ['tag'] },
  'botTags.copyConstant': { bot, ids: ['tag'], language: 'python' },
  'botTags.findInWorkspace': { bot, ids: ['tag'] },
  'botTags.copySandbox': { bot },
  'botTags.copyTags': { bot, to: 'other', ids: ['tag'], confirmed: true },
  'botTags.copyCurl': { bot, request: 'attachTag', tagId: 'tag', user, shell: 'posix' },
  'botTags.copyUserId': { bot, row: 0 },
  'botTags.copyUserIds': { bot, rows: [0] },
  'botTags.copyRange': { bot },
  'botTags.openRecord': { bot, row: 0 },
  'botTags.exportPage': { bot },
  'botTags.exportCustomers': { bot, file: '/nowhere/x.ndjson' },
  'botTags.resume': { file: '/nowhere/x.ndjson' },
  'botTags.openRun': { run: 'run' },
  'botTags.pauseRun': { run: 'run' },
  'botTags.retryFailed': { run: 'run' },
  'botTags.checkUnknown': { run: 'run' },
  'botTags.saveFailedRows': { run: 'run', file: '/nowhere/x.csv' },
  'botTags.saveCatalogueFile': { bots: [bot] },
  'botTags.loadCatalogueFile': { folder: 'nowhere' },
  'botTags.unloadCatalogueFile': { folder: 'nowhere' },
  'botTags.openJournal': { entry: 'nothing' },
  'botTags.clearJournal': { confirmed: true },
  'botTags.undo': { write: 'nothing' },
  'botTags.removeAllData': { confirmed: true },
  'botTags.showLog': {},
  'botTags.reportIssue': {},
};
const ids = Object.keys(validArguments) as CommandId[];

/** Calls a command with an arbitrary argument. */
const call = (id: string, argument: unknown) =>
  Promise.resolve(vscode.commands.executeCommand(id, argument));

describe('Command arguments', () => {
  before(() => product());

  it('covers every command of the manifest', () => {
    const manifest = extension().packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const declared = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual(ids.toSorted(), declared.toSorted());
  });

  for (const id of ids) {
    it(`${id} refuses an unknown field and repeats no value`, async () => {
      const message = await failure(call(id, { ...validArguments[id], surprise: SECRET }));
      assert.match(message, new RegExp(`^${id}: .*surprise`));
      assert.ok(!message.includes(SECRET));
    });
  }

  for (const id of ids.filter((id) => Object.keys(validArguments[id]).length > 0)) {
    it(`${id} names each field with a wrong type and repeats no value`, async () => {
      const fields = Object.keys(validArguments[id]);
      const wrongTypes = Object.fromEntries(fields.map((field) => [field, { text: SECRET }]));
      const message = await failure(call(id, wrongTypes));
      for (const field of fields) assert.ok(message.includes(`${field}: `), message);
      assert.ok(!message.includes(SECRET));
    });
  }

  for (const id of ids.filter((id) => 'bot' in validArguments[id])) {
    it(`${id} refuses an unknown bot`, async () => {
      const message = await failure(call(id, validArguments[id]));
      assert.equal(
        message,
        'There is no bot with the key or ID "nobody". Add the bot first, or check the ID.',
      );
    });
  }

  it('names the closest form in the error of "Resume…", which takes a run or a file', async () => {
    const refused = (argument: object): Promise<string> =>
      failure(call('botTags.resume', argument));
    assert.match(await refused({ run: 'run', lists: 'json' }), /^botTags\.resume: .*"lists"/);
    assert.match(await refused({ file: '/x.csv', users: 5 }), /^botTags\.resume: .*"users"/);
    assert.match(await refused({ run: '' }), /^botTags\.resume: run: /);
  });

  it('requires `confirmed: true` in place of a dialog', async () => {
    for (const confirmed of [undefined, false, 'yes']) {
      const removal = await failure(call('botTags.removeBot', { bot, confirmed }));
      assert.match(removal, /^botTags\.removeBot: confirmed: /);
      const deletion = await failure(call('botTags.deleteItem', { bot, id: 'tag', confirmed }));
      assert.match(deletion, /^botTags\.deleteItem: confirmed: /);
    }
  });

  it('accepts no other value of `confirmed`, whatever an agent or a link sends', async () => {
    const confirmable = ids.filter((id) => 'confirmed' in validArguments[id]);
    assert.ok(confirmable.length > 5, String(confirmable.length));
    for (const id of confirmable) {
      for (const confirmed of ['true', 'yes', '1', 1, ['true']]) {
        const message = await failure(call(id, { ...validArguments[id], confirmed }));
        assert.match(message, new RegExp(`^${id}: .*confirmed`), `${id} ${String(confirmed)}`);
      }
    }
  });

  it('checks the range of limit, from, page and row before any request', async () => {
    const invalidCalls: [CommandId, object, string][] = [
      ['botTags.openCustomers', { bot, limit: 0 }, 'limit'],
      ['botTags.openCustomers', { bot, limit: 3087 }, 'limit'],
      ['botTags.openCustomers', { bot, limit: 1.5 }, 'limit'],
      ['botTags.openCustomers', { bot, from: 1_700_000_000 }, 'from'],
      ['botTags.exportPage', { bot, page: 0 }, 'page'],
      ['botTags.exportPage', { bot, from: 10_000_000_000_000 }, 'from'],
      ['botTags.exportPage', { bot, row: -1 }, 'row'],
      ['botTags.copyId', { bot, ids: [] }, 'ids'],
    ];
    for (const [id, argument, field] of invalidCalls) {
      assert.match(await failure(call(id, argument)), new RegExp(`^${id}: ${field}: `));
    }
  });

  it('accepts the key of a bot, or its bot ID if only one bot has that ID', async () => {
    const service: Sandbox = await startSandbox({ token: 'one', botId: 'bot-twice' });
    const keys: string[] = [];
    try {
      const first = await addBot(service);
      keys.push(first);
      const byKey = await run('botTags.createTag', { bot: first, name: 'by key' });
      const byId = await run('botTags.createTag', { bot: 'bot-twice', name: 'by ID' });
      const createdItems = service.items().filter(({ id }) => id === byKey || id === byId);
      assert.deepEqual(createdItems.map(({ name }) => name).sort(), ['by ID', 'by key']);
      keys.push(await addBotAgain(service));
      const ambiguousCall = run('botTags.createTag', { bot: 'bot-twice', name: 'whose?' });
      assert.match(await failure(ambiguousCall), /^Several bots have the ID "bot-twice"/);
      assert.ok(!service.items().some(({ name }) => name === 'whose?'));
    } finally {
      for (const key of keys) await run('botTags.removeBot', { bot: key, confirmed: true });
      await service.close();
    }
  });

  it('shows the log for an empty argument', async () => {
    await run('botTags.showLog', {});
    await vscode.commands.executeCommand('workbench.action.closePanel');
  });
});
