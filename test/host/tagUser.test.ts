import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { LINE, type UserTagList } from '../../src/base/model.ts';
import { MemoryState, startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { userKey } from '../../src/sandbox/userIds.ts';
import { customersOf, resOf } from '../support/ownClient.ts';
import { VIP } from '../support/sandboxItems.ts';
import { Keyboard } from './keyboard.ts';
import { Messages } from './messages.ts';
import { addBot, addBotAgain, nodeOf, product, run, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

const { executeCommand } = vscode.commands;
const user = { rawUid: 'U-1', pageId: 'page-1', channel: 'line' } as const;
const DETACHED = '"VIP" detached from U-1.';
const ATTACH_AGAIN = 'Attach "VIP" to U-1?';

describe('Attach Tag and Detach Tag', () => {
  const recorder = new WindowRecorder();
  let state: MemoryState;
  let service: Sandbox;
  let bot: string;
  let keyboard: Keyboard;
  let messages: Messages;

  beforeEach(async () => {
    state = new MemoryState();
    service = await startSandbox({ token: 'users', botId: 'bot-tag-user', customers: 10, state });
    bot = await addBot(service);
    await run('botTags.addExisting', { bot, id: VIP });
    // The customer is offered as a recent one, and its tags are known.
    await run('botTags.listUserTags', { bot, user });
    recorder.start();
    messages = new Messages(recorder);
    keyboard = new Keyboard(recorder);
  });

  afterEach(async () => {
    recorder.stop();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  const inStatusBar = (): readonly (string | undefined)[] =>
    recorder.shown.filter(([sink]) => sink === 'statusBar').map(([, text]) => text);

  /** Reads the tags of a customer from the service itself. */
  async function tagsOf(bot_raw_uid: string = user.rawUid): Promise<UserTagList['tags']> {
    const body = { bot_raw_uid, bot_pid: user.pageId, bot_channel: 1 };
    const lists = await resOf(service, 'POST', '/v1/api/user/taglist', body);
    return (lists as UserTagList[]).flatMap(({ tags }) => tags);
  }

  /** Attaches or detaches "VIP" as a user does. */
  async function tag(verb: 'attach' | 'detach'): Promise<void> {
    const done = executeCommand(`botTags.${verb}Tag`);
    await keyboard.pick(user.rawUid);
    await keyboard.pick('VIP');
    await done;
  }

  it('offers recent customers and the last used tag, and undoes an attach', async () => {
    messages.presses = ['Undo', 'Detach'];
    const done = executeCommand('botTags.attachTag');
    const recent = await keyboard.entries((entries) => entries.length > 0);
    assert.deepEqual(recent, ['U-1: LINE']);
    await keyboard.pick('U-1');
    await keyboard.pick('VIP');
    await done;
    assert.deepEqual(messages.texts, ['"VIP" attached to U-1.', 'Detach "VIP" from U-1?']);
    assert.match(
      messages.all[1]?.detail ?? '',
      /Undo does not restore the previous time and count of a tag/,
    );
    assert.deepEqual(inStatusBar(), ['$(check) "VIP" detached from U-1.']);
    assert.deepEqual(await tagsOf(), []);
    const again = executeCommand('botTags.attachTag');
    await keyboard.pick('U-1');
    const [first] = await keyboard.entries((entries) => entries.length > 1);
    assert.equal(first, `VIP: ${VIP} · recent`);
    await keyboard.escapePick();
    await again;
  });

  it('undoes a detach, with a new time and count', async () => {
    const tagging = () =>
      state.taggings(userKey({ ...user, channel: LINE })).get(VIP) ?? assert.fail();
    for (let time = 0; time < 2; time++) await run('botTags.attachTag', { bot, tagId: VIP, user });
    const before = tagging();
    assert.equal(before.count, 2);
    messages.presses = ['Undo', 'Attach'];
    await tag('detach');
    assert.deepEqual(messages.texts, [DETACHED, ATTACH_AGAIN]);
    assert.match(
      messages.all[1]?.detail ?? '',
      /Undo does not restore the previous time and count of a tag/,
    );
    assert.deepEqual(inStatusBar(), ['$(check) "VIP" attached to U-1.']);
    const after = tagging();
    assert.ok(after.timestamp > before.timestamp);
    assert.equal(after.count, 1);
  });

  it('undoes no change that another program undoes before the user answers the dialog', async () => {
    await run('botTags.attachTag', { bot, tagId: VIP, user });
    messages.presses = ['Undo', 'Attach'];
    messages.beforePress = () => {
      // No press is left when the dialog's "Attach" is about to be pressed: another program attaches the tag first.
      if (messages.presses.length === 0) return run('botTags.attachTag', { bot, tagId: VIP, user });
    };
    await tag('detach');
    assert.deepEqual(messages.texts.slice(0, 2), [DETACHED, ATTACH_AGAIN]);
    assert.match(
      messages.texts[2] ?? '',
      /^There is nothing to undo: this change is no longer in effect/,
    );
    assert.equal(service.requests.attachTag, 2, 'only the test attached the tag');
  });

  it('offers no Undo if the previous state is unknown', async () => {
    const done = executeCommand('botTags.attachTag', await nodeOf(bot, VIP));
    await keyboard.find('U-new-customer', 'Use U-new-customer as the user ID');
    const accounts = await keyboard.entries((entries) => entries.length > 0);
    assert.deepEqual(
      accounts.map((entry) => entry.split(': ')[0]),
      ['page-1', 'Other LINE Account…', 'Other Facebook Page…'],
    );
    await keyboard.pick('page-1');
    await done;
    assert.deepEqual(messages.texts, []);
    assert.deepEqual(inStatusBar(), ['$(check) "VIP" attached to U-new-customer.']);
    const [firstTag, ...otherTags] = await tagsOf('U-new-customer');
    assert.deepEqual([firstTag?.id, otherTags], [VIP, []]);
  });

  it('accepts an encrypted ID, and offers it again for the next tag', async () => {
    await run('botTags.attachTag', { bot, tagId: VIP, user });
    const body = { bot_raw_uid: 'a-user', bot_pid: 'page-7', bot_channel: 0 };
    const [list] = (await resOf(service, 'POST', '/v1/api/user/taglist', body)) as UserTagList[];
    const uid = list?.bot_uid ?? assert.fail();
    const done = executeCommand('botTags.attachTag', await nodeOf(bot, VIP));
    await keyboard.press('Enter Encrypted User ID…');
    assert.match((await keyboard.box()).prompt ?? '', /user ID \(the value of bot_uid /);
    await keyboard.type(uid);
    await keyboard.pick('Other Facebook Page…');
    await keyboard.type('page-7');
    await done;
    const [after] = (await resOf(service, 'POST', '/v1/api/user/taglist', body)) as UserTagList[];
    assert.deepEqual(
      after?.tags.map(({ id }) => id),
      [VIP],
    );
    const again = executeCommand('botTags.detachTag', await nodeOf(bot, VIP));
    const recent = await keyboard.entries((entries) => entries.length > 0);
    assert.equal(recent[0], `${uid}: Facebook`);
    await keyboard.escapePick();
    await again;
  });

  it('offers Check and no Undo if the outcome is unknown, and no Undo for the next attach', async () => {
    const loseResponses = (): unknown =>
      Object.assign(service.switches, { lostEvery: 1, lostBy: 'reset' });
    loseResponses();
    await tag('attach');
    const unknownMessage = messages.all[0] ?? assert.fail();
    assert.match(unknownMessage.text, /The change may have been made anyway\./);
    assert.ok(unknownMessage.buttons.includes('Check'));
    assert.ok(!unknownMessage.buttons.includes('Undo'));
    service.switches.lostEvery = 0;
    await tag('attach');
    assert.equal(messages.all.length, 1);
    assert.deepEqual(inStatusBar(), ['$(check) "VIP" attached to U-1.']);

    loseResponses();
    messages.presses = ['Check'];
    messages.beforePress = async () => (service.switches.lostEvery = 0);
    await tag('attach');
    await until('the answer is shown', () => messages.all.length > 2);
    assert.match(messages.texts[2] ?? '', /^The customer has the tag tag--PTfLM4wQ/);
    assert.equal(service.requests.attachTag, 3);
  });

  it('finds a loaded customer of any bot by any part of the name', async () => {
    const other = await addBotAgain(service, 'Other');
    await run('botTags.addExisting', { bot: other, id: VIP });
    await run('botTags.openCustomers', { bot: other, limit: 10 });
    const records = await customersOf(service, 10);
    const hasChineseName = ({ id, name }: (typeof records)[number]): boolean =>
      id !== '' && /^\p{Script=Han}{3}$/u.test(name);
    const { name } = records.find(hasChineseName) ?? assert.fail();
    const done = executeCommand('botTags.attachTag');
    await keyboard.find(name.slice(1), name);
    assert.match((await keyboard.title()) ?? '', new RegExp(`^Attach Tag to ${name}`));
    await keyboard.find('VIP', 'VIP');
    await done;
    assert.equal(service.requests.attachTag, 1);
    assert.match(
      [...messages.texts, ...inStatusBar()].join('\n'),
      new RegExp(`"VIP" attached to ${name}`),
    );
    const lineId = `U${'0123456789abcdef'.repeat(2)}`;
    const again = executeCommand('botTags.attachTag', await nodeOf(other));
    await keyboard.find(lineId, `Use ${lineId} as the user ID`);
    const accounts = await keyboard.entries((entries) => entries.length > 0);
    assert.ok(
      accounts.every((account) => / LINE/.test(account)),
      'Facebook pages are not offered for a LINE ID',
    );
    await keyboard.escapePick();
    await again;
    await run('botTags.removeBot', { bot: other, confirmed: true });
  });

  it('requires one confirmation before a tag is attached in production, and confirms Undo there, too', async () => {
    await run('botTags.botSettings', { bot, environment: 'production' });
    // No button is set to be pressed, so the confirmation is closed, which cancels the command.
    const done = executeCommand('botTags.attachTag');
    await keyboard.pick(user.rawUid);
    assert.equal(await keyboard.title(), 'Attach Tag to U-1 · Tea House (production)');
    await keyboard.pick('VIP');
    await done;
    assert.equal(service.requests.attachTag, 0, 'the canceled command sent no request');
    messages.all.length = 0;
    messages.presses = ['Attach', 'Undo', 'Detach'];
    await tag('attach');
    assert.deepEqual(messages.texts, [
      'Attach "VIP" to U-1?',
      '"VIP" attached to U-1.',
      'Detach "VIP" from U-1?',
    ]);
    assert.match(messages.all[2]?.detail ?? '', /Environment: production/);
    assert.match(messages.all[0]?.detail ?? '', /Environment: production$/);
    assert.deepEqual([service.requests.attachTag, service.requests.detachTag], [1, 1]);
  });

  it('shows the environment and lock of each bot to pick from', async () => {
    const other = await addBotAgain(service, 'Other');
    await run('botTags.botSettings', { bot: other, environment: 'production', readOnly: true });
    const done = executeCommand('botTags.attachTag');
    await keyboard.find('U-new', 'Use U-new as the user ID');
    const bots = await keyboard.entries((entries) => entries.length > 1);
    assert.ok(bots.includes('Other: production · read-only · bot-tag-user'), bots.join('\n'));
    await keyboard.escapePick();
    await done;
    await run('botTags.removeBot', { bot: other, confirmed: true });
  });

  it('proposes the bot of the selected row, or of the Customers page that was used last', async () => {
    const other = await addBotAgain(service, 'Other');
    const { tree } = await product();
    const select = async (key: string): Promise<void> =>
      until('the bot is selected', async () => {
        await tree.reveal(key);
        return tree.view.selection.some((node) => node.bot === key);
      });
    const proposedBot = async (): Promise<string | undefined> => {
      const picks: vscode.QuickPick<vscode.QuickPickItem>[] = [];
      const create = vscode.window.createQuickPick;
      recorder.replace({
        createQuickPick: () => {
          const pick = create();
          picks.push(pick);
          return pick;
        },
      });
      const done = executeCommand('botTags.attachTag');
      await keyboard.find('U-new', 'Use U-new as the user ID');
      await keyboard.entries((entries) => entries.length > 1);
      await keyboard.escapePick();
      await done;
      return picks[1]?.activeItems[0]?.label;
    };
    await select(other);
    assert.equal(await proposedBot(), 'Other');
    await select(bot);
    assert.equal(await proposedBot(), 'Tea House');
    await run('botTags.openCustomers', { bot: other, limit: 10 });
    await until(
      'the bot of the Customers page is proposed',
      async () => (await proposedBot()) === 'Other',
    );
    await run('botTags.removeBot', { bot: other, confirmed: true });
  });

  it('no longer offers the customers of a bot that was removed', async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    bot = await addBot(service);
    const done = executeCommand('botTags.detachTag');
    await keyboard.find('U', 'Use U as the user ID');
    const accounts = await keyboard.entries((entries) => entries.length > 0);
    assert.deepEqual(
      accounts.map((entry) => entry.split(': ')[0]),
      ['Other LINE Account…', 'Other Facebook Page…'],
    );
    await keyboard.escapePick();
    await done;
  });
});
