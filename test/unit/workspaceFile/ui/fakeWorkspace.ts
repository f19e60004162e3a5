import assert from 'node:assert/strict';
import { lazy } from '../../../../src/base/promises.ts';
import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import { MemoryCatalogue } from '../../../../src/catalogue/store/memoryStores.ts';
import type { FileBot } from '../../../../src/catalogue/workspaceFile.ts';
import { readText } from '../../../../src/workspaceFile/readText.ts';
import { writeSegment } from '../../../../src/workspaceFile/writeSegment.ts';
import { writeText } from '../../../../src/workspaceFile/writeText.ts';
import type { WorkspaceFiles } from '../../../../src/workspaceFile/ui/workspaceFiles.ts';
import { FakeMemento } from '../../fakeMemento.ts';
import { FakeClock } from '../../base/fakes.ts';
import { withVscode } from '../../vscodeTexts.ts';
import { changeWithBots } from '../content.ts';

/** Replacement of the `vscode` module: English texts, and the parts of `FakeWorkspace`. */
const VSCODE = `
const fake = () => globalThis.fakeWorkspace;
const fill = (text, values) => text.replaceAll(/\\{(\\d)\\}/g, (all, at) => String(values[at] ?? all));
export const l10n = { t: (text, ...values) => fill(text, values) };
export const env = { language: 'en' };
export class FileSystemError extends Error { code = 'FileNotFound'; }
const bytes = async () => {
  if (fake().text === undefined) throw new FileSystemError();
  return new TextEncoder().encode(fake().text);
};
const show = async (text, ...buttons) => fake().showMessage(text, buttons);
export const window = { showInformationMessage: show, showErrorMessage: show };
export const workspace = {
  get isTrusted() { return fake().isTrusted; },
  get workspaceFolders() { return [{ name: 'shop', uri: '/' }]; },
  get textDocuments() { return fake().documents; },
  asRelativePath: ({ path }) => path.slice(1),
  applyEdit: async () => true,
  fs: {
    stat: async () => ({ size: (await bytes()).length }),
    readFile: bytes,
    writeFile: async (_, content) =>
      void (fake().text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)),
  },
};
export const Uri = { joinPath: (folder, name) => fake().fileAt(folder + name) };
export class ThemeIcon {}
export class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
export class Range { isSingleLine = true; }
export class WorkspaceEdit { replace() {} }
export class Diagnostic { constructor(range, message) { this.message = message; } }
export const DiagnosticSeverity = { Error: 0, Warning: 1 };
export const CodeActionKind = {};
const disposable = { dispose() {} };
export const languages = {
  createDiagnosticCollection: () => ({
    ...disposable,
    set: (_, diagnostics) => void (fake().problems = diagnostics.map(({ message }) => message)),
    delete: () => void (fake().problems = []),
    clear: () => void (fake().problems = []),
  }),
  registerCodeActionsProvider: () => disposable,
};
`;

const { WorkspaceFiles: Files, saveSegment } = await withVscode(VSCODE, '?workspace', async () => ({
  ...(await import('../../../../src/workspaceFile/ui/workspaceFiles.ts')),
  ...(await import('../../../../src/customers/ui/saveSegment.ts')),
}));
export { saveSegment };

type Uri = Parameters<WorkspaceFiles['load']>[0];

/** URI of the only file. */
export const FILE = {
  path: '/bot-tags.jsonc',
  fsPath: '/bot-tags.jsonc',
  toString: () => 'file:///bot-tags.jsonc',
} as Uri;

/** Returns the text of a file with these bots. */
export function fileOf(...bots: readonly FileBot[]): string {
  return writeText('', changeWithBots(...bots));
}

/** Workspace with one file, and a window that shows messages whose buttons a test chooses. */
export class FakeWorkspace {
  /** Text of the file; `undefined`: the file does not exist. */
  text: string | undefined;
  isTrusted = true;
  documents: readonly object[] = [];
  problems: readonly string[] = [];
  readonly messages: string[] = [];
  /** Returns the button to click in a message. */
  click: (buttons: readonly string[]) => Promise<string | undefined> = async () => undefined;
  readonly memento = new FakeMemento();
  readonly catalogue = new Catalogue(new MemoryCatalogue(), new FakeClock());
  readonly deletedTokens: string[] = [];
  readonly logged: string[] = [];
  /** Key of the bot whose token cannot be deleted. */
  stuckToken = '';
  readonly fileText = { read: readText, write: writeText, writeSegment };

  constructor() {
    Object.assign(globalThis, { fakeWorkspace: this });
  }

  fileAt(path: string): Uri {
    return path === FILE.path ? FILE : assert.fail(`unexpected file: ${path}`);
  }

  showMessage(text: string, buttons: readonly string[]): Promise<string | undefined> {
    this.messages.push(text);
    return this.click(buttons);
  }

  openWindow(): WorkspaceFiles {
    const log = (text: string): void => void this.logged.push(text);
    return new Files({
      catalogue: lazy(async () => this.catalogue),
      fileText: lazy(async () => this.fileText),
      memento: this.memento,
      tokens: {
        delete: async (key) => {
          if (key === this.stuckToken) throw new Error('the keyring is locked');
          this.deletedTokens.push(key);
        },
      },
      log: { error: log, warn: log } as never,
    });
  }

  labels(): readonly string[] {
    return this.catalogue.bots().map(({ label }) => label);
  }

  itemIds(): readonly string[] {
    return this.catalogue
      .bots()
      .flatMap(({ key }) => this.catalogue.items(key).map(({ id }) => id));
  }
}
