import * as vscode from 'vscode';
import { RUN_SCHEME } from '../../base/manifest.ts';
import type { Lazy } from '../../base/promises.ts';
import { lensAt } from '../../base/ui/editor.ts';
import { fileName } from '../../base/ui/sinks.ts';
import {
  isUnfinished,
  type JournalStore,
  type RunRecord,
  undoIn,
} from '../../catalogue/journal.ts';
import type { CommandId } from '../../commands/commands.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { savedFile } from '../../plans/earlierTaggings.ts';
import type { ActiveRuns } from './activeRuns.ts';
import type { RunResults } from './linesOfRun.ts';
import { operationsOfRun, type PlansOfRuns } from './operationsOfRun.ts';
import { MAX_LINES_WHILE_RUNNING, resultText } from './resultText.ts';
import type { RunOwner } from './runOwner.ts';
import { canBeUndone, canRetryFailed, isOfPlan, requirePlan, runById } from './runRules.ts';
import { runName } from './runTexts.ts';
import { runOfUri } from './lazyViews.ts';

const REFRESH_AFTER_MS = 1000;

interface Needs {
  readonly plans: PlansOfRuns;
  readonly owner: RunOwner;
  readonly activeRuns: ActiveRuns;
  readonly journal: Lazy<JournalStore>;
  /** Notifies VS Code that the text of a document has changed. */
  readonly runsChanged: vscode.EventEmitter<vscode.Uri>;
}

/** Results of runs, in memory only: they contain customers, which are stored on disk only in the plan file. */
export class RunDocuments implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #services: Needs;
  readonly #lensesChanged = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#lensesChanged.event;
  readonly #disposables: { dispose(): void }[];
  #timer: NodeJS.Timeout | undefined;
  #isListening = false;
  /** State of each run when its document was last written, by document path. */
  readonly #shownFingerprints = new Map<string, string>();

  constructor(services: Needs) {
    this.#services = services;
    this.#disposables = [
      this.#lensesChanged,
      vscode.languages.registerCodeLensProvider({ scheme: RUN_SCHEME }, this),
      services.activeRuns.onDidBegin(({ ended }) => {
        const refresh = (): void => this.#refresh();
        refresh();
        ended.then(refresh, refresh);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) =>
        this.#shownFingerprints.delete(uri.path),
      ),
    ];
  }

  /** Opens the result of a run, and returns the URI of the document. */
  async show(id: string): Promise<string> {
    const journal = await this.#services.journal();
    const uri = uriOfRun(runById(journal, id));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    this.#listen(journal);
    return uri.toString();
  }

  /** Returns the text of a document, with the reason instead of the lines if the lines cannot be read. */
  async text(uri: vscode.Uri): Promise<string> {
    const journal = await this.#services.journal();
    const id = runOfUri(uri) ?? '';
    const run = this.#services.activeRuns.planRun(id);
    this.#listen(journal);
    this.#shownFingerprints.set(uri.path, this.#fingerprint(uri));
    const record = run?.record ?? runById(journal, id);
    const isRunning = run !== undefined || (await this.#services.owner.isOwned(record));
    const undo = undoIn(journal.runs({ hash: record.hash }), record);
    try {
      const isShort = !isRunning || record.counts.total <= MAX_LINES_WHILE_RUNNING;
      const hasLines = isShort && record.plan !== '';
      const results = hasLines ? await this.results(id) : undefined;
      const copyOutcomes = record.kind === 'copy' ? journal.operations(id) : undefined;
      return await resultText({ record, isRunning, undo, results, copyOutcomes });
    } catch (error) {
      const problem = describeError(error);
      return resultText({ record, isRunning, undo, results: undefined, problem });
    }
  }

  /** @throws {UserError} if the plan text of the run is no longer available */
  async results(id: string): Promise<RunResults> {
    const journal = await this.#services.journal();
    const record = runById(journal, id);
    requirePlan(record);
    const run = this.#services.activeRuns.planRun(id);
    const plan = run?.plan ?? (await this.#services.plans.planOf(record));
    const { operations } = run ?? operationsOfRun(journal, record, plan);
    return { plan, operations, outcomes: journal.operations(id), isUndo: record.kind === 'undo' };
  }

  async provideCodeLenses({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const journal = await this.#services.journal();
    const id = runOfUri(uri) ?? '';
    const run = this.#services.activeRuns.planRun(id);
    const record = run?.record ?? journal.run(id);
    if (record === undefined) return [];
    const isRunning = this.#services.activeRuns.get(id) !== undefined;
    const isElsewhere = !isRunning && (await this.#services.owner.isOwned(record));
    const isUndone = undoIn(journal.runs({ hash: record.hash }), record) !== undefined;
    return runLenses({ record, isRunning, isElsewhere, isUndone });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Follows changes by this and other windows, which the Journal reports once it is open. */
  #listen(journal: JournalStore): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#disposables.push(journal.onDidChange(() => this.#refreshSoon()));
  }

  #refreshSoon(): void {
    this.#timer ??= setTimeout(() => this.#refresh(), REFRESH_AFTER_MS);
  }

  #refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const openDocuments = vscode.workspace.textDocuments.filter(
      ({ uri }) => uri.scheme === RUN_SCHEME,
    );
    const changed = openDocuments.filter(
      ({ uri }) => this.#fingerprint(uri) !== this.#shownFingerprints.get(uri.path),
    );
    for (const { uri } of changed) this.#services.runsChanged.fire(uri);
    if (changed.length > 0) this.#lensesChanged.fire();
  }

  /** Returns a string that changes with everything that the document shows. */
  #fingerprint(uri: vscode.Uri): string {
    const id = runOfUri(uri) ?? '';
    const run = this.#services.activeRuns.planRun(id);
    const journal = this.#services.journal.current;
    const record = run?.record ?? journal?.run(id);
    const undo = record && journal && undoIn(journal.runs({ hash: record.hash }), record);
    return JSON.stringify([run !== undefined, record, undo]);
  }
}

