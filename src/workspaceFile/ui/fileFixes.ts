import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { FileFinding } from '../../catalogue/fileFindings.ts';
import { CATALOGUE_FILE, nameInFile } from '../../catalogue/workspaceFile.ts';
import type {
  WorkspaceFileText,
  FileSpot,
  ReadFile,
  TextRange,
} from '../../catalogue/workspaceFileText.ts';
import { diagnosticText, quickFix } from '../../base/ui/editor.ts';
import { findingText } from './fileProblemText.ts';

/** The files that the window has loaded. */
interface LoadedFiles {
  isLoaded(file: vscode.Uri): boolean;
  /** What the service says of the entries at these places. */
  findings(spots: readonly FileSpot[]): Promise<readonly FileFinding[]>;
}

/**
 * Quick fixes in a workspace file: take over the service's name, or take out what it does not have. They read the text as it is in the editor and not as it was when the diagnostics
 * were made, so that they change the right place after any edit.
 */
export class FileFixes implements vscode.CodeActionProvider, vscode.Disposable {
  readonly #text: Lazy<WorkspaceFileText>;
  readonly #loaded: LoadedFiles;
  readonly #registration: vscode.Disposable;
  #last: { readonly key: string; readonly read: ReadFile } | undefined;

  constructor(text: Lazy<WorkspaceFileText>, loaded: LoadedFiles) {
    this.#text = text;
    this.#loaded = loaded;
    this.#registration = vscode.languages.registerCodeActionsProvider(
      { pattern: `**/${CATALOGUE_FILE}` },
      this,
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    );
  }

  dispose(): void {
    this.#registration.dispose();
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    // Any folder may hold a file of this name; one that nobody has loaded is not read.
    if (!this.#loaded.isLoaded(document.uri)) return [];
    const text = await this.#text();
    const read = this.#read(document, text);
    const findings = await this.#loaded.findings(read.spots);
    if (findings.length === 0) return [];
    const renamed = findings.filter(({ kind }) => kind === 'renamed');
    const lines = new vscode.Range(range.start.line, 0, range.end.line, Number.MAX_SAFE_INTEGER);
    const here = findings.filter((finding) => isOn(document, finding, lines));
    const actions = here.flatMap((finding) => {
      const one = fixFor(document, finding, (id) => removed(text, document.getText(), read, id));
      const message = diagnosticText(findingText(finding));
      const fixed = context.diagnostics.filter((diagnostic) => diagnostic.message === message);
      one?.diagnostics?.push(...fixed);
      return one === undefined ? [] : [one];
    });
    if (renamed.length > 1 && here.some(({ kind }) => kind === 'renamed')) {
      const title = vscode.l10n.t('Use All {0} Names from the Service', renamed.length);
      actions.push(rename(document, renamed, title));
    }
    return actions;
  }

  /** VS Code asks with each movement of the cursor. */
  #read(document: vscode.TextDocument, text: WorkspaceFileText): ReadFile {
    const { uri, version } = document;
    const key = `${version} ${uri.toString()}`;
    if (this.#last?.key !== key) this.#last = { key, read: text.read(document.getText()) };
    return this.#last.read;
  }
}

/** A folder's entry holds all that stands in it: what is offered for the folder is so on its first line only. */
function isOn(
  document: vscode.TextDocument,
  { spot, kind }: FileFinding,
  lines: vscode.Range,
): boolean {
  const at = kind === 'renamed' ? spot.nameAt : spot.entryAt;
  return lines.contains(document.positionAt(at.offset));
}

function fixFor(
  document: vscode.TextDocument,
  finding: FileFinding,
  textWithout: (spot: FileSpot) => string | undefined,
): vscode.CodeAction | undefined {
  const { item, spot, kind } = finding;
  if (kind === 'unchecked') return undefined;
  if (kind === 'renamed') {
    const title = vscode.l10n.t('Change Name to "{0}"', nameInFile(item));
    const action = rename(document, [finding], title);
    action.isPreferred = true;
    return action;
  }
  const text = textWithout(spot);
  if (text === undefined) return undefined;
  const title = vscode.l10n.t('Remove "{0}" from File', spot.name);
  const action = quickFix(title);
  action.diagnostics = [];
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, ...difference(document, text));
  return action;
}

/** What stood in a removed folder stays, as what stands nowhere. */
function removed(
  text: WorkspaceFileText,
  old: string,
  { content }: ReadFile,
  spot: FileSpot,
): string | undefined {
  const { baseUrl, botId, id } = spot;
  const bot = content?.bots.find((one) => one.baseUrl === baseUrl && one.botId === botId);
  if (bot === undefined) return undefined;
  const change = { bots: [{ ...bot, items: [], unplaced: [] }] };
  return text.write(old, { content: change, dropped: [{ baseUrl, botId, id }], renamed: [] });
}

/** The smallest part of the document to replace, so that the cursor and what is folded stay. */
function difference(document: vscode.TextDocument, text: string): [vscode.Range, string] {
  const old = document.getText();
  const most = Math.min(old.length, text.length);
  let start = 0;
  while (start < most && old[start] === text[start]) start++;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === text.at(-1 - end)) end++;
  const range = rangeOf(document, { offset: start, length: old.length - end - start });
  return [range, text.slice(start, text.length - end)];
}

function rename(
  document: vscode.TextDocument,
  findings: readonly FileFinding[],
  title: string,
): vscode.CodeAction {
  const action = quickFix(title);
  action.diagnostics = [];
  action.edit = new vscode.WorkspaceEdit();
  for (const { spot, item } of findings) {
    action.edit.replace(
      document.uri,
      rangeOf(document, spot.nameAt),
      JSON.stringify(nameInFile(item)),
    );
  }
  return action;
}

function rangeOf(document: vscode.TextDocument, { offset, length }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
