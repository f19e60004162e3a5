import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { resOf } from '../support/ownClient.ts';
import { VIP } from '../support/sandboxItems.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, closeEditors, nodeOf, product, run, until } from './product.ts';
import { assertPlain, WindowRecorder } from './windowRecorder.ts';

const user = { rawUid: 'U-canary-4711', pageId: 'page-1', channel: 'line' } as const;

/** Answers dialogs and messages in order. `undefined` means Cancel. Messages without the next answer are only recorded. */
class Answers {
  readonly dialogs: { readonly message: string; readonly detail: string }[] = [];
  readonly messages: string[] = [];
  answers: (string | undefined)[] = [];
  /** Callback that runs while a dialog is open. */
  whileOpen: (() => Promise<unknown>) | undefined;

  show = async (message: string, ...rest: unknown[]): Promise<unknown> => {
    const isModal =
      typeof rest[0] === 'object' && (rest[0] as vscode.MessageOptions).modal === true;
    if (!isModal) return this.#showMessage(message, rest);
    const [options, ...buttons] = rest as [vscode.MessageOptions, ...vscode.MessageItem[]];
    this.dialogs.push({ message, detail: options.detail ?? '' });
    await this.whileOpen?.();
    const answer = this.answers.shift();
    return buttons.find(({ title }) => title === answer);
  };

  #showMessage(message: string, buttons: readonly unknown[]): unknown {
    this.messages.push(message);
    const isQuestion = buttons.includes(this.answers[0]);
    return isQuestion ? this.answers.shift() : undefined;
  }
}

