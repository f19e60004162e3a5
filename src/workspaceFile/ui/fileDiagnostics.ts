import * as vscode from 'vscode';
import type { Disposable } from '../../base/emitter.ts';
import type { CatalogueItem } from '../../base/model.ts';
import type { Lazy } from '../../base/promises.ts';
import { diagnosticAt } from '../../base/ui/editor.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { type FileFinding, fileFindings } from '../../catalogue/fileFindings.ts';
import type { Finding } from '../../catalogue/itemActions.ts';
import type {
  FileProblem,
  FileSegment,
  FileSpot,
  ReadFile,
  TextRange,
  WorkspaceFileText,
} from '../../catalogue/workspaceFileText.ts';
import { segmentProblem } from '../../search/ui/searchTexts.ts';
import { FileFixes } from './fileFixes.ts';
import { findingText, problemText } from './fileProblemText.ts';

/** Changes of the catalogue that come within this time are looked at together, ms. */
const LOOK_AFTER = 100;

/** Source of the diagnostics. */
const NAME = 'Bot Tags';

interface Shown {
  readonly file: vscode.Uri;
  readonly text: string;
  readonly spots: readonly FileSpot[];
  readonly problems: ReadFile['problems'];
  /** What is not loaded of it. */
  readonly leftOut: readonly FileProblem[];
}

/** What is wrong with the loaded files, and where they say another thing than the service. */
export class FileDiagnostics implements vscode.Disposable {
  readonly #catalogue: Lazy<Catalogue>;
  readonly #collection = vscode.languages.createDiagnosticCollection(NAME);
  readonly #fixes: FileFixes;
  readonly #shown = new Map<string, Shown>();
  /** Of this window: bot key and item → the bot ID to which it belongs. */
  readonly #owners = new Map<string, string>();
  readonly #life = new AbortController();
  #listening: Disposable | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(catalogue: Lazy<Catalogue>, text: Lazy<WorkspaceFileText>) {
    this.#catalogue = catalogue;
    this.#fixes = new FileFixes(text, {
      isLoaded: (file) => this.#shown.has(file.toString()),
      findings: (spots) => this.#findings(spots),
    });
  }

  async show(file: vscode.Uri, text: string, read: ReadFile): Promise<void> {
    const { spots, problems } = read;
    const leftOut = [...read.leftOut, ...unreadSegments(text, read.segments)];
    this.#shown.set(file.toString(), { file, text, spots, problems, leftOut });
    const catalogue = await this.#catalogue();
    this.#listening ??= catalogue.onDidChange(() => {
      this.#timer ??= setTimeout(() => void this.#showAll(), this.#wait());
    });
    await this.#showAll();
  }

  /** Whether the file was loaded with this very text. */
  isShown(file: vscode.Uri, text: string): boolean {
    return this.#shown.get(file.toString())?.text === text;
  }

  forget(file: vscode.Uri): void {
    this.#shown.delete(file.toString());
    this.#collection.delete(file);
  }

  forgetAll(): void {
    this.#shown.clear();
    this.#owners.clear();
    this.#collection.clear();
  }

  /** @param ids the items that the service was asked about. @returns how many problems the loaded files have now */
  async found(bot: string, ids: readonly string[], findings: readonly Finding[]): Promise<number> {
    for (const id of ids) this.#owners.delete(keyOf(bot, id));
    for (const finding of findings) {
      if (finding.kind === 'wrong-bot') this.#owners.set(keyOf(bot, finding.id), finding.botId);
    }
    return this.#showAll();
  }

  dispose(): void {
    this.#life.abort();
    clearTimeout(this.#timer);
    this.#listening?.dispose();
    this.#collection.dispose();
    this.#fixes.dispose();
  }

  /** Looking at each entry takes some microseconds: large files are looked at less often while much changes. */
  #wait(): number {
    let entries = 0;
    for (const { spots } of this.#shown.values()) entries += spots.length;
    return LOOK_AFTER + entries / 20;
  }

  async #showAll(): Promise<number> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let problems = 0;
    for (const [key, shown] of this.#shown) {
      const { file, text, spots, problems: own, leftOut } = shown;
      const findings = await this.#findings(spots);
      // Meanwhile it may have been unloaded, or loaded again.
      if (this.#life.signal.aborted || this.#shown.get(key) !== shown) continue;
      const lines = new Lines(text);
      problems += own.length + leftOut.length + findings.length;
      this.#collection.set(file, [
        ...own.map((problem) => problemDiagnostic(lines.range(problem), problemText(problem))),
        ...leftOut.map((problem) => leftOutDiagnostic(lines.range(problem), problemText(problem))),
        ...findings.map((finding) => findingDiagnostic(lines, finding)),
      ]);
    }
    return problems;
  }

  async #findings(spots: readonly FileSpot[]): Promise<readonly FileFinding[]> {
    const ownerOf = ({ bot, id }: CatalogueItem): string | undefined =>
      this.#owners.get(keyOf(bot, id));
    return fileFindings(await this.#catalogue(), spots, ownerOf, this.#life.signal);
  }
}

