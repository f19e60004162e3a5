import * as vscode from 'vscode';
import { UserError } from '../errors.ts';
import { JSON_SCHEME } from '../manifest.ts';
import { plain } from './sinks.ts';
import { MAX_TEXT, TooLargeText } from './tooLargeText.ts';

/**
 * Read-only editors of JSON. Their text is in memory only, until the editor is closed: customers' data is
 * written nowhere, and closing asks nothing.
 */
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

  /** Shows a text in an editor of its own. The name is that of the tab, without `.json`. */
  async show(name: string, text: string): Promise<vscode.Uri> {
    const uri = this.#add(name, text);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    return uri;
  }

  /** The text goes when the document is closed. Throws `TooLargeText`. */
  #add(title: string, text: string): vscode.Uri {
    if (text.length > MAX_TEXT) throw new TooLargeText(text);
    const name = plain('tab', title).replaceAll(/[\\/?#%]/g, '-');
    // Windows takes no colon in the name of a file, should it be saved.
    const file = `${name.replaceAll(':', '.')}.json`;
    const uri = vscode.Uri.from({ scheme: JSON_SCHEME, path: `/${crypto.randomUUID()}/${file}` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const text = this.#texts.get(uri.toString());
    if (text !== undefined) return text;
    throw new UserError(
      vscode.l10n.t(
        'The content of this JSON is no longer available, because the window was reloaded. Close this editor, and use the command that opened the JSON again.',
      ),
    );
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#texts.clear();
  }
}
