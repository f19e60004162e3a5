import * as vscode from 'vscode';
import { sentences } from '../../core/sentences.ts';
import { USER_TAGS_SCHEME } from '../../surface/manifest.ts';
import type { FileAccess } from './lateFiles.ts';
import { NotSaved, openDocument } from './notSaved.ts';

/** What a person saves goes here, and nowhere else. */
export interface SavedText {
  /**
   * A person saves the text. Throws what keeps it unsaved: VS Code shows the message, and writes it to its log.
   * @returns the text that takes its place
   */
  save(text: string): Promise<string>;
  /** VS Code has saved the text on its own, which nobody has asked for. */
  onAutoSave(): void;
}

interface MemoryFile {
  bytes: Uint8Array;
  mtime: number;
  /** One that is forgotten can be edited: VS Code may have unsaved text of it, and saving that says what to do. */
  readonly isReadOnly: boolean;
  readonly saved?: SavedText | undefined;
  isSaving: boolean;
  /** Takes the place of what was saved, once VS Code has seen to that. */
  next?: string | undefined;
}

/** A name below a random key: whose tags they are stands nowhere in it. */
const PATH = /^\/[\da-f-]{36}\/[^/]+\.jsonc$/;

/** VS Code may be set to any other encoding, and heeds this. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Documents that can be edited and saved, and of which nothing is kept once they are closed or the window goes. */
export class MemoryFiles implements FileAccess, vscode.Disposable {
  readonly #files = new Map<string, MemoryFile>();
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();
  readonly #changed: vscode.EventEmitter<vscode.FileChangeEvent[]>;
  readonly #disposables: readonly vscode.Disposable[];

  /** @param changed what tells VS Code that a file has another text */
  constructor(changed: vscode.EventEmitter<vscode.FileChangeEvent[]>) {
    const { workspace } = vscode;
    this.#changed = changed;
    this.#disposables = [
      workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (uri.scheme === USER_TAGS_SCHEME) this.#reasons.set(uri.toString(), reason);
      }),
      workspace.onDidSaveTextDocument(({ uri }) => this.#showNext(uri)),
    ];
  }

  /**
   * @param name what stands on the tab, and so in what VS Code keeps of open editors: nothing of a customer
   * @param saved absent: the document is read-only
   */
  add(name: string, text: string, saved?: SavedText): vscode.Uri {
    const path = `/${crypto.randomUUID()}/${name.replaceAll('/', '-')}.jsonc`;
    const uri = vscode.Uri.from({ scheme: USER_TAGS_SCHEME, path });
    const isReadOnly = saved === undefined;
    const file = { bytes: bytesOf(text), mtime: Date.now(), isReadOnly, saved, isSaving: false };
    this.#files.set(uri.toString(), file);
    return uri;
  }

  remove(uri: vscode.Uri): void {
    this.#files.delete(uri.toString());
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, mtime, isReadOnly } = this.#file(uri);
    const stat = { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length };
    return isReadOnly ? { ...stat, permissions: vscode.FilePermission.Readonly } : stat;
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#file(uri).bytes;
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const key = uri.toString();
    const reason = this.#reasons.get(key) ?? vscode.TextDocumentSaveReason.Manual;
    this.#reasons.delete(key);
    const file = this.#file(uri);
    if (file.saved === undefined) throw new NotSaved(sentences(goneTexts()));
    if (reason !== vscode.TextDocumentSaveReason.Manual) {
      file.saved.onAutoSave();
    } else {
      if (file.isSaving)
        throw new NotSaved(vscode.l10n.t('It is being saved already: wait until that is done.'));
      file.isSaving = true;
      try {
        file.next = await file.saved.save(textOf(uri, bytes));
      } finally {
        file.isSaving = false;
      }
    }
    file.bytes = bytes;
    file.mtime = Math.max(Date.now(), file.mtime + 1);
    if (openDocument(uri) === undefined) this.#showNext(uri);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#files.clear();
  }

  /** Of a document that is forgotten, a sentence that says so. */
  #file(uri: vscode.Uri): MemoryFile {
    const file = this.#files.get(uri.toString());
    if (file !== undefined) return file;
    if (!PATH.test(uri.path)) throw vscode.FileSystemError.FileNotFound(uri);
    return {
      bytes: bytesOf(`// ${goneTexts().join('\n// ')}\n{}\n`),
      mtime: 0,
      isReadOnly: false,
      isSaving: false,
    };
  }

  #showNext(uri: vscode.Uri): void {
    const file = this.#files.get(uri.toString());
    if (file?.next === undefined) return;
    file.bytes = bytesOf(file.next);
    file.mtime++;
    file.next = undefined;
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }
}

function textOf(uri: vscode.Uri, bytes: Uint8Array): string {
  return openDocument(uri)?.getText() ?? new TextDecoder().decode(bytes);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(BYTE_ORDER_MARK + text);
}

function goneTexts(): readonly string[] {
  return [
    vscode.l10n.t('These tags were opened before the window was reloaded, or closed since.'),
    vscode.l10n.t('Nothing was changed: run "Edit Tags of User…" again.'),
  ];
}
