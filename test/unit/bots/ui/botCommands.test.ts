import assert from 'node:assert/strict';
import { lazy, type Lazy } from '../../../../src/base/promises.ts';
import { applyFile } from '../../../../src/catalogue/applyFile.ts';
import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import { MemoryCatalogue } from '../../../../src/catalogue/store/memoryStores.ts';
import { BOT, FakeClock } from '../../base/fakes.ts';
import { putBot } from '../../base/put.ts';
import { withVscode } from '../../vscodeTexts.ts';
import { bot as fileBot } from '../../workspaceFile/content.ts';

/** Replacement of the `vscode` module. Messages are added to `fakeMessages`. Only files in `open:` exist. */
const VSCODE = `
const fill = (text, values) => text.replaceAll(/\\{(\\d)\\}/g, (all, at) => String(values[at] ?? all));
export const l10n = { t: (text, ...values) => fill(text, values) };
export const env = { language: 'en' };
export const Uri = { parse: (text) => ({ toString: () => text }) };
export class FileSystemError extends Error { code = 'FileNotFound'; }
const show = async (text) => void globalThis.fakeMessages.push(text);
const statusBarItem = { show() {}, dispose() {} };
export const StatusBarAlignment = {};
export const window = {
  showInformationMessage: show,
  showWarningMessage: show,
  createStatusBarItem: () => statusBarItem,
};
export const workspace = {
  asRelativePath: String,
  fs: {
    stat: async (file) => {
      if (!String(file).startsWith('open:')) throw new FileSystemError();
      return {};
    },
  },
};
export class ThemeIcon {}
`;

const { allowChanges, removeBot, trySandbox } = await withVscode(VSCODE, '?bots', async () => ({
  ...(await import('../../../../src/bots/ui/readOnly.ts')),
  ...(await import('../../../../src/bots/ui/removeBot.ts')),
  ...(await import('../../../../src/bots/ui/sandboxBot.ts')),
}));

describe('commands on a bot', () => {
  let catalogue: Catalogue;
  let services: { readonly catalogue: Lazy<Catalogue> };
  let messages: string[];

  beforeEach(() => {
    catalogue = new Catalogue(new MemoryCatalogue(), new FakeClock());
    services = { catalogue: lazy(async () => catalogue) };
    messages = [];
    Object.assign(globalThis, { fakeMessages: messages });
    putBot(catalogue, BOT);
  });

  after(() => {
    Reflect.deleteProperty(globalThis, 'fakeMessages');
  });

  /** Locks the bot by a workspace file. */
  const lockBy = (file: string) =>
    applyFile(catalogue, file, {
      bots: [fileBot({ baseUrl: BOT.baseUrl, botId: BOT.botId, isReadOnly: true })],
    });

  it('allow changes to a bot although a deleted workspace file had made it read-only', async () => {
    await lockBy('deleted:1');
    await lockBy('deleted:2');
    assert.ok(catalogue.isReadOnly(BOT.key));
    await allowChanges(services, BOT.key);
    assert.ok(!catalogue.isReadOnly(BOT.key));
    await allowChanges(services, BOT.key);
    assert.deepEqual(messages, ['Changes to "Shop" are allowed.'], 'there was nothing to change');
  });

  it('keep a bot read-only if one of several workspace files exists', async () => {
    await lockBy('deleted:1');
    await lockBy('open:2');
    await assert.rejects(allowChanges(services, BOT.key), { name: 'Cancelled' });
    assert.match(messages.join('\n'), /^The workspace file open:2 makes "Shop" read-only\./);
    assert.ok(catalogue.isReadOnly(BOT.key));
  });

  it('stop the sandbox of a removed bot, so that its port is free again', async () => {
    const steps: string[] = [];
    const handler = removeBot({
      ...services,
      tokens: { delete: async (key: string) => void steps.push(`token ${key}`) } as never,
      sandbox: { stop: async (key?: string) => void steps.push(`sandbox ${key}`) } as never,
      tree: undefined as never,
    });
    await handler.withArguments({ bot: BOT.key, confirmed: true });
    assert.deepEqual([steps, catalogue.bots()], [[`token ${BOT.key}`, `sandbox ${BOT.key}`], []]);
  });

  it('add one sandbox if "Try the Sandbox" runs twice at the same time', async () => {
    const handler = trySandbox({
      ...services,
      clock: new FakeClock(),
      tokens: { set: async () => undefined } as never,
      sandbox: { running: async () => ({ items: () => [] }) } as never,
      steps: { markDone: () => undefined } as never,
      tree: undefined as never,
    });
    const keys = await Promise.all([handler.withArguments({}), handler.withArguments({})]);
    const sandboxKeys = catalogue
      .bots()
      .flatMap(({ key, kind }) => (kind === 'sandbox' ? key : []));
    assert.deepEqual([keys[0], keys[1]], [sandboxKeys[0], sandboxKeys[0]]);
    assert.equal(sandboxKeys.length, 1);
  });
});