interface RunState {
  readonly record: RunRecord;
  /** Whether this window executes the run. */
  readonly isRunning: boolean;
  /** Whether another window executes the run. */
  readonly isElsewhere: boolean;
  /** Whether the run has been undone, or its undo has started. */
  readonly isUndone: boolean;
}

export function runLenses(state: RunState): vscode.CodeLens[] {
  const { record } = state;
  const top = new vscode.Range(0, 0, 0, 0);
  const uri = uriOfRun(record);
  const lenses = lensActions(state).map(([title, command]) =>
    lensAt(top, title, { command, arguments: [uri] }),
  );
  if (state.isElsewhere) lenses.unshift(lensAt(top, vscode.l10n.t('Running in another window')));
  // A plan that was created from selected rows has no file.
  if (record.plan === '' || savedFile(record.plan) === undefined) return lenses;
  const plan = { command: 'vscode.open', arguments: [vscode.Uri.parse(record.plan)] };
  return [...lenses, lensAt(top, vscode.l10n.t('Open Plan'), plan)];
}

type LensAction = readonly [title: string, command: CommandId];

function lensActions({
  record,
  isRunning,
  isElsewhere,
  isUndone,
}: RunState): readonly LensAction[] {
  const { l10n } = vscode;
  const { failed, unknown } = record.counts;
  if (isRunning) return [[l10n.t('Pause Run'), 'botTags.pauseRun']];
  if (isElsewhere) return [];
  const actions: LensAction[] = [];
  const hasLines = isOfPlan(record);
  if (!isUndone) {
    if (isUnfinished(record)) actions.push([l10n.t('Resume'), 'botTags.resume']);
    // For a copy, "Resume" does the same.
    if (canRetryFailed(record) && record.kind !== 'copy')
      actions.push([l10n.t('Retry Failed'), 'botTags.retryFailed']);
    if (unknown > 0 && hasLines) actions.push([l10n.t('Check Unknown'), 'botTags.checkUnknown']);
  }
  if (failed > 0 && hasLines) {
    actions.push([l10n.t('Save Failed Rows…'), 'botTags.saveFailedRows']);
  }
  if (!isUndone && canBeUndone(record)) actions.push([l10n.t('Undo'), 'botTags.undo']);
  return actions;
}

/** Returns the URI of a run's result. Its last segment is the tab title, which must not contain customer data. */
function uriOfRun(record: RunRecord): vscode.Uri {
  // File names must not contain quotation marks.
  const name = fileName(runName(record).replaceAll('"', ''));
  return vscode.Uri.from({ scheme: RUN_SCHEME, path: `/${record.id}/${name}.jsonc` });
}
