import * as vscode from 'vscode';
import type { Disposable } from '../../base/ports.ts';
import type { CatalogueItem } from '../../base/model.ts';
import { lastAtMost } from '../../base/numbers.ts';
import type { Lazy } from '../../base/promises.ts';
import { diagnosticAt } from '../../base/ui/editor.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import {
  type FileFinding,
  fileFindings,
  type FileProblem,
  type FileSegment,
  type LocatedItem,
  type ReadFile,
  type TextRange,
} from '../../catalogue/workspaceFileText.ts';
import type { WorkspaceFileText } from '../createFileText.ts';
import type { Finding } from '../../catalogue/itemActions.ts';
import { segmentProblem } from '../../search/parseSegment.ts';
import { FileFixes } from './fileFixes.ts';
import { findingText, notLoadedText, problemText } from './fileProblemText.ts';

const MIN_DEBOUNCE_MS = 100;

/** Source that VS Code shows next to each diagnostic. */
const SOURCE = 'Bot Tags';

interface ShownFile extends Pick<ReadFile, 'locatedItems' | 'problems' | 'segmentProblems'> {
  readonly file: vscode.Uri;
  readonly text: string;
}

/** Diagnostics about problems of loaded files, and about their differences from the service. */
export class FileDiagnostics implements vscode.Disposable {
  readonly #catalogue: Lazy<Catalogue>;
  readonly #collection = vscode.languages.createDiagnosticCollection(SOURCE);
  readonly #fixes: FileFixes;
  readonly #shown = new Map<string, ShownFile>();
  /** ID of the bot that really owns an item, by `keyOf`. Known only in the window whose refresh found the wrong bot. */
  readonly #owners = new Map<string, string>();
  readonly #lifetime = new AbortController();
  #subscription: Disposable | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(catalogue: Lazy<Catalogue>, fileText: Lazy<WorkspaceFileText>) {
    this.#catalogue = catalogue;
    this.#fixes = new FileFixes(fileText, {
      isLoaded: (file) => this.#shown.has(file.toString()),
      findings: (locatedItems) => this.#findings(locatedItems),
    });
  }

  /** Shows the problems of a file that was just loaded, and updates them when the catalogue changes. */
  async show(file: vscode.Uri, text: string, read: ReadFile): Promise<void> {
    const { locatedItems, problems } = read;
    const segmentProblems = [...read.segmentProblems, ...segmentTextProblems(text, read.segments)];
    this.#shown.set(file.toString(), { file, text, locatedItems, problems, segmentProblems });
    const catalogue = await this.#catalogue();
    this.#subscription ??= catalogue.onDidChange(() => {
      this.#timer ??= setTimeout(() => void this.#showAll(), this.#debounceMs());
    });
    await this.#showAll();
  }

  /** Checks whether the file was loaded with exactly this text. */
  isShown(file: vscode.Uri, text: string): boolean {
    return this.#shown.get(file.toString())?.text === text;
  }

  clear(file: vscode.Uri): void {
    this.#shown.delete(file.toString());
    this.#collection.delete(file);
  }

  clearAll(): void {
    this.#shown.clear();
    this.#owners.clear();
    this.#collection.clear();
  }

  /** Updates the diagnostics after a refresh of `ids`, and returns the number of problems of all loaded files. */
  async showFindings(
    bot: string,
    ids: readonly string[],
    findings: readonly Finding[],
  ): Promise<number> {
    for (const id of ids) this.#owners.delete(keyOf(bot, id));
    for (const finding of findings) {
      if (finding.kind === 'wrong-bot') this.#owners.set(keyOf(bot, finding.id), finding.botId);
    }
    return this.#showAll();
  }

  dispose(): void {
    this.#lifetime.abort();
    clearTimeout(this.#timer);
    this.#subscription?.dispose();
    this.#collection.dispose();
    this.#fixes.dispose();
  }

  /** Checking an entry takes several microseconds, so large files are checked less often while many changes occur. */
  #debounceMs(): number {
    let entries = 0;
    for (const { locatedItems } of this.#shown.values()) entries += locatedItems.length;
    return MIN_DEBOUNCE_MS + entries / 20;
  }

  /** Updates the diagnostics of all shown files, and returns the number of problems. */
  async #showAll(): Promise<number> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let problemCount = 0;
    for (const [key, shown] of this.#shown) {
      const { file, text, locatedItems, problems: loadProblems, segmentProblems } = shown;
      const findings = await this.#findings(locatedItems);
      // The file may have been unloaded or loaded again while the findings were computed.
      if (this.#lifetime.signal.aborted || this.#shown.get(key) !== shown) continue;
      const lines = new Lines(text);
      problemCount += loadProblems.length + segmentProblems.length + findings.length;
      const diagnostics = [
        ...loadProblems.map((problem) =>
          problemDiagnostic(lines.range(problem), problemText(problem)),
        ),
        ...segmentProblems.map((problem) =>
          segmentDiagnostic(lines.range(problem), problemText(problem)),
        ),
        ...findings.map((finding) => findingDiagnostic(lines, finding)),
      ];
      for (const diagnostic of diagnostics) diagnostic.source = SOURCE;
      this.#collection.set(file, diagnostics);
    }
    return problemCount;
  }

  async #findings(locatedItems: readonly LocatedItem[]): Promise<readonly FileFinding[]> {
    const ownerOf = ({ bot, id }: CatalogueItem): string | undefined =>
      this.#owners.get(keyOf(bot, id));
    return fileFindings(await this.#catalogue(), locatedItems, ownerOf, this.#lifetime.signal);
  }
}

