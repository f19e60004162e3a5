import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import { UserError } from '../../base/errors.ts';
import { savedFile } from '../../plans/earlierTaggings.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import type { Plan } from '../../base/plan.ts';
import type { PlanTexts } from '../../plans/planTexts.ts';
import { fileAt } from './runTexts.ts';

/** Number of saved plans that are cached. A plan of 100,000 customers takes about 30 MB. */
const MAX_CACHED_PLANS = 2;
/** Maximum total number of lines of unsaved plans, in addition to the latest plan. */
const MAX_UNSAVED_LINES = 100_000;

/** Cache of the plans of runs. A missing plan is read from its file again. */
export class PlansOfRuns {
  readonly #texts: Lazy<PlanTexts>;
  readonly #cached = new Map<string, Plan>();
  /** Plans without a file, which cannot be read again. */
  readonly #unsaved = new Map<string, Plan>();

  constructor(texts: Lazy<PlanTexts>) {
    this.#texts = texts;
  }

  /** Adds a plan to the cache as the latest one, and deletes the oldest plans above the limits. */
  keep({ hash, plan: uri }: Pick<RunRecord, 'hash' | 'plan'>, plan: Plan): void {
    const isSaved = savedFile(uri) !== undefined;
    const cache = isSaved ? this.#cached : this.#unsaved;
    cache.delete(hash);
    cache.set(hash, plan);
    let [planCount, lineCount] = [0, 0];
    for (const [cachedHash, { users, items }] of [...cache].toReversed()) {
      if (isSaved ? planCount >= MAX_CACHED_PLANS : lineCount > MAX_UNSAVED_LINES) {
        cache.delete(cachedHash);
      }
      planCount++;
      lineCount += users.length + items.length;
    }
  }

  /**
   * Returns the plan of a run.
   * @throws {UserError} if the file is missing or its text has changed since the run
   */
  async planOf(record: Pick<RunRecord, 'hash' | 'plan'>): Promise<Plan> {
    const { hash, plan: uri } = record;
    const cachedPlan = this.#cached.get(hash) ?? this.#unsaved.get(hash);
    if (cachedPlan !== undefined) return cachedPlan;
    const texts = await this.#texts();
    const text = await this.#textOf(texts, hash, uri);
    const { plan } = await texts.read(text, new AbortController().signal);
    if (plan === undefined) throw changedError(uri);
    this.keep(record, plan);
    return plan;
  }

  /** Returns the text from the editor if it is unchanged since the run, otherwise from the file. */
  async #textOf(texts: PlanTexts, hash: string, uri: string): Promise<string> {
    const document = vscode.workspace.textDocuments.find(
      (document) => document.uri.toString() === uri,
    );
    const editorText = document?.getText();
    if (editorText !== undefined && (await texts.hashOf(editorText)) === hash) return editorText;
    const fileText = await savedText(uri);
    if (fileText === undefined)
      throw editorText === undefined ? missingError(uri) : changedError(uri);
    if ((await texts.hashOf(fileText)) !== hash) throw changedError(uri);
    return fileText;
  }
}

async function savedText(uri: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.parse(uri)));
  } catch {
    return undefined;
  }
}

function missingError(uri: string): UserError {
  if (savedFile(uri) === undefined) return new UserError(neverSavedText());
  return new UserError(
    vscode.l10n.t(
      'The plan file "{0}" is missing, and the user IDs of this plan are stored only in this file. Restore the file, or create a new plan.',
      fileAt(uri),
    ),
  );
}

function neverSavedText(): string {
  return vscode.l10n.t(
    'The list of customers for this run was kept only until the window closed, so the run cannot be resumed or undone. To start a new run, select the customers again.',
  );
}

function changedError(uri: string): UserError {
  return new UserError(
    vscode.l10n.t(
      'The plan "{0}" has changed since the run, so nothing was sent. Undo the edits, or create a new plan.',
      fileAt(uri),
    ),
  );
}
