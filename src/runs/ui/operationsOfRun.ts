import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Plan } from '../../base/plan.ts';
import type { Lazy } from '../../base/promises.ts';
import type { JournalStore, RunRecord } from '../../catalogue/journal.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import {
  earlierTaggings,
  type EarlierTaggings,
  preparePlanForRun,
  savedFile,
} from '../../plans/earlierTaggings.ts';
import type * as planTexts from '../../plans/planTexts.ts';
import { operationsOf, undoOf } from '../operations.ts';
import type { RunStart } from '../ports.ts';
import { readRunDetail } from '../journalEntries.ts';
import type { RunRequest } from '../../plans/ui/planRuns.ts';
import { fileAt } from './runTexts.ts';

type InitialState = Pick<RunStart, 'operations' | 'checkFirst' | 'waitsBeforeFirstReads'>;

type Needs = Pick<CatalogueServices, 'catalogue' | 'journal' | 'known' | 'clock' | 'readSetting'>;

/** @throws {UserError} if the run is an undo, and the undone run is no longer in the Journal */
export function operationsOfRun(
  journal: JournalStore,
  { kind, undoes, detail }: Pick<RunRecord, 'kind' | 'undoes' | 'detail'>,
  plan: Plan,
): InitialState {
  const operations = operationsOf(plan);
  if (kind !== 'undo') return { operations, checkFirst: readRunDetail(detail).checkFirst };
  const undoneRun = undoes === null ? undefined : journal.run(undoes);
  if (undoneRun !== undefined) return undoOf(operations, journal.operations(undoneRun.id));
  throw new UserError(
    vscode.l10n.t(
      'This run was started to undo another run. The other run is no longer in the Journal, so it is unknown what to undo. Nothing was sent. Check the tags in the service.',
    ),
  );
}

/** Like `operationsOfRun`, but sets `checkFirst` if tags of the customers may have changed since the plan was made. */
export async function initialStateOf(
  services: Needs,
  record: RunRecord,
  { plan, bot }: Pick<RunRequest, 'plan' | 'bot'>,
): Promise<InitialState> {
  const { journal, clock, readSetting } = services;
  const start = operationsOfRun(await journal(), record, plan);
  if (record.kind === 'undo') return start;
  const request = { bot, plan, uri: record.plan };
  const earlier = await earlierTaggingsOf(services, request, record.id);
  const isOutdated = earlier !== undefined || start.checkFirst === true;
  // The plan may have been new when the run started, and old when the run is resumed.
  const { checkFirst } = preparePlanForRun(plan, { now: clock.now(), isOutdated });
  if (earlier === undefined) return { ...start, checkFirst };
  const { latestUnknownOutcomeTime = Number.NEGATIVE_INFINITY } = earlier;
  const msSinceUnknownOutcome = clock.now() - latestUnknownOutcomeTime;
  const waitsBeforeFirstReads =
    msSinceUnknownOutcome < readSetting('botTags.network.timeout') * 1000;
  return { ...start, checkFirst, waitsBeforeFirstReads };
}

/** Finds earlier taggings, except in `ownRunId`, that may have changed the customers' tags since the plan was made. */
export async function earlierTaggingsOf(
  { catalogue: openCatalogue, journal, known, clock }: Needs,
  { bot, plan, uri }: Pick<RunRequest, 'bot' | 'plan' | 'uri'>,
  ownRunId: string | undefined,
): Promise<EarlierTaggings | undefined> {
  if (plan.action === 'delete') return undefined;
  const catalogue = await openCatalogue();
  const isListed = (key: string): boolean => catalogue.bot(key) !== undefined;
  const plannedRun = { bot: bot.key, plan, uri, ignoredRunId: ownRunId, isListed };
  const found = earlierTaggings(await journal(), plannedRun);
  // The Journal may have been cleared since the plan was made, so the writes that this window remembers count, too. For
  // an existing run they do not, because they may be the run's own writes.
  const ids = ownRunId === undefined ? plan.tags.map(({ id }) => id) : [];
  const msSinceWrite = known.msSinceWrite(bot.key, ids);
  if (msSinceWrite === undefined || msSinceWrite > clock.now() - plan.made) return found;
  return { ...found, latestTime: Math.max(clock.now() - msSinceWrite, found?.latestTime ?? 0) };
}

/** Number of saved plans that are cached. A plan of 100,000 customers takes about 30 MB. */
const MAX_CACHED_PLANS = 2;
/**
 * An unsaved plan is kept until the unsaved plans that were added after it have more lines than this. So the latest plan
 * is always kept.
 */
const MAX_UNSAVED_LINES = 100_000;

/** Cache of the plans of runs. A missing plan is read from its file again. */
export class PlansOfRuns {
  readonly #texts: Lazy<typeof planTexts>;
  readonly #cached = new Map<string, Plan>();
  /** Plans without a file, which cannot be read again. */
  readonly #unsaved = new Map<string, Plan>();

  constructor(texts: Lazy<typeof planTexts>) {
    this.#texts = texts;
  }

  /** Adds a plan to the cache as the latest plan, and deletes the oldest plans above the limits. */
  add({ hash, plan: uri }: Pick<RunRecord, 'hash' | 'plan'>, plan: Plan): void {
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

  /** @throws {UserError} if the plan is not cached, and its file is missing or has changed since the run */
  async planOf(record: Pick<RunRecord, 'hash' | 'plan'>): Promise<Plan> {
    const { hash, plan: uri } = record;
    const cachedPlan = this.#cached.get(hash) ?? this.#unsaved.get(hash);
    if (cachedPlan !== undefined) return cachedPlan;
    const text = await this.#textOf(hash, uri);
    const { plan } = await (await this.#texts()).readPlan(text, new AbortController().signal);
    if (plan === undefined) throw changedError(uri);
    this.add(record, plan);
    return plan;
  }

  /** Returns the text from the editor if it is unchanged since the run, otherwise from the file. */
  async #textOf(hash: string, uri: string): Promise<string> {
    const texts = await this.#texts();
    const document = vscode.workspace.textDocuments.find(
      ({ uri: documentUri }) => documentUri.toString() === uri,
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
  if (savedFile(uri) === undefined) {
    return new UserError(
      vscode.l10n.t(
        'The list of customers for this run was kept only until the window closed, so the run cannot be resumed or undone. To start a new run, select the customers again.',
      ),
    );
  }
  return new UserError(
    vscode.l10n.t(
      'The plan file "{0}" is missing, and the user IDs of this plan are stored only in this file. Restore the file, or create a new plan.',
      fileAt(uri),
    ),
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