describe('Tags of Customer', () => {
  const recorder = new WindowRecorder();
  let service: Sandbox;
  let bot: string;
  let answers: Answers;
  let keyboard: Keyboard;

  beforeEach(async () => {
    service = await startSandbox({ token: 'edit', botId: 'bot-edit', customers: 10 });
    bot = await addBot(service);
    await run('botTags.addExisting', { bot, id: VIP });
    // A customer whose tags were listed is offered as a recent customer.
    await run('botTags.listUserTags', { bot, user });
    answers = new Answers();
    recorder.start();
    const { show } = answers;
    recorder.replace({
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
    });
    keyboard = new Keyboard(recorder);
  });

  afterEach(async () => {
    recorder.stop();
    if ((await nodeOf(bot)) !== undefined) await run('botTags.removeBot', { bot, confirmed: true });
    await closeEditors();
    await service.close();
  });

  const attach = (tagId: string): Promise<void> => run('botTags.attachTag', { bot, tagId, user });
  const newTag = (name: string): Promise<string> => run('botTags.createTag', { bot, name });
  const body = { bot_raw_uid: user.rawUid, bot_pid: user.pageId, bot_channel: 1 };

  /** Returns the IDs of the user's tags, as the service lists them for another client. */
  async function tagsAtService(): Promise<string[]> {
    const lists = await resOf(service, 'POST', '/v1/api/user/taglist', body);
    const tags = (lists as { tags: { id: string }[] }[]).flatMap((list) => list.tags);
    return tags.map(({ id }) => id).toSorted();
  }
  /** Changes a tag of the user outside of this window. */
  const changeElsewhere = (verb: 'attach' | 'detach', tagId: string): Promise<unknown> =>
    resOf(service, verb === 'attach' ? 'POST' : 'DELETE', '/v1/api/user/tag', {
      ...body,
      bot_tag_id: tagId,
    });
  const writeCount = (): number => service.requests.attachTag + service.requests.detachTag;

  async function open(): Promise<{ readonly done: Thenable<unknown> }> {
    const done = vscode.commands.executeCommand('botTags.listUserTags');
    await keyboard.pick(user.rawUid);
    return { done };
  }

  /** Returns the labels of the latest changes in the Journal. */
  async function journalLabels(count: number): Promise<readonly unknown[]> {
    const journal = await (await product()).openJournal();
    const [day] = await journal.getChildren();
    const rows = (await journal.getChildren(day)).slice(0, count);
    return Promise.all(rows.map(async (row) => (await journal.getTreeItem(row)).label));
  }

  it('shows the difference, sends it once the user agrees, and offers Undo', async () => {
    await newTag('Coffee');
    await attach(VIP);
    const { done } = await open();
    assert.deepEqual(await keyboard.ticked(), ['VIP']);
    answers.answers = ['Apply', 'Undo', 'Undo'];
    await keyboard.toggleAndAccept('Coffee', 'VIP');
    await until('the result is reported', () => answers.messages.length > 0);
    await done;
    const [{ message, detail } = assert.fail(), undo = assert.fail()] = answers.dialogs;
    assert.equal(message, 'Change the tags of U-canary-4711?');
    assert.match(detail, /^Attach "Coffee"\nDetach "VIP"\n\nBot: Tea House$/);
    assert.deepEqual(answers.messages, [
      '1 tag attached to U-canary-4711. 1 tag detached from U-canary-4711.',
    ]);
    assert.equal(undo.message, 'Undo 2 changes?');
    assert.match(
      undo.detail,
      /^Detach "VIP" from U-canary-4711\nAttach "Coffee" to U-canary-4711\n\nUndo does not restore the previous time and count .*\.\n\nBot: Tea House$/,
    );
    assert.deepEqual(recorder.shown.at(-1), ['statusBar', '$(check) 2 changes undone.']);
    assert.deepEqual(await tagsAtService(), [VIP], 'both changes are undone');
    assert.equal(answers.messages.length + answers.dialogs.length, 3);
    assert.deepEqual(await journalLabels(4), [
      'Attach "VIP" to U-canary-4711',
      'Detach "Coffee" from U-canary-4711',
      'Attach "Coffee" to U-canary-4711',
      'Detach "VIP" from U-canary-4711',
    ]);
    assertPlain(recorder.shown);
  });

  it('sends nothing and shows no dialog if nothing was changed', async () => {
    await attach(VIP);
    const { done } = await open();
    await keyboard.waitUntilFilled();
    const { listUserTags } = service.requests;
    const writesBefore = writeCount();
    await keyboard.toggleAndAccept();
    await done;
    assert.deepEqual(answers.dialogs, []);
    assert.deepEqual(recorder.shown.at(-1), ['statusBar', '$(check) Nothing was changed.']);
    assert.deepEqual([writeCount(), service.requests.listUserTags], [writesBefore, listUserTags]);
  });

  it('only shows the tags of a read-only bot, and names the environment of any other', async () => {
    await attach(VIP);
    await run('botTags.botSettings', { bot, environment: 'production' });
    const locked = await open();
    await keyboard.waitUntilFilled();
    await run('botTags.botSettings', { bot, readOnly: true });
    await keyboard.toggleAndAccept('VIP');
    await locked.done;
    assert.deepEqual([answers.dialogs.length, await tagsAtService()], [0, [VIP]]);
    assert.ok(
      answers.messages[0]?.includes('is read-only, so nothing was sent'),
      answers.messages[0],
    );
    const shown = await open();
    assert.equal(
      await keyboard.placeholder(),
      '"Tea House" is read-only, so tags cannot be changed. Press Enter to copy the ID of the selected tag',
    );
    await keyboard.pick('VIP');
    await shown.done;
    assert.equal(await vscode.env.clipboard.readText(), VIP);
    await run('botTags.botSettings', { bot, confirmed: true, readOnly: false });
    answers.answers = ['Apply'];
    const { done } = await open();
    await keyboard.toggleAndAccept('VIP');
    await done;
    assert.match(answers.dialogs[0]?.detail ?? '', /\nBot: Tea House\nEnvironment: production$/);
    assert.deepEqual(await tagsAtService(), []);
  });

  it('does nothing after Cancel and keeps the ticks', async () => {
    await attach(VIP);
    const { done } = await open();
    await keyboard.toggleAndAccept('VIP');
    assert.deepEqual(await keyboard.ticked(), []);
    assert.equal(answers.dialogs[0]?.message, 'Detach 1 tag from U-canary-4711?');
    assert.deepEqual(await tagsAtService(), [VIP]);
    answers.answers = ['Apply'];
    await keyboard.toggleAndAccept();
    await done;
    assert.deepEqual(await tagsAtService(), []);
    const canceledAgain = await open();
    await keyboard.escapePick();
    await canceledAgain.done;
  });

  it('shows changes by another client since the list was opened as a conflict, and applies the rest', async () => {
    const [a, b, c] = [await newTag('A'), await newTag('B'), await newTag('C')];
    await attach(VIP);
    await attach(c);
    const { done } = await open();
    await keyboard.waitUntilFilled();
    for (const id of [a, b]) await changeElsewhere('attach', id);
    await changeElsewhere('detach', c);
    answers.answers = ['Apply', undefined];
    await keyboard.toggleAndAccept('A', 'VIP');
    await until('both dialogs are shown', () => answers.dialogs.length === 2);
    const conflict = answers.dialogs[1] ?? assert.fail();
    assert.match(conflict.message, /tags of U-canary-4711 in the service have changed since/);
    assert.match(conflict.detail, /^Attached: "A", "B"\.\nDetached: "C"\.$/m);
    assert.match(
      conflict.detail,
      /\n\nStill to be detached: "VIP"\.\n\nIf you select "Apply", all other tags of the customer will stay/,
    );
    assert.deepEqual((await keyboard.ticked()).toSorted(), ['A', 'B'], 'current and wanted tags');
    assert.deepEqual(await tagsAtService(), [VIP, a, b].toSorted());
    await changeElsewhere('attach', c);
    answers.answers = ['Apply', 'Apply'];
    await keyboard.toggleAndAccept();
    await done;
    assert.match(answers.dialogs[3]?.detail ?? '', /^Attached: "C"\.$/m);
    assert.deepEqual(await tagsAtService(), [a, b, c].toSorted());
  });

  it('reports what was done when the service fails in the middle, and continues from there', async () => {
    const [a, b] = [await newTag('A'), await newTag('B')];
    const { done } = await open();
    await keyboard.waitUntilFilled();
    answers.answers = ['Apply', 'Retry'];
    answers.whileOpen = () => resOf(service, 'DELETE', `/v1/api/tag/${b}`);
    const { attachTag } = service.requests;
    await keyboard.toggleAndAccept('A', 'B');
    await done;
    assert.deepEqual(await tagsAtService(), [a]);
    const refused = /there is no tag/;
    const partlyDone = 'Attached: "A". Still to be attached: "B".';
    const nothingDone = 'Nothing was changed. Still to be attached: "B".';
    const warned = answers.messages.filter((text) => !refused.test(text));
    assert.deepEqual(warned, [partlyDone, nothingDone]);
    assert.equal(answers.messages.length, 4, answers.messages.join('\n'));
    assert.equal(answers.dialogs.length, 1, 'the confirmation is requested once');
    assert.equal(service.requests.attachTag, attachTag + 3, 'tag A was sent once, tag B twice');
  });

  it('reads the tags from the service before it resends a request that may have been carried out', async () => {
    const [a, b] = [await newTag('A'), await newTag('B')];
    const { done } = await open();
    await keyboard.waitUntilFilled();
    answers.answers = ['Apply', 'Retry'];
    answers.whileOpen = async () =>
      void Object.assign(service.switches, { lostEvery: 1, lostBy: 'reset' });
    const listRequests = service.requests.listUserTags;
    const show = answers.show;
    recorder.replace({
      showWarningMessage: async (message: string, ...rest: unknown[]) => {
        if (message.includes('Still to be attached')) service.switches.lostEvery = 0;
        return show(message, ...rest);
      },
    });
    await keyboard.toggleAndAccept('A', 'B');
    await done;
    assert.deepEqual(await tagsAtService(), [a, b].toSorted());
    assert.equal(service.requests.attachTag, 2, 'each tag is sent once');
    assert.equal(
      service.requests.listUserTags,
      listRequests + 3,
      'the tags are read before each attempt, and once by the test',
    );
    assert.equal(answers.dialogs.length, 1, 'changes from this window are not shown as a conflict');
  });

  it('reports and undoes after a retry also what was done before it', async () => {
    await newTag('A');
    const b = await newTag('B');
    const { done } = await open();
    await keyboard.waitUntilFilled();
    answers.answers = ['Apply', 'Retry', 'Undo', 'Detach'];
    // With this seed, the response to the fourth write is lost: B is attached, but the result is unknown.
    answers.whileOpen = async () =>
      void Object.assign(service.switches, { lostEvery: 2, lostBy: 'reset', faultSeed: 6 });
    const { attachTag } = service.requests;
    await keyboard.toggleAndAccept('A', 'B');
    await done;
    assert.equal(service.requests.attachTag, attachTag + 2, 'each tag is sent once');
    assert.equal(answers.messages.at(-1), '1 tag attached to U-canary-4711.');
    assert.deepEqual(await tagsAtService(), [b], 'A is undone');
  });

  it('reports that the service refuses the list, or that the bot was removed', async () => {
    await run('botTags.replaceToken', { bot, token: 'wrong' });
    await (
      await open()
    ).done;
    assert.match(answers.messages[0] ?? '', /^Could not read the tags of the customer\. /);
    await run('botTags.replaceToken', { bot, token: 'edit' });
    keyboard = new Keyboard(recorder);
    const { done } = await open();
    await keyboard.waitUntilFilled();
    await run('botTags.removeBot', { bot, confirmed: true });
    await keyboard.toggleAndAccept('VIP');
    await done;
    assert.match(answers.messages[1] ?? '', /^The bot ".*" is no longer in the list/);
    assert.equal(writeCount(), 0);
  });
});
