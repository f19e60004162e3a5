import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lazy } from '../../src/base/promises.ts';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { CATALOGUE_FILE, MAX_FILE_SIZE } from '../../src/catalogue/workspaceFile.ts';
import type { ReadFile } from '../../src/catalogue/workspaceFileText.ts';
import { MemoryCatalogue } from '../../src/catalogue/store/memoryStores.ts';
import { PlainLog } from '../../src/base/ui/sinks.ts';
import { WorkspaceFiles } from '../../src/workspaceFile/ui/workspaceFiles.ts';
import { closeEditors, failure, product } from './product.ts';

const SCHEME = 'looks';
const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${CATALOGUE_FILE}` });

/** File system that counts how often its only file is read. */
class SingleFileSystem implements vscode.FileSystemProvider {
  text = '{ "version": 1, "bots": [] }';
  size: number | undefined;
  reads = 0;
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    if (path !== uri.path) throw vscode.FileSystemError.FileNotFound(uri);
    const size = this.size ?? this.text.length;
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size };
  }

  readFile(): Uint8Array {
    this.reads++;
    return new TextEncoder().encode(this.text);
  }

  readonly readDirectory = (): [string, vscode.FileType][] => [];
  readonly createDirectory = (): void => undefined;
  readonly writeFile = (): void => undefined;
  readonly delete = (): void => undefined;
  readonly rename = (): void => undefined;
}

/** Runs a step as in a window whose workspace is not trusted yet. */
async function inUntrustedWindow(step: () => Promise<unknown>): Promise<void> {
  const descriptor = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted');
  assert.ok(descriptor);
  Object.defineProperty(vscode.workspace, 'isTrusted', { ...descriptor, get: () => false });
  try {
    await step();
  } finally {
    Object.defineProperty(vscode.workspace, 'isTrusted', descriptor);
  }
}

describe('WorkspaceFiles', () => {
  let disk: SingleFileSystem;
  let files: WorkspaceFiles;
  let state: Map<string, unknown>;
  let parseCount: number;
  let disposables: vscode.Disposable[];

  beforeEach(async () => {
    disk = new SingleFileSystem();
    parseCount = 0;
    state = new Map();
    const read = (): ReadFile => {
      parseCount++;
      return {
        content: { bots: [] },
        problems: [],
        locatedItems: [],
        segments: [],
        segmentProblems: [],
      };
    };
    files = new WorkspaceFiles({
      catalogue: lazy(() =>
        Promise.resolve(new Catalogue(new MemoryCatalogue(), { now: () => 1 })),
      ),
      fileText: lazy(() =>
        Promise.resolve({ read, write: () => disk.text, writeSegment: () => disk.text }),
      ),
      tokens: { delete: () => Promise.resolve() },
      memento: {
        keys: () => [...state.keys()],
        get: (key: string, other?: unknown) => state.get(key) ?? other,
        update: (key, value) => Promise.resolve(void state.set(key, value)),
      } as vscode.Memento,
      log: new PlainLog((await product()).log),
    });
    const options = { isCaseSensitive: true };
    disposables = [files, vscode.workspace.registerFileSystemProvider(SCHEME, disk, options)];
  });

  afterEach(async () => {
    await closeEditors();
    for (const disposable of disposables) disposable.dispose();
  });

  it('does not read a file that is never to be loaded, or before the workspace is trusted', async () => {
    state.set('botTags.files', { [uri.toString()]: 'never' });
    await files.handleChange(uri);
    assert.equal(disk.reads, 0);
    for (const decision of ['load', undefined]) {
      state.set('botTags.files', { [uri.toString()]: decision });
      // The notice about the untrusted workspace counts as shown, so that it does not open.
      state.set('botTags.untrustedSaid', true);
      await inUntrustedWindow(() => files.handleChange(uri));
      assert.equal(disk.reads, 0);
    }
    state.set('botTags.files', { [uri.toString()]: 'load' });
    await files.handleChange(uri);
    assert.equal(disk.reads, 1);
  });

  it('does not read a file that is too large, and reports its size', async () => {
    disk.size = MAX_FILE_SIZE + 1;
    const tooLarge = /larger than 32 MiB/;
    assert.match(await failure(files.load(uri)), tooLarge);
    assert.match(await failure(files.save(uri, [])), tooLarge);
    assert.deepEqual([disk.reads, parseCount], [0, 0]);
    const problems = () => vscode.languages.getDiagnostics(uri).map(({ message }) => message);
    assert.equal(problems().length, 1);
    assert.match(problems()[0] ?? '', tooLarge);
    disk.size = undefined;
    await files.handleChange(uri);
    assert.deepEqual([disk.reads, problems()], [1, []]);
  });

  it('does not parse a file for quick fixes before it is loaded', async () => {
    const document = await vscode.workspace.openTextDocument(uri);
    const requestQuickFixes = () =>
      vscode.commands.executeCommand(
        'vscode.executeCodeActionProvider',
        uri,
        document.lineAt(0).range,
      );
    await requestQuickFixes();
    assert.equal(parseCount, 0);
    await files.load(uri);
    const countAfterLoad = parseCount;
    await requestQuickFixes();
    assert.ok(parseCount > countAfterLoad);
  });
});
