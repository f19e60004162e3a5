import * as vscode from 'vscode';
import { sleep, type Lazy } from '../../base/promises.ts';
import { Cancelled } from '../../base/errors.ts';
import { isUnfinished, type RunRecord } from '../../catalogue/journal.ts';
import { PLAN_SUFFIX, type Plan, type ReadPlan } from '../../base/plan.ts';
import type * as planTexts from '../planTexts.ts';
import { planTotals } from '../planTotals.ts';
import {
  customerCountText,
  dateText,
  itemCountText,
  numberText,
} from '../../base/ui/localeTexts.ts';
import { buttonLens, diagnosticAt, lensAt } from '../../base/ui/editor.ts';
import { runCancellable } from '../../base/ui/progress.ts';
import type { PlanFault } from './checkPlan.ts';

/** Maximum number of lines of a plan that is parsed after each edit without a delay. */
const MAX_IMMEDIATE_LINES = 2000;
/** Debounce time before a larger plan is parsed, in ms. VS Code cancels the previous request on each keystroke. */
const DEBOUNCE_MS = 1500;

interface TextSnapshot {
  readonly version: number;
  readonly text: string;
}

/** Takes a snapshot of version and text together, because the document may be edited while it is parsed. */
export function snapshotOf(document: vscode.TextDocument): TextSnapshot {
  return { version: document.version, text: document.getText() };
}

/** Finds the latest run of a text. `hash` is the SHA-256 of the text, hex. */
type FindLatestRun = (plan: Plan, hash: string) => Promise<RunRecord | undefined>;

/** Provides the CodeLens (buttons above the text) and the diagnostics for the editors of plans. */
export class PlanEditors implements vscode.Disposable {
  readonly #texts: Lazy<typeof planTexts>;
  readonly #latestRun: FindLatestRun;
  readonly #lensesChanged = new vscode.EventEmitter<void>();
  readonly onDidChangeLenses = this.#lensesChanged.event;
  readonly #problems = vscode.languages.createDiagnosticCollection('Bot Tags: plan');
  readonly #parsedVersions = new WeakMap<
    vscode.TextDocument,
    { version: number; readPlan: ReadPlan }
  >();
  readonly #hashes = new WeakMap<ReadPlan, string>();
  readonly #disposables: readonly vscode.Disposable[];

  constructor(texts: Lazy<typeof planTexts>, latestRun: FindLatestRun) {
    this.#texts = texts;
    this.#latestRun = latestRun;
    const { workspace } = vscode;
    this.#disposables = [
      this.#problems,
      this.#lensesChanged,
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#problems.delete(document.uri);
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#problems.delete(uri)),
    ];
  }

  /** Parses the text of a snapshot. Throws the signal's reason on abort. */
  async read(
    document: vscode.TextDocument,
    { version, text }: TextSnapshot,
    signal: AbortSignal,
  ): Promise<ReadPlan> {
    const cached = this.#parsedVersions.get(document);
    if (cached?.version === version) return cached.readPlan;
    const readPlan = await (await this.#texts()).readPlan(text, signal);
    this.#parsedVersions.set(document, { version, readPlan });
    return readPlan;
  }

  /** Updates the CodeLens after a run has ended. */
  refresh(): void {
    this.#lensesChanged.fire();
  }

  /** Returns the CodeLens "Run Plan… (1,204 customers)", or the last result of the text with "Run Again…". */
  async lenses(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[]> {
    if (!isPlan(document)) return [];
    try {
      return await runCancellable(token, async (signal) => {
        if (this.#isLargeAndEdited(document)) await sleep(DEBOUNCE_MS, signal);
        const snapshot = snapshotOf(document);
        const read = await this.read(document, snapshot, signal);
        const run = await this.#endedRun(read, snapshot.text);
        const title = run === undefined ? titleOf(read.plan) : vscode.l10n.t('Run Again…');
        const runLens = buttonLens(FIRST_LINE, { icon: 'play', title, command: 'botTags.runPlan' });
        return run === undefined ? [runLens] : [resultLens(run), runLens];
      });
    } catch (error) {
      if (Cancelled.is(error)) return [];
      throw error;
    }
  }

  /** Returns the latest run of the text, if the run has ended (neither paused nor running). */
  async #endedRun(read: ReadPlan, text: string): Promise<RunRecord | undefined> {
    if (read.plan === undefined) return undefined;
    const hash = this.#hashes.get(read) ?? (await (await this.#texts()).hashOf(text));
    this.#hashes.set(read, hash);
    // A plan can be run even if the Journal cannot be read.
    const run = await this.#latestRun(read.plan, hash).catch(() => undefined);
    return run === undefined || isUnfinished(run) ? undefined : run;
  }

  /** Returns whether parsing the document after each keystroke would take too long. */
  #isLargeAndEdited(document: vscode.TextDocument): boolean {
    const cached = this.#parsedVersions.get(document);
    const isEdited = cached === undefined ? document.isDirty : cached.version !== document.version;
    return isEdited && document.lineCount > MAX_IMMEDIATE_LINES;
  }

  /** Shows problems as diagnostics until the text is edited or closed. */
  show(document: vscode.TextDocument, faults: readonly PlanFault[]): void {
    // A document that was closed while the plan was checked has no later event that would remove the problems.
    if (document.isClosed) return;
    const diagnostics = faults.map(({ offset, length, message }) => {
      const range = new vscode.Range(
        document.positionAt(offset),
        document.positionAt(offset + Math.max(1, length)),
      );
      const diagnostic = diagnosticAt(range, message, vscode.DiagnosticSeverity.Error);
      diagnostic.source = vscode.l10n.t('Bot Tags Plan');
      return diagnostic;
    });
    this.#problems.set(document.uri, diagnostics);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

const FIRST_LINE = new vscode.Range(0, 0, 0, 0);

function resultLens({ id, started, counts }: RunRecord): vscode.CodeLens {
  const done = numberText(counts.done);
  const title = vscode.l10n.t(
    'This plan was run on {0}. Requests done: {1}. Show Result',
    dateText(started),
    done,
  );
  return lensAt(FIRST_LINE, title, { command: 'botTags.openRun', arguments: [{ run: id }] });
}

export function isPlan({ uri }: Pick<vscode.TextDocument, 'uri'>): boolean {
  return uri.path.endsWith(PLAN_SUFFIX);
}

/** @param plan `undefined` if the text has problems */
function titleOf(plan: Plan | undefined): string {
  if (plan === undefined) return vscode.l10n.t('Run Plan…');
  const { users } = planTotals(plan);
  const count = plan.action === 'delete' ? itemCountText(users) : customerCountText(users);
  return vscode.l10n.t('Run Plan… ({0})', count);
}
