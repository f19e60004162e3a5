import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type {
  FileChange,
  FileFinding,
  LocatedItem,
  ReadFile,
  TextRange,
} from '../../catalogue/workspaceFileText.ts';
import type { WorkspaceFileText } from '../createFileText.ts';
import { CATALOGUE_FILE, nameInFile } from '../../catalogue/workspaceFile.ts';
import { commonEnds } from '../../base/text.ts';
import { diagnosticText, quickFix } from '../../base/ui/editor.ts';
import { findingText } from './fileProblemText.ts';

/**
 * Maximum number of findings for which fixes are offered at the same time. Users cannot choose from more. Each removal
 * writes the whole file, which takes 0.1 s for 10,000 tags, and the selection may contain the whole file.
 */
const MAX_FIXES = 10;

/** Files that this window has loaded. */
interface LoadedFiles {
  isLoaded(file: vscode.Uri): boolean;
  findings(locatedItems: readonly LocatedItem[]): Promise<readonly FileFinding[]>;
}

/**
 * Quick fixes in a workspace file: use the service's name, or remove an item that the service does not have. They read
 * the current text of the editor, not the text of the diagnostics, so that they change the right place after any edit.
 */
export class FileFixes implements vscode.CodeActionProvider, vscode.Disposable {
  readonly #fileText: Lazy<WorkspaceFileText>;
  readonly #loaded: LoadedFiles;
  readonly #registration: vscode.Disposable;
  #lastRead: { readonly key: string; readonly read: ReadFile } | undefined;

  constructor(fileText: Lazy<WorkspaceFileText>, loaded: LoadedFiles) {
    this.#fileText = fileText;
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
    // Any folder may contain a file of this name. A file that was not loaded is not read.
    if (!this.#loaded.isLoaded(document.uri)) return [];
    const fileText = await this.#fileText();
    const read = this.#read(document, fileText);
    const findings = await this.#loaded.findings(read.locatedItems);
    if (findings.length === 0) return [];
    const renameFindings = findings.filter(({ kind }) => kind === 'renamed');
    const lineRange = new vscode.Range(
      range.start.line,
      0,
      range.end.line,
      Number.MAX_SAFE_INTEGER,
    );
    const findingsHere = findings.filter((finding) => startsOn(document, finding, lineRange));
    const actions = findingsHere.slice(0, MAX_FIXES).flatMap((finding) => {
      const action = fixFor(document, finding, fileText, read);
      if (action === undefined) return [];
      const message = diagnosticText(findingText(finding));
      action.diagnostics = context.diagnostics.filter(
        (diagnostic) => diagnostic.message === message,
      );
      return [action];
    });
    if (renameFindings.length > 1 && findingsHere.some(({ kind }) => kind === 'renamed')) {
      const title = vscode.l10n.t('Use All {0} Names from the Service', renameFindings.length);
      actions.push(renameAction(document, renameFindings, title));
    }
    return actions;
  }

  /** Returns the parsed text of the document. Cached, because VS Code requests code actions at each cursor movement. */
  #read(document: vscode.TextDocument, fileText: WorkspaceFileText): ReadFile {
    const { uri, version } = document;
    const key = `${version} ${uri.toString()}`;
    if (this.#lastRead?.key !== key)
      this.#lastRead = { key, read: fileText.read(document.getText()) };
    return this.#lastRead.read;
  }
}

/** Only the first line of a finding counts, because a folder's entry contains all of its items. */
function startsOn(
  document: vscode.TextDocument,
  { locatedItem, kind }: FileFinding,
  lineRange: vscode.Range,
): boolean {
  const { offset } = kind === 'renamed' ? locatedItem.nameRange : locatedItem.entryRange;
  return lineRange.contains(document.positionAt(offset));
}

function fixFor(
  document: vscode.TextDocument,
  finding: FileFinding,
  fileText: WorkspaceFileText,
  read: ReadFile,
): vscode.CodeAction | undefined {
  const { item, locatedItem, kind } = finding;
  if (kind === 'unchecked') return undefined;
  if (kind === 'renamed') {
    const title = vscode.l10n.t('Change Name to "{0}"', nameInFile(item));
    const action = renameAction(document, [finding], title);
    action.isPreferred = true;
    return action;
  }
  const change = changeWithoutItem(read, locatedItem);
  if (change === undefined) return undefined;
  const title = vscode.l10n.t('Remove "{0}" from File', locatedItem.name);
  const action = quickFix(title);
  action.edit = new vscode.WorkspaceEdit();
  const text = fileText.write(document.getText(), change);
  action.edit.replace(document.uri, ...smallestEdit(document, text));
  return action;
}

/**
 * Returns the change that removes the item. The items of a removed folder stay, as items without a known folder.
 * @returns `undefined` if the text does not list the bot of the item
 */
function changeWithoutItem(
  { content }: ReadFile,
  { baseUrl, botId, id }: LocatedItem,
): FileChange | undefined {
  const bot = content?.bots.find(
    (candidate) => candidate.baseUrl === baseUrl && candidate.botId === botId,
  );
  if (bot === undefined) return undefined;
  // Items that are not in the new content stay in the file, unless they are in `dropped`.
  const newContent = { bots: [{ ...bot, items: [], unplaced: [] }] };
  return { content: newContent, dropped: [{ baseUrl, botId, id }], renamed: [] };
}

/** Returns the smallest edit that produces the text, so that the cursor and folded regions are kept. */
function smallestEdit(document: vscode.TextDocument, text: string): [vscode.Range, string] {
  const oldText = document.getText();
  const { start, end } = commonEnds(oldText, text);
  const range = rangeOf(document, { offset: start, length: oldText.length - end - start });
  return [range, text.slice(start, text.length - end)];
}

/** Returns a quick fix that replaces the names in the file with those of the service. */
function renameAction(
  document: vscode.TextDocument,
  findings: readonly FileFinding[],
  title: string,
): vscode.CodeAction {
  const action = quickFix(title);
  action.edit = new vscode.WorkspaceEdit();
  for (const { locatedItem, item } of findings) {
    action.edit.replace(
      document.uri,
      rangeOf(document, locatedItem.nameRange),
      JSON.stringify(nameInFile(item)),
    );
  }
  return action;
}

function rangeOf(document: vscode.TextDocument, { offset, length }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