function keyOf(bot: string, id: string): string {
  return `${JSON.stringify(bot)}${id}`;
}

function problemDiagnostic(range: vscode.Range, problem: string): vscode.Diagnostic {
  const text = vscode.l10n.t(
    'The file could not be loaded, so any content from the last load is still used. {0}',
    problem,
  );
  const diagnostic = diagnosticAt(range, text, vscode.DiagnosticSeverity.Error);
  diagnostic.source = NAME;
  return diagnostic;
}

function leftOutDiagnostic(range: vscode.Range, problem: string): vscode.Diagnostic {
  const text = vscode.l10n.t(
    'This part of the file was not loaded. The rest of the file was loaded. {0}',
    problem,
  );
  const diagnostic = diagnosticAt(range, text, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = NAME;
  return diagnostic;
}

function findingDiagnostic(lines: Lines, finding: FileFinding): vscode.Diagnostic {
  const { spot, kind } = finding;
  const severity =
    kind === 'wrong-bot' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const at = kind === 'renamed' ? spot.nameAt : spot.entryAt;
  const diagnostic = diagnosticAt(lines.firstLine(at), findingText(finding), severity);
  diagnostic.source = NAME;
  diagnostic.code = kind;
  return diagnostic;
}

/** Positions in a text that no editor has open. */
class Lines {
  readonly #starts: readonly number[];
  readonly #length: number;

  constructor(text: string) {
    const breaks = [...text.matchAll(/\r\n|\r|\n/g)];
    this.#starts = [0, ...breaks.map((match) => match.index + match[0].length)];
    this.#length = text.length;
  }

  range({ offset, length }: TextRange): vscode.Range {
    return new vscode.Range(this.#at(offset), this.#at(offset + length));
  }

  /** A folder's entry would else underline everything in it. */
  firstLine(at: TextRange): vscode.Range {
    const range = this.range(at);
    if (range.isSingleLine) return range;
    return range.with({ end: new vscode.Position(range.start.line, Number.MAX_SAFE_INTEGER) });
  }

  #at(offset: number): vscode.Position {
    const within = Math.min(offset, this.#length);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= within) low = middle;
      else high = middle - 1;
    }
    return new vscode.Position(low, within - (this.#starts[low] ?? 0));
  }
}

/** Segments that say nothing: the word that is wrong, where it stands in the file. */
function unreadSegments(text: string, segments: readonly FileSegment[]): readonly FileProblem[] {
  return segments.flatMap((segment): FileProblem[] => {
    const problem = segmentProblem(segment.text);
    if (problem === undefined) return [];
    const { offset, length } = segment.textAt;
    const places = placesIn(text.slice(offset, offset + length));
    const start = places[problem.start] ?? 0;
    const end = places[problem.end] ?? length;
    const at = { offset: offset + start, length: Math.max(1, end - start) };
    return [{ code: 'segment-text', ...at, detail: problem.text }];
  });
}

/** Where each character of a JSON string, and its end, stands in its literal. */
function placesIn(literal: string): readonly number[] {
  const places: number[] = [];
  for (const { index } of literal.slice(1, -1).matchAll(/\\u[\da-f]{4}|\\.|[^]/gi)) {
    places.push(index + 1);
  }
  return [...places, literal.length - 1];
}
