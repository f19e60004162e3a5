import * as vscode from 'vscode';
import { workingText } from './askTagging.ts';
import * as texts from './changeTexts.ts';
import { Cancelled, ServiceError, UserError } from '../../base/errors.ts';
import type { Bot, UserRef, UserTag } from '../../base/model.ts';
import { abortWaits, waitText, withProgress } from '../../base/ui/progress.ts';
import { ask, sayDone, showWarning } from '../../base/ui/window.ts';
import { type TagChoice, tagsOf } from '../../catalogue/ui/askTag.ts';
import { botLines, requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import type { ErrorDisplay } from '../../customers/ui/customerServices.ts';
import { goneBotText } from '../../errors/ui/refusalTexts.ts';
import { offerUndo, type UndoNeeds } from '../../runs/ui/undoWrite.ts';
import { isSameUser } from '../../runs/undoing.ts';
import {
  changesBetween,
  hasNoChanges,
  NO_CHANGES,
  remainingChanges,
  type TagActions,
  type TagChanges,
  withChanges,
  changesExcept,
} from '../../service/tagActions.ts';

export interface ChangeNeeds extends UndoNeeds {
  readonly errors: ErrorDisplay;
}

export interface Customer {
  readonly bot: Bot;
  readonly user: UserRef;
  /** Name of the customer if this window knows it, otherwise the ID. */
  readonly customerLabel: string;
}

/** Tags of a customer when they were read from the service, and the tags that the user wants the customer to have. */
export interface TickedTags {
  readonly tags: readonly UserTag[];
  readonly ticked: readonly TagChoice[];
}

interface ChangeJob {
  /** Tag IDs that are expected now. A difference means that others have changed the customer's tags. */
  readonly expectedIds: Iterable<string>;
  readonly wantedChanges: TagChanges;
  /** All `wantedChanges` if the last request had an unknown result, otherwise none. Not reported as made by others. */
  readonly uncertainChanges: TagChanges;
}

/** Resolves to the ticks to show again in the list; `undefined` if the command is done. */
type NextTicks = Promise<TickedTags | undefined>;

/**
 * Changes the customer's tags to the ticked ones:
 * 1. The user confirms the changes.
 * 2. Reads the current tags from the service. If others have changed the tags, the user must confirm again.
 * 3. Sends one request after another.
 *
 * If the user cancels one of the confirmations, the ticks are shown again.
 */
export async function changeUserTags(
  services: ChangeNeeds,
  customer: Customer,
  picked: TickedTags,
): NextTicks {
  const expectedIds = picked.tags.map(({ id }) => id);
  const wantedChanges = changesBetween(
    expectedIds,
    picked.ticked.map(({ id }) => id),
  );
  if (hasNoChanges(wantedChanges)) {
    sayDone(vscode.l10n.t('Nothing was changed.'));
    return undefined;
  }
  const catalogue = await services.catalogue();
  const bot = catalogue.bot(customer.bot.key);
  if (bot === undefined) throw new UserError(goneBotText(customer.bot.label));
  requireUnlocked(catalogue, bot, 'attachTag', [...wantedChanges.attach, ...wantedChanges.detach]);
  const names = texts.nameLookup(picked.tags, picked.ticked);
  const nameOf = (id: string): string => names.get(id) ?? catalogue.item(bot.key, id)?.name ?? id;
  const question = texts.questionText(wantedChanges, customer.customerLabel);
  const detail = [...texts.changeLines(wantedChanges, nameOf), '', ...botLines(bot)];
  if (!(await askToApply(question, detail))) return picked;
  return new TagChangeRun(services, customer, nameOf).run({
    expectedIds,
    wantedChanges,
    uncertainChanges: NO_CHANGES,
  });
}

async function askToApply(message: string, detail: readonly string[]): Promise<boolean> {
  const apply = vscode.l10n.t('Apply');
  return (await ask({ message, detail }, apply)) === apply;
}

/** Changes the tags of one customer. Repeats as long as the user wants to retry after an error. */
class TagChangeRun {
  readonly #services: ChangeNeeds;
  readonly #customer: Customer;
  readonly #nameOf: texts.NameOf;
  /** IDs of the recorded writes in the Journal, for Undo. */
  readonly #writeIds: string[] = [];
  /** Changes that were made so far, also before a retry. */
  #done = NO_CHANGES;

  constructor(services: ChangeNeeds, customer: Customer, nameOf: texts.NameOf) {
    this.#services = services;
    this.#customer = customer;
    this.#nameOf = nameOf;
  }

  async run(job: ChangeJob): NextTicks {
    let currentTags: readonly UserTag[];
    try {
      currentTags = await this.#readTags();
    } catch (error) {
      return this.#offerRetry(error, NO_CHANGES, job);
    }
    const currentIds = currentTags.map(({ id }) => id);
    const remaining = remainingChanges(job.wantedChanges, currentIds);
    const changesByOthers = changesExcept(
      changesBetween(job.expectedIds, currentIds),
      job.uncertainChanges,
    );
    if (!hasNoChanges(changesByOthers)) {
      const question = texts.conflictText(this.#customer.customerLabel);
      const detail = texts.conflictLines({ changesByOthers, remaining }, this.#nameOf);
      if (!(await askToApply(question, detail))) {
        return { tags: currentTags, ticked: this.#tickedTags(currentTags, remaining) };
      }
    }
    const { done, failure } = hasNoChanges(remaining)
      ? { done: remaining }
      : await this.#apply(remaining);
    const expectedIds = withChanges(currentIds, done);
    this.#done = {
      attach: [...this.#done.attach, ...done.attach],
      detach: [...this.#done.detach, ...done.detach],
    };
    if (failure === undefined) return this.#finish();
    const wantedChanges = remainingChanges(remaining, expectedIds);
    const isUnknown = failure instanceof ServiceError && failure.outcome === 'unknown';
    return this.#offerRetry(failure, done, {
      ...job,
      expectedIds,
      wantedChanges,
      uncertainChanges: isUnknown ? wantedChanges : NO_CHANGES,
    });
  }

  async #readTags(): Promise<readonly UserTag[]> {
    const { bot, user } = this.#customer;
    const title = vscode.l10n.t('Checking with the service…');
    const { tags } = this.#services;
    return tagsOf(
      await withProgress({ title, location: 'status' }, ({ signal }) =>
        tags.list(bot, user, signal),
      ),
    );
  }

  async #apply(remaining: TagChanges): ReturnType<typeof applyTagChanges> {
    const { recorder, tags } = this.#services;
    const { bot, user } = this.#customer;
    const recordedWrites = recorder.collectIds(
      (write) => write.bot === bot.key && isSameUser(recorder.userOf(write), user),
    );
    try {
      return await applyTagChanges(tags, this.#customer, remaining);
    } finally {
      recordedWrites.dispose();
      this.#writeIds.push(...recordedWrites.ids);
    }
  }

  /** Returns the tags that the customer would have after the remaining changes. */
  #tickedTags(currentTags: readonly UserTag[], remaining: TagChanges): readonly TagChoice[] {
    const names = texts.nameLookup(currentTags);
    const ids = [...withChanges(names.keys(), remaining)];
    return ids.map((id) => ({ id, name: names.get(id) ?? this.#nameOf(id) }));
  }

  async #finish(): NextTicks {
    const text = hasNoChanges(this.#done)
      ? texts.nothingToDoText()
      : texts.appliedText(this.#done, this.#customer.customerLabel);
    await offerUndo(this.#services, text, this.#writeIds);
    return undefined;
  }

  async #offerRetry(failure: unknown, done: TagChanges, remainingJob: ChangeJob): NextTicks {
    if (!Cancelled.is(failure)) void this.#services.errors.show(failure, this.#customer.bot.key);
    const retryButton = vscode.l10n.t('Retry');
    const isUnknown = !hasNoChanges(remainingJob.uncertainChanges);
    const text = texts.stoppedText(
      { done, remaining: remainingJob.wantedChanges, isUnknown },
      this.#nameOf,
    );
    return (await showWarning(text, retryButton)) === retryButton
      ? this.run(remainingJob)
      : undefined;
  }
}

interface ApplyResult {
  readonly done: TagChanges;
  /** Error that stopped the changes; absent if all were made. */
  readonly failure?: unknown;
}

/**
 * Can be canceled between two requests, and while a request waits for a connection. A sent request cannot be recalled,
 * so its response is awaited.
 */
async function applyTagChanges(
  tags: TagActions,
  { bot, user, customerLabel }: Customer,
  changes: TagChanges,
): Promise<ApplyResult> {
  const done = { attach: [] as string[], detach: [] as string[] };
  const steps = (['detach', 'attach'] as const).flatMap((verb) =>
    changes[verb].map((id) => ({ verb, id })),
  );
  const title = workingText(customerLabel);
  try {
    await withProgress(
      { title, location: 'notification' },
      async ({ signal, report, reportCount }) => {
        // Cancel aborts a write only while it waits for a connection.
        const writeController = new AbortController();
        const listening = abortWaits(writeController, signal, (wait) => report(waitText(wait)));
        try {
          for (const [index, { verb, id }] of steps.entries()) {
            signal.throwIfAborted();
            reportCount(index + 1, steps.length);
            await tags[verb](bot, id, user, writeController.signal);
            done[verb].push(id);
          }
        } finally {
          listening.dispose();
        }
      },
    );
    return { done };
  } catch (failure) {
    return { done, failure };
  }
}
