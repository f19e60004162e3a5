import * as vscode from 'vscode';
import { UserError } from '../errors.ts';
import { JSON_SCHEME } from '../manifest.ts';
import { numberText } from './localeTexts.ts';
import { plain } from './sinks.ts';

/**
 * Maximum length of a document in characters, not bytes. VS Code does not show larger documents of an extension ("Files
 * above 50MB cannot be synchronized with extensions").
 */
const MAX_TEXT = 50 * 1024 * 1024;

/** @param bytes size in UTF-8, which is at least the number of characters */
export function isForEditor(bytes: number): boolean {
  return bytes <= MAX_TEXT;
}

export class TooLargeText extends Error {
  override readonly name = 'TooLargeText';

  constructor(text: string) {
    const limit = numberText(MAX_TEXT);
    super(
      vscode.l10n.t(
        'This JSON is too large for a VS Code editor: it has {0} characters, and the limit is {1}. Use "Export Customers…" to write customers to a file of any size.',
        numberText(text.length),
        limit,
      ),
    );
  }

  /** Checks the name, not the class: `extension.cjs` throws this error and has its own copy of the class. */
  static is(error: unknown): boolean {
    return error instanceof Error && error.name === 'TooLargeText';
  }
}

/** Read-only JSON editors, in memory only: no customer data is written to disk, and closing needs no confirmation. */
export class JsonDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #disposables: vscode.Disposable[];

  constructor() {
    this.#disposables = [
      vscode.workspace.registerTextDocumentContentProvider(JSON_SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#texts.delete(uri.toString());
      }),
    ];
  }

  /** @param title title of the tab, without `.json` */
  async show(title: string, text: string): Promise<vscode.Uri> {
    const uri = this.#add(title, text);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    return uri;
  }

  #add(title: string, text: string): vscode.Uri {
    if (text.length > MAX_TEXT) throw new TooLargeText(text);
    const tabName = plain('tab', title).replaceAll(/[\\/?#%]/g, '-');
    // Windows allows no colon in a file name, and the user may save the document.
    const file = `${tabName.replaceAll(':', '.')}.json`;
    const uri = vscode.Uri.from({ scheme: JSON_SCHEME, path: `/${crypto.randomUUID()}/${file}` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const text = this.#texts.get(uri.toString());
    if (text !== undefined) return text;
    throw new UserError(
      vscode.l10n.t(
        'The content of this JSON is no longer available, because the window was reloaded. Close this editor, then open the JSON again with the same command as before.',
      ),
    );
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#texts.clear();
  }
}
