import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { FileWatch } from '../../../../src/workspaceFile/ui/fileWatch.ts';
import { withVscode } from '../../vscodeTexts.ts';

/** Replacement of the `vscode` module. A test fires its events by name. */
const VSCODE = `
const fake = () => globalThis.fakeWatch;
const event = (name) => (listener) => fake().listen(name, listener);
export class RelativePattern { constructor(folder) { this.folder = folder; } }
export const Uri = { joinPath: (folder, name) => fake().uri(String(folder) + '/' + name) };
export const commands = { executeCommand: async (_, key, value) => void fake().keys.push(value) };
export const window = { onDidChangeWindowState: event('focus') };
export const workspace = {
  onDidChangeWorkspaceFolders: event('folders'),
  onDidSaveTextDocument: event('save'),
  onDidGrantWorkspaceTrust: event('trust'),
  get workspaceFolders() { return fake().folders; },
  createFileSystemWatcher: ({ folder }) => fake().watcher(folder),
  fs: { stat: async (file) => fake().stat(String(file)) },
};
`;

const { FileWatch: Watch } = await withVscode(
  VSCODE,
  '?watch',
  () => import('../../../../src/workspaceFile/ui/fileWatch.ts'),
);

const uri = (text: string) => ({ toString: () => text });
const folderOf = (name: string) => ({ uri: uri(name) });

/** Folder `a` with files by their URI, and the listeners of the watch by event. */
class FakeWatch {
  readonly uri = uri;
  folders = [folderOf('a')];
  readonly files = new Map<string, number>();
  /** Values of the context key for whether a file exists. */
  readonly keys: boolean[] = [];
  readonly #listeners = new Map<string, Set<(value: unknown) => void>>();
  openWatchers = 0;

  listen(name: string, listener: (value: unknown) => void) {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return { dispose: () => void listeners.delete(listener) };
  }

  watcher(folder: ReturnType<typeof folderOf>) {
    this.openWatchers++;
    const key = folder.uri.toString();
    const disposables: { dispose(): void }[] = [];
    const eventOf = (name: string) => (listener: (value: unknown) => void) => {
      const listening = this.listen(`${name} ${key}`, listener);
      disposables.push(listening);
      return listening;
    };
    return {
      onDidCreate: eventOf('create'),
      onDidChange: eventOf('change'),
      onDidDelete: eventOf('delete'),
      dispose: () => {
        this.openWatchers--;
        for (const disposable of disposables) disposable.dispose();
      },
    };
  }

  stat(file: string): object {
    const mtime = this.files.get(file);
    if (mtime === undefined) throw new Error('not found');
    return { mtime, size: 1 };
  }

  /** Fires an event, and waits until its listeners have read the state of the file. */
  async fire(name: string, value?: unknown): Promise<void> {
    for (const listener of this.#listeners.get(name) ?? []) listener(value);
    await new Promise(setImmediate);
  }

  get listenerCount(): number {
    return [...this.#listeners.values()].reduce((total, { size }) => total + size, 0);
  }
}

describe('FileWatch', () => {
  const file = 'a/bot-tags.jsonc';
  let fake: FakeWatch;
  let reported: string[];
  let watch: FileWatch;

  beforeEach(() => {
    fake = new FakeWatch();
    Object.assign(globalThis, { fakeWatch: fake });
    reported = [];
    watch = new Watch(async (changed: vscode.Uri) => void reported.push(changed.toString()));
  });

  afterEach(() => {
    watch.dispose();
    Reflect.deleteProperty(globalThis, 'fakeWatch');
  });

  /** Waits until the watch has started and has checked the folders. */
  async function started(): Promise<void> {
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }

  it('reports a file at the start, and when the window gets the focus after a missed change', async () => {
    fake.files.set(file, 1);
    await started();
    assert.deepEqual([reported, fake.keys], [[file], [true]]);
    await fake.fire('focus', { focused: true });
    assert.equal(reported.length, 1, 'the file is unchanged');
    fake.files.set(file, 2);
    await fake.fire('focus', { focused: false });
    assert.equal(reported.length, 1);
    await fake.fire('focus', { focused: true });
    assert.equal(reported.length, 2);
  });

  it('reports a file that was saved in an editor, even if its file system reports no changes', async () => {
    await started();
    await fake.fire('save', { uri: uri('a/other.jsonc') });
    await fake.fire('save', { uri: uri(file) });
    assert.deepEqual(reported, [file]);
  });

  it('reports an unchanged file again when the workspace becomes trusted', async () => {
    fake.files.set(file, 1);
    await started();
    await fake.fire('trust');
    assert.deepEqual(reported, [file, file]);
  });

  it('reports changes, and checks whether a file that was replaced still exists', async () => {
    await started();
    fake.files.set(file, 1);
    await fake.fire('create a', uri(file));
    await fake.fire('change a', uri(file));
    await fake.fire('delete a', uri(file));
    assert.deepEqual([reported.length, fake.keys], [3, [true]]);
    fake.files.clear();
    await fake.fire('delete a', uri(file));
    assert.deepEqual(fake.keys, [true, false]);
  });

  it('follows the folders of the workspace', async () => {
    await started();
    const added = folderOf('b');
    fake.folders.push(added);
    fake.files.set('b/bot-tags.jsonc', 1);
    await fake.fire('folders', { added: [added], removed: [] });
    assert.deepEqual([reported, fake.openWatchers], [['b/bot-tags.jsonc'], 2]);
    await fake.fire('folders', { added: [], removed: [added] });
    assert.deepEqual([fake.keys, fake.openWatchers], [[true, false], 1]);
    await fake.fire('folders', { added: [added], removed: [] });
    assert.equal(reported.length, 2, 'a folder that was added again is checked again');
    fake.files.set(file, 1);
    await fake.fire('create a', uri(file));
    await fake.fire('folders', { added: [], removed: [added] });
    assert.equal(fake.keys.at(-1), true, 'the other folder still has a file');
  });

  it('ignores a file whose folder is removed from the workspace during a check', async () => {
    await started();
    const added = folderOf('b');
    fake.files.set('b/bot-tags.jsonc', 1);
    const adding = fake.fire('folders', { added: [added], removed: [] });
    await Promise.all([adding, fake.fire('folders', { added: [], removed: [added] })]);
    assert.deepEqual([reported, fake.keys], [[], []]);
  });

  it('stops all listening when it is disposed, even before it has started', async () => {
    await started();
    watch.dispose();
    assert.deepEqual([fake.openWatchers, fake.listenerCount], [0, 0]);
    const early = new Watch(() => Promise.resolve());
    early.dispose();
    await started();
    assert.equal(fake.openWatchers, 0);
  });
});
