import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBot, closeEditors, failure, resOf, run, until } from './product.ts';
import { assertPlain, WindowRecorder } from './windowRecorder.ts';

const user = { rawUid: 'U-canary-4711', pageId: 'page-1', channel: 'line' } as const;
const VIP = 'tag--PTfLM4wQ';
const FOLDER = 'tag-Km9aj04Bx';

/** Answers the questions of a save, one after another; `undefined`: Cancel. */
class Answers {
  readonly asked: { readonly message: string; readonly detail: string }[] = [];
  readonly told: string[] = [];
  answers: (string | undefined)[] = [];
  /** Runs while a question is open. */
  meanwhile: (() => Promise<unknown>) | undefined;

  show = async (message: string, ...rest: unknown[]): Promise<unknown> => {
    const [options, ...buttons] = rest as [vscode.MessageOptions | undefined, vscode.MessageItem];
    if (options?.modal !== true) return void this.told.push(message);
    this.asked.push({ message, detail: options.detail ?? '' });
    await this.meanwhile?.();
    const answer = this.answers.shift();
    return buttons.find(({ title }) => title === answer);
  };
}

describe('Edit Tags of User', () => {
  const recorder = new WindowRecorder();
  let service: Sandbox;
  let bot: string;
  let answers: Answers;

  beforeEach(async () => {
    service = await startSandbox({ token: 'edit', botId: 'bot-edit', customers: 10 });
    bot = await addBot(service);
    for (const id of [VIP, FOLDER]) await run('botTags.addExisting', { bot, id });
    answers = new Answers();
    recorder.start();
    const { show } = answers;
    recorder.replace({
      ...{ showInformationMessage: show, showWarningMessage: show, showErrorMessage: show },
    });
  });

  afterEach(async () => {
    recorder.stop();
    await run('botTags.removeBot', { bot, confirmed: true });
    await closeEditors();
    await service.close();
  });

  const attach = (tagId: string): Promise<void> => run('botTags.attachTag', { bot, tagId, user });
  const newTag = (name: string): Promise<string> => run('botTags.createTag', { bot, name });

  /** As the service itself tells it to somebody else. */
  async function atService(): Promise<string[]> {
    const body = { bot_raw_uid: user.rawUid, bot_pid: user.pageId, bot_channel: 1 };
    const lists = await resOf(service, 'POST', '/v1/api/user/taglist', body);
    return (lists as { tags: { id: string }[] }[]).flatMap(({ tags }) => tags.map(({ id }) => id));
  }
  /** Somebody else does it, without this window. */
  const elsewhere = (verb: 'attach' | 'detach', tagId: string): Promise<unknown> => {
    const body = { bot_raw_uid: user.rawUid, bot_pid: user.pageId, bot_channel: 1 };
    const method = verb === 'attach' ? 'POST' : 'DELETE';
    return resOf(service, method, '/v1/api/user/tag', { ...body, bot_tag_id: tagId });
  };

  async function open(): Promise<vscode.TextDocument> {
    const uri = await run('botTags.editUserTags', { bot, user });
    const document = vscode.window.activeTextEditor?.document ?? assert.fail();
    assert.equal(document.uri.toString(), uri);
    return document;
  }

  async function change(document: vscode.TextDocument, from: string, to: string): Promise<void> {
    const text = document.getText();
    assert.ok(text.includes(from), `${from} is in ${text}`);
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, whole, text.replace(from, to));
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  it('opens the tags as JSON with comments, with nothing of the user in it', async () => {
    const other = await newTag('"other" */\n\u202e');
    await attach(VIP);
    const document = await open();
    assert.equal(document.uri.scheme, 'bot-tags-user');
    assert.equal(document.languageId, 'jsonc');
    assert.equal(document.isDirty, false);
    const text = document.getText();
    assert.match(text, /^\/\/ Tags of a user of the bot "Tea House"\.$/m);
    assert.match(text, new RegExp(`^  "${VIP}": "VIP",$`, 'm'));
    assert.ok(text.includes(String.raw`  // "${other}": "\"other\" */\n\u202e",`), text);
    assert.ok(!text.includes(FOLDER), 'folders are no tags');
    assert.ok(!`${document.uri.toString()}${text}`.includes('canary'));
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    assert.equal(lenses[0]?.command?.title, 'U-canary-4711 · bot "Tea House"');
  });

  it('shows the difference, runs it once somebody agrees, and shows what is then', async () => {
    const other = await newTag('Coffee');
    await attach(VIP);
    const document = await open();
    await change(document, `// "${other}"`, `"${other}"`);
    await change(document, `  "${VIP}"`, `  // "${VIP}"`);
    answers.answers = ['Apply'];
    assert.equal(await document.save(), true);
    const [{ message, detail } = assert.fail(), ...others] = answers.asked;
    assert.deepEqual(others, []);
    assert.equal(message, 'Attach 1 tag to and detach 1 tag from U-canary-4711?');
    assert.match(detail, /^Attach: "Coffee"\nDetach: "VIP"\n\nBot: Tea House$/);
    assert.deepEqual(await atService(), [other]);
    const shown = new RegExp(
      `^  "${other}": "Coffee",\n\n  // Other.*\n  // "${VIP}": "VIP",$`,
      'm',
    );
    await until('the document shows what is now', () => shown.test(document.getText()));
    assert.equal(document.isDirty, false);
    assertPlain(recorder.shown);
  });

  it('asks nothing of a read-only bot, and names the environment of any other', async () => {
    await attach(VIP);
    const document = await open();
    await change(document, `  "${VIP}": "VIP",\n`, '');
    await run('botTags.botSettings', { bot, environment: 'production' });
    await run('botTags.botSettings', { bot, readOnly: true });
    assert.equal(await document.save(), false);
    assert.equal(answers.asked.length, 0);
    assert.deepEqual(await atService(), [VIP]);
    await until('the reason is shown', () =>
      answers.told.some((text) => text.includes('is read-only, so nothing was sent')),
    );
    await run('botTags.botSettings', { bot, confirmed: true, readOnly: false });
    answers.answers = ['Apply'];
    assert.equal(await document.save(), true);
    assert.match(answers.asked[0]?.detail ?? '', /\nBot: Tea House\nEnvironment: production$/);
    assert.deepEqual(await atService(), []);
  });

  it('does nothing after Cancel, and keeps the text', async () => {
    await attach(VIP);
    const document = await open();
    await change(document, `  "${VIP}": "VIP",\n`, '');
    const text = document.getText();
    assert.equal(await document.save(), false);
    assert.equal(answers.asked[0]?.message, 'Detach 1 tag from U-canary-4711?');
    assert.deepEqual(await atService(), [VIP]);
    assert.equal(document.getText(), text);
    assert.equal(document.isDirty, true);
    answers.answers = ['Apply'];
    assert.equal(await document.save(), true);
    assert.deepEqual(await atService(), []);
  });

  it('says what the service may not know, and what is no tag', async () => {
    const document = await open();
    await change(document, '{\n', `{\n  "${FOLDER}": "", "tag-nobody": "",\n`);
    assert.equal(await document.save(), false);
    const problems = (): string[] =>
      vscode.languages
        .getDiagnostics(document.uri)
        .filter(({ source }) => source === 'Bot Tags')
        .map(({ message, range }) => `${range.start.line}: ${message}`);
    assert.deepEqual(problems(), ['4: A folder cannot be attached to a user: pick a tag.']);
    await change(document, `"${FOLDER}": "",`, '');
    answers.answers = ['Apply'];
    assert.equal(await document.save(), false);
    assert.deepEqual(problems(), []);
    const [{ detail } = assert.fail()] = answers.asked;
    assert.match(detail, /Not on the list of this bot, so the service may refuse it: "tag-nobody"/);
    assert.ok(
      answers.told.some((text) => text.includes('tag-nobody')),
      answers.told.join('\n'),
    );
    assert.equal(document.isDirty, true);
  });

  it('runs nothing of what is not JSON, and says where', async () => {
    await attach(VIP);
    const document = await open();
    await change(document, `  "${VIP}": "VIP",`, `  "${VIP}" "VIP",`);
    const asked = service.requests.listUserTags;
    assert.equal(await document.save(), false);
    const own = vscode.languages
      .getDiagnostics(document.uri)
      .find(({ source }) => source === 'Bot Tags');
    assert.equal(own?.range.start.line, 4);
    assert.match(own.message, /not JSON with comments \(ColonExpected\)/);
    assert.deepEqual(answers.asked, []);
    assert.equal(service.requests.listUserTags, asked);
  });

  it('shows what changed on the service meanwhile as a conflict, and does what is left', async () => {
    const [a, b, c] = [await newTag('A'), await newTag('B'), await newTag('C')];
    await attach(VIP);
    await attach(c);
    const document = await open();
    await change(document, `// "${a}"`, `"${a}"`);
    await change(document, `  "${VIP}"`, `  // "${VIP}"`);
    for (const id of [a, b]) await elsewhere('attach', id);
    await elsewhere('detach', c);
    answers.answers = ['Apply', 'Show Changes'];
    assert.equal(await document.save(), false);
    const conflict = answers.asked[1] ?? assert.fail();
    assert.match(conflict.message, /tags of U-canary-4711 changed on the service since/);
    assert.match(conflict.detail, /^Attached meanwhile: "A", "B"\nDetached meanwhile: "C"$/m);
    assert.match(conflict.detail, /^As you wanted it too: "A"$/m);
    assert.match(conflict.detail, /^Left to do:\nDetach: "VIP"$/m);
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? assert.fail();
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(input.modified.toString(), document.uri.toString());
    const now = (await vscode.workspace.openTextDocument(input.original)).getText();
    assert.match(now, new RegExp(`^  "${b}": "B",$`, 'm'));
    assert.equal(document.isDirty, true);
    assert.deepEqual((await atService()).toSorted(), [VIP, a, b].toSorted());
    answers.answers = ['Apply', 'Apply My Changes'];
    assert.equal(await document.save(), true);
    assert.deepEqual((await atService()).toSorted(), [a, b].toSorted());
    await until('the document shows what is now', () =>
      document.getText().includes(`\n  "${b}": "B",\n`),
    );
  });

  it('takes over what changed when nothing was edited', async () => {
    const document = await open();
    await elsewhere('attach', VIP);
    assert.equal(await document.save(), true);
    await change(document, '{', ' {');
    assert.equal(await document.save(), true);
    assert.deepEqual(answers.asked, []);
    await until('the document shows what is now', () =>
      document.getText().includes(`\n  "${VIP}": "VIP",\n`),
    );
  });

  it('says what was done when the service fails in the middle, and goes on from there', async () => {
    const [a, b] = [await newTag('A'), await newTag('B')];
    const document = await open();
    await change(document, `// "${a}"`, `"${a}"`);
    await change(document, `// "${b}"`, `"${b}"`);
    answers.answers = ['Apply'];
    answers.meanwhile = () => resOf(service, 'DELETE', `/v1/api/tag/${b}`);
    assert.equal(await document.save(), false);
    assert.deepEqual(await atService(), [a]);
    assert.equal(document.isDirty, true);
    assert.equal(answers.told.length, 1, answers.told.join('\n'));
    assert.match(answers.told[0] ?? '', /there is no tag/);
    answers.meanwhile = undefined;
    await change(document, `  "${b}": "B",\n`, '');
    assert.equal(await document.save(), true);
    assert.equal(answers.asked.length, 1, 'nothing is left to ask');
  });

  it('is forgotten when it is closed, and says so when it is opened again', async () => {
    const document = await open();
    const { uri } = document;
    await closeEditors();
    await until('it is forgotten', async () => {
      const bytes = await vscode.workspace.fs.readFile(uri);
      return new TextDecoder().decode(bytes).includes('run "Edit Tags of User…" again');
    });
    const bytes = new TextEncoder().encode('{ "tag-1": "" }');
    await assert.rejects(Promise.resolve(vscode.workspace.fs.writeFile(uri, bytes)));
    const folder = uri.with({ path: uri.path.replace(/[^/]+$/, '') });
    await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(folder)), /NotFound/);
  });

  it('goes with its bot', async () => {
    const second = await addBot(await startSandboxBeside(), 'Second');
    const uri = await run('botTags.editUserTags', { bot: second, user });
    await run('botTags.removeBot', { bot: second, confirmed: true });
    const isShown = (): boolean =>
      vscode.window.tabGroups.all.some(({ tabs }) =>
        tabs.some(
          ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri,
        ),
      );
    await until('its editor is closed', () => !isShown());
  });

  const beside: Sandbox[] = [];
  async function startSandboxBeside(): Promise<Sandbox> {
    const started = await startSandbox({ token: 'edit-2', botId: 'bot-edit-2', customers: 1 });
    beside.push(started);
    return started;
  }
  after(async () => {
    for (const one of beside) await one.close();
  });

  it('throws what the service says when it is opened', async () => {
    await run('botTags.replaceToken', { bot, token: 'wrong' });
    const opening = run('botTags.editUserTags', { bot, user });
    assert.match(await failure(opening), /^listUserTags: the token is not valid/);
    assert.match(await failure(run('botTags.editUserTags', { bot: 'none', user })), /no bot/);
  });
});
