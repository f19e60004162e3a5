import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { ServiceError } from '../../src/base/errors.ts';
import { ExportError, ExportInterrupted } from '../../src/base/exportErrors.ts';
import { describeError } from '../../src/errors/ui/describeError.ts';
import { withFailingDatabase, withFullDisk } from '../support/faults.ts';
import { exportRecords } from './exported.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, allNodes, idsBelow, nodeOf, product, run, shown } from './product.ts';
import { resumeExport } from './resumed.ts';
import { WindowRecorder } from './windowRecorder.ts';

/** SQLite's result codes for a full disk and for a database that cannot be written. */
const [SQLITE_FULL, SQLITE_READONLY] = [13, 8] as const;

const ERROR_CLASSES = new Map(Object.entries({ ServiceError, ExportError, ExportInterrupted }));

/** Gives an error of the product the same class in the bundle of this test, which has its own copy of the classes. */
function adopt(error: unknown): void {
  if (!(error instanceof Error)) return;
  const ownClass = ERROR_CLASSES.get(error.name);
  if (ownClass !== undefined) Object.setPrototypeOf(error, ownClass.prototype);
  adopt(error.cause);
}

/** Returns the text that a user would read about the failure of a step. */
async function describeFailure(step: Promise<unknown>): Promise<string> {
  return step.then(
    () => assert.fail('the step did not fail'),
    (error: unknown) => {
      adopt(error);
      return describeError(error);
    },
  );
}

describe('Failures of this machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bot-tags-troubles-'));
  let service: Sandbox;
  let secrets: vscode.SecretStorage;
  let bot: string;

  before(async () => {
    service = await startSandbox({ token: 'right', botId: 'bot-trouble', customers: 300 });
    ({ secrets } = (await product()).context);
    bot = await addBot(service);
  });

  after(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
    rmSync(folder, { recursive: true });
  });

  /** Runs a step as on a machine without a keyring. */
  async function withoutSecrets(step: () => Promise<void>): Promise<void> {
    const fail = (): Promise<never> => Promise.reject(new Error('the keyring is locked'));
    const names = ['get', 'store', 'delete', 'keys'];
    for (const name of names)
      Object.defineProperty(secrets, name, { value: fail, configurable: true });
    try {
      await step();
    } finally {
      for (const name of names) Reflect.deleteProperty(secrets, name);
    }
  }

  it('sends no request if the token cannot be read, and explains what to do', async () => {
    await withoutSecrets(async () => {
      const requestsBefore = { ...service.requests };
      const text = await describeFailure(run('botTags.createTag', { bot, name: 'never' }));
      assert.match(
        text,
        /^Could not create the tag or folder\. .*\(the keyring is locked\), so nothing was sent\./,
      );
      assert.match(text, /Unlock or set up the keyring .* try again\.$/);
      assert.deepEqual(service.requests, requestsBefore);
      assert.equal((await shown(bot)).contextValue, 'bot.noToken');
      const steps = await run('botTags.checkConnection', { bot });
      assert.match(
        JSON.stringify(steps.at(-1)),
        /VS Code cannot read the token: the keyring is locked/,
      );
    });
    assert.deepEqual(await newestWrite(), ['create', 'failed']);
    await run('botTags.createTag', { bot, name: 'let in' });
  });

  /** Returns the kind and the result of the newest write in the Journal. */
  async function newestWrite(): Promise<unknown[]> {
    const uri = vscode.Uri.parse(await run('botTags.openJournal', {}));
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    const [{ kind, result } = assert.fail()] = JSON.parse(text) as Record<string, unknown>[];
    return [kind, result];
  }

  it('leaves no bot behind if its token cannot be stored', async () => {
    const botCount = (await allNodes()).filter(({ isBot }) => isBot).length;
    await withoutSecrets(async () => {
      const { baseUrl, token } = service;
      const adding = run('botTags.addBot', { baseUrl, botId: 'other', token, check: false });
      assert.match(
        await describeFailure(adding),
        /Could not save the token .* \(the keyring is locked\)\./,
      );
      const replacing = run('botTags.replaceToken', { bot, token: 'another' });
      assert.match(await describeFailure(replacing), /Could not save the token/);
      const removing = run('botTags.removeBot', { bot, confirmed: true });
      assert.match(await describeFailure(removing), /Could not delete the token .* still there/);
    });
    assert.ok(await nodeOf(bot), 'the bot is kept, because its token could not be deleted');
    assert.equal((await allNodes()).filter(({ isBot }) => isBot).length, botCount);
    await run('botTags.createTag', { bot, name: 'with the old token' });
  });

  it('sends no write that a full disk cannot record, and leaves the list unchanged', async () => {
    const ids = await idsBelow(bot);
    await withFailingDatabase(SQLITE_FULL, async () => {
      const requestsBefore = { ...service.requests };
      const creating = await describeFailure(run('botTags.createTag', { bot, name: 'never' }));
      assert.match(creating, /Journal \(no space left on the disk\), so nothing was sent/);
      assert.deepEqual(service.requests, requestsBefore);
      const renaming = await describeFailure(run('botTags.botSettings', { bot, label: 'Another' }));
      assert.match(
        renaming,
        /^Could not save the change on this machine \(no space left on the disk\)\./,
      );
      assert.match(renaming, /are unchanged\. Fix the problem, then try again\.$/);
    });
    assert.deepEqual(await idsBelow(bot), ids);
    assert.equal((await shown(bot)).label, 'Tea House');
    await run('botTags.botSettings', { bot, label: 'Another' });
    assert.equal((await shown(bot)).label, 'Another');
  });

  it('pauses an export on a full disk, and resumes it when there is space', async () => {
    const exported = (file: string) => exportRecords({ bot, file, limit: 50 });
    const [whole, file] = [join(folder, 'whole.ndjson'), join(folder, 'part.ndjson')];
    const { bytes } = await exported(whole);
    // Three of the six pages of 50 customers fit.
    const text = await withFullDisk(bytes * 0.6, () => describeFailure(exported(file)));
    assert.match(
      text,
      /^There is no space left on the disk for ".*part\.ndjson"\. Free up disk space, then try again\./,
    );
    assert.match(text, /The file ".*part\.ndjson\.partial" contains 150 customers\.$/);
    assert.equal(existsSync(file), false);
    const { wasResumed, records } = await resumeExport({ file });
    assert.deepEqual([wasResumed, records], [true, 300]);
    assert.equal(readFileSync(file, 'utf8'), readFileSync(whole, 'utf8'));
  });

  it('reports a failed save to the user only once', async () => {
    const recorder = new WindowRecorder();
    recorder.start();
    try {
      await withFailingDatabase(SQLITE_READONLY, async () => {
        const keyboard = new Keyboard(recorder);
        const done = vscode.commands.executeCommand('botTags.botSettings', await nodeOf(bot));
        await keyboard.pick('Read-Only');
        await done;
      });
    } finally {
      recorder.stop();
    }
    const texts = recorder.shown.map(([, text]) => text ?? '');
    const failureTexts = texts.filter((text) =>
      text.includes('no permission to write to the folder in which the extension stores its data'),
    );
    assert.equal(failureTexts.length, 1, texts.join('\n'));
  });
});