function keyOf(bot: string, id: string): string {
  return `${JSON.stringify(bot)}${id}`;
}

function problemDiagnostic(range: vscode.Range, problem: string): vscode.Diagnostic {
  return diagnosticAt(range, notLoadedText(problem), vscode.DiagnosticSeverity.Error);
}

function segmentDiagnostic(range: vscode.Range, problem: string): vscode.Diagnostic {
  const text = vscode.l10n.t(
    'This part of the file was not loaded. The rest of the file was loaded. {0}',
    problem,
  );
  return diagnosticAt(range, text, vscode.DiagnosticSeverity.Warning);
}

function findingDiagnostic(lines: Lines, finding: FileFinding): vscode.Diagnostic {
  const { locatedItem, kind } = finding;
  const severity =
    kind === 'wrong-bot' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const range = kind === 'renamed' ? locatedItem.nameRange : locatedItem.entryRange;
  const diagnostic = diagnosticAt(lines.rangeInFirstLine(range), findingText(finding), severity);
  diagnostic.code = kind;
  return diagnostic;
}

/** Converts offsets to positions in a text that is not open in an editor. */
class Lines {
  readonly #starts: readonly number[];
  readonly #length: number;

  constructor(text: string) {
    const breaks = [...text.matchAll(/\r\n|\r|\n/g)];
    this.#starts = [0, ...breaks.map((match) => match.index + match[0].length)];
    this.#length = text.length;
  }

  range({ offset, length }: TextRange): vscode.Range {
    return new vscode.Range(this.#positionAt(offset), this.#positionAt(offset + length));
  }

  /** Returns the range limited to its first line, so that a folder's diagnostic does not underline its content. */
  rangeInFirstLine(textRange: TextRange): vscode.Range {
    const range = this.range(textRange);
    if (range.isSingleLine) return range;
    return range.with({ end: new vscode.Position(range.start.line, Number.MAX_SAFE_INTEGER) });
  }

  #positionAt(offset: number): vscode.Position {
    const within = Math.min(offset, this.#length);
    const line = lastAtMost(this.#starts, within);
    return new vscode.Position(line, within - (this.#starts[line] ?? 0));
  }
}

/** Returns the problems of segments that cannot be parsed, at the position of the wrong word in the file. */
function segmentTextProblems(
  text: string,
  segments: readonly FileSegment[],
): readonly FileProblem[] {
  return segments.flatMap((segment): FileProblem[] => {
    const problem = segmentProblem(vscode.l10n, segment.text);
    if (problem === undefined) return [];
    const { offset, length } = segment.textRange;
    const offsets = offsetsIn(text.slice(offset, offset + length));
    const start = offsets[problem.start] ?? 0;
    const end = offsets[problem.end] ?? length;
    const range = { offset: offset + start, length: Math.max(1, end - start) };
    return [{ code: 'segment-text', ...range, detail: problem.text }];
  });
}

/** Returns the offset of each UTF-16 code unit of a JSON string, and of the string's end, within its literal. */
function offsetsIn(literal: string): readonly number[] {
  const offsets: number[] = [];
  for (const { index } of literal.slice(1, -1).matchAll(/\\u[\da-f]{4}|\\.|[^]/gi)) {
    offsets.push(index + 1);
  }
  return [...offsets, literal.length - 1];
}
