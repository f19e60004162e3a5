import assert from 'node:assert/strict';
import { fileBotKey } from '../../../../src/catalogue/workspaceFile.ts';
import type { WorkspaceFiles } from '../../../../src/workspaceFile/ui/workspaceFiles.ts';
import { renameBot } from '../../../../src/catalogue/botChanges.ts';
import { lazy } from '../../../../src/base/promises.ts';
import { BOT } from '../../base/fakes.ts';
import { putBot, putItem } from '../../base/put.ts';
import { bot, changeWithBots, tag } from '../content.ts';
import { FakeWorkspace, FILE, fileOf, saveSegment } from './fakeWorkspace.ts';

const TEA = bot({ items: [tag('tag-1', 'One')] });
const COFFEE = bot({ label: 'Coffee', botId: 'bot-coffee' });
/** Bot with 2000 tags, which are applied in several transactions. Other work continues between them. */
const LARGE = bot({ items: Array.from({ length: 2000 }, (_, index) => tag(`tag-${index}`)) });

const nextTurn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** Waits until steps that nothing else is waiting for have ended, such as those of a message. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await nextTurn();
}

describe('WorkspaceFiles', () => {
  let workspace: FakeWorkspace;
  let files: WorkspaceFiles;

  beforeEach(() => {
    workspace = new FakeWorkspace();
    files = workspace.openWindow();
  });

  afterEach(() => {
    files.dispose();
    Reflect.deleteProperty(globalThis, 'fakeWorkspace');
  });

  const choose = (title: string): void => {
    workspace.click = async (buttons) => buttons.find((button) => button === title);
  };

  it('offers a file once in each window, and never again if the user says so', async () => {
    workspace.text = fileOf(TEA);
    for (let change = 0; change < 2; change++) await files.handleChange(FILE);
    assert.equal(workspace.messages.length, 1);
    choose('Never Load in This Workspace');
    await workspace.openWindow().handleChange(FILE);
    await settled();
    assert.equal(workspace.messages.length, 2);
    await workspace.openWindow().handleChange(FILE);
    assert.equal(workspace.messages.length, 2);
    assert.deepEqual(workspace.labels(), []);
  });

  it('loads an offered file, follows its changes, and loads no unchanged file again', async () => {
    workspace.text = fileOf(TEA);
    choose('Load');
    await files.handleChange(FILE);
    await settled();
    assert.deepEqual(workspace.itemIds(), ['tag-1']);
    const [key = ''] = workspace.catalogue.bots().map((loaded) => loaded.key);
    await workspace.catalogue.whenFree(() => workspace.catalogue.removeBot(key));
    await files.handleChange(FILE);
    assert.deepEqual(workspace.labels(), [], 'what the user removed does not return');
    workspace.text = fileOf(TEA, COFFEE);
    await files.handleChange(FILE);
    assert.deepEqual(workspace.labels().toSorted(), ['Coffee', 'Tea House']);
  });

  it('loads nothing in an untrusted workspace, even for a program or after a save', async () => {
    workspace.text = fileOf(TEA);
    workspace.isTrusted = false;
    await assert.rejects(files.load(FILE), /the workspace is not trusted/);
    await files.save(FILE, []);
    assert.deepEqual([workspace.labels(), workspace.memento.keys()], [[], []]);
  });

  it('keeps the bots of a deleted file if the file exists again when the user answers', async () => {
    workspace.text = fileOf(TEA);
    await files.load(FILE);
    workspace.text = undefined;
    workspace.click = async () => {
      workspace.text = fileOf(TEA);
      return 'Remove from List';
    };
    await files.handleChange(FILE);
    await settled();
    assert.match(workspace.messages.join('\n'), /^bot-tags\.jsonc was deleted\./);
    assert.deepEqual(workspace.labels(), ['Tea House']);
    assert.deepEqual(workspace.deletedTokens, []);
  });

  it('removes the bots of a deleted file on request, and offers a new file later', async () => {
    workspace.text = fileOf(TEA);
    await files.load(FILE);
    workspace.text = undefined;
    choose('Remove from List');
    await files.handleChange(FILE);
    await settled();
    assert.deepEqual(workspace.labels(), []);
    assert.deepEqual(workspace.deletedTokens, [fileBotKey(TEA)]);
    workspace.text = fileOf(TEA);
    await files.handleChange(FILE);
    assert.match(workspace.messages[1] ?? '', /Load the list\?/);
  });

  it('deletes the tokens of all removed bots, even if one of them cannot be deleted', async () => {
    workspace.text = fileOf(TEA, COFFEE);
    await files.load(FILE);
    workspace.stuckToken = fileBotKey(COFFEE);
    await files.unload(FILE);
    assert.deepEqual(workspace.deletedTokens, [fileBotKey(TEA)]);
    assert.deepEqual(workspace.logged, ['the keyring is locked']);
    await files.handleChange(FILE);
    assert.deepEqual(workspace.labels(), [], 'an unloaded file is not followed');
  });

  describe('while a large file is applied', () => {
    let applying: Promise<void>;

    beforeEach(async () => {
      workspace.text = fileOf(TEA);
      await files.load(FILE);
      workspace.text = fileOf(LARGE);
      applying = files.handleChange(FILE);
      await until(() => workspace.itemIds().length >= 500);
      assert.ok(workspace.itemIds().length < 2000, 'a part of the file is applied');
    });

    it('stops if the file has its former text again, and removes what it had added', async () => {
      let maxCount = 0;
      workspace.catalogue.onDidChange(() => {
        maxCount = Math.max(maxCount, workspace.itemIds().length);
      });
      workspace.text = fileOf(TEA);
      await Promise.all([files.handleChange(FILE), applying]);
      assert.deepEqual(workspace.itemIds(), ['tag-1']);
      assert.ok(maxCount < 2000, 'the rest of the large file was not applied');
    });

    it('continues if the new text is broken', async () => {
      workspace.text = '{';
      await Promise.all([files.handleChange(FILE), applying]);
      assert.equal(workspace.itemIds().length, 2000);
      assert.match(workspace.problems[0] ?? '', /could not be loaded/);
    });

    it('stops when all data is removed', async () => {
      files.clearAll();
      await applying;
      assert.ok(workspace.itemIds().length < 2000);
    });
  });

  it('offers a file again after all data was removed', async () => {
    workspace.text = fileOf(TEA);
    await files.handleChange(FILE);
    files.clearAll();
    await files.handleChange(FILE);
    assert.equal(workspace.messages.length, 2);
  });

  it('writes the new label of a bot from the file, and follows the saved file', async () => {
    workspace.text = fileOf(TEA);
    await files.load(FILE);
    const { catalogue } = workspace;
    renameBot(catalogue, fileBotKey(TEA), 'Tea Room');
    const choices = catalogue.bots().map((saved) => ({ bot: saved, includesSeen: false }));
    const toString = () => 'file:///other/bot-tags.jsonc';
    const otherFile = { ...FILE, toString } as typeof FILE;
    await files.save(otherFile, choices);
    assert.match(workspace.text, /"label": "Tea Room"/);
    workspace.text = fileOf(TEA, COFFEE);
    await files.handleChange(otherFile);
    assert.ok(workspace.labels().includes('Coffee'));
  });

  it('keeps the segments of a file while the file is broken', async () => {
    await files.writeSegment(FILE, BOT, 'a', 'blocked');
    workspace.text = '{';
    await files.handleChange(FILE);
    assert.deepEqual(files.segments.of(BOT), [{ name: 'a', text: 'blocked' }]);
  });

  it('refuses to replace a segment of the same name, also in a file that is not loaded', async () => {
    await files.writeSegment(FILE, BOT, 'a', 'blocked');
    const { text } = workspace;
    putBot(workspace.catalogue, BOT);
    const handler = saveSegment({
      catalogue: lazy(async () => workspace.catalogue),
      files: workspace.openWindow(),
      segments: undefined as never,
      windowSegments: undefined as never,
      panels: undefined as never,
    });
    const argument = { bot: BOT.key, name: 'a', segment: 'not blocked', in: 'file' } as const;
    await assert.rejects(handler.withArguments(argument), /"a" already exists/);
    assert.equal(workspace.text, text);
    await handler.withArguments({ ...argument, overwrite: true });
    assert.match(workspace.text ?? '', /"not blocked"/);
  });

  it('keeps a change that the user makes while the list or a segment is being written', async () => {
    workspace.text = fileOf(TEA);
    const { write, writeSegment } = workspace.fileText;
    const edit = (botId: string): void => {
      workspace.text = write(workspace.text ?? '', changeWithBots(bot({ label: botId, botId })));
    };
    let editOnce = (): void => edit('bot-1');
    workspace.fileText.write = (...parameters) => {
      editOnce();
      editOnce = () => undefined;
      return write(...parameters);
    };
    await files.save(FILE, []);
    assert.match(workspace.text ?? '', /"bot-1"/);
    editOnce = () => edit('bot-2');
    workspace.fileText.writeSegment = (...parameters) => {
      editOnce();
      editOnce = () => undefined;
      return writeSegment(...parameters);
    };
    await files.writeSegment(
      FILE,
      { ...BOT, botId: 'bot-1', baseUrl: TEA.baseUrl },
      'a',
      'blocked',
    );
    assert.match(workspace.text ?? '', /"bot-2"/);
    assert.match(workspace.text ?? '', /"blocked"/);
  });

  it('keeps the byte order mark of a file, and does not load the saved file again', async () => {
    workspace.text = `\uFEFF${fileOf(TEA)}`;
    await files.load(FILE);
    await files.writeSegment(FILE, BOT, 'Spring', 'tag:VIP');
    await files.save(FILE, []);
    assert.match(workspace.text ?? '', /^\uFEFF\/\/ Bots and tags[^]*"Spring"/);
    for (const { key } of workspace.catalogue.bots()) {
      await workspace.catalogue.whenFree(() => workspace.catalogue.removeBot(key));
    }
    await files.handleChange(FILE);
    assert.deepEqual(workspace.labels(), [], 'what the user removed does not return');
  });

  it('saves a segment without locking its bot for the team', async () => {
    await files.writeSegment(FILE, { ...BOT, isReadOnly: true }, 'a', 'blocked');
    assert.doesNotMatch(workspace.text ?? '', /readOnly/);
  });

  it('leaves the file unchanged if the new text could not be loaded or its editor not be saved', async () => {
    workspace.text = fileOf(TEA);
    const text = workspace.text;
    workspace.fileText.write = () => '{';
    await assert.rejects(files.save(FILE, []), /was not saved, because loading/);
    assert.equal(workspace.text, text);
    workspace.documents = [
      {
        uri: FILE,
        isDirty: true,
        getText: () => text,
        positionAt: () => undefined,
        save: async () => false,
      },
    ];
    workspace.fileText.write = () => fileOf(COFFEE);
    await assert.rejects(files.save(FILE, []), /has unsaved changes and could not be saved/);
    assert.deepEqual([workspace.text, workspace.labels()], [text, []]);
  });

  it('shows a problem until the list or the service agrees, and none of an unloaded file', async () => {
    const key = fileBotKey(TEA);
    const id = 'tag-1';
    const foreign = { kind: 'wrong-bot', id, botId: 'bot-other' } as const;
    workspace.text = fileOf(TEA);
    await files.load(FILE);
    const item = workspace.catalogue.item(key, id) ?? assert.fail('the tag is listed');
    putItem(workspace.catalogue, { ...item, state: 'gone' });
    await until(() => workspace.problems.length > 0);
    putItem(workspace.catalogue, item);
    await until(() => workspace.problems.length === 0);
    putItem(workspace.catalogue, { ...item, state: 'gone' });
    await until(() => workspace.problems.length > 0);
    assert.match(workspace.problems[0] ?? '', /no longer exists in the service/);
    putItem(workspace.catalogue, { ...item, state: 'error', reason: 'busy' });
    assert.equal(await files.diagnostics.showFindings(key, [id], [foreign]), 1);
    assert.match(workspace.problems[0] ?? '', /belongs to another bot: bot-other\./);
    assert.equal(await files.diagnostics.showFindings(key, [id], []), 1);
    assert.doesNotMatch(workspace.problems[0] ?? '', /bot-other/);
    await files.unload(FILE);
    assert.deepEqual(workspace.problems, []);
  });
});
