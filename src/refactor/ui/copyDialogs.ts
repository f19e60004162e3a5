import { l10n } from 'vscode';
import type { EndpointName } from '../../base/endpoints.ts';
import { NoticeError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import type { Lazy } from '../../base/promises.ts';
import { sentences } from '../../base/text.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { comma, itemCountText, numberText, quoted } from '../../base/ui/localeTexts.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { BACK, type Back, runSteps, type Step, type StepPosition } from '../../base/ui/steps.ts';
import { confirm } from '../../base/ui/window.ts';
import type { ItemActions } from '../../catalogue/itemActions.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import { requireAllowed, requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import type { CopyItem, CopyState } from '../../runs/copyItems.ts';
import type { UndoQuestion } from '../../runs/ui/confirmUndo.ts';
import { type RunDialogs, type RunKindDialogs, showMessage } from '../../runs/ui/runDialogs.ts';
import {
  doneText,
  completedPercent,
  completedText,
  reasonText,
  unknownText,
} from '../../runs/ui/runTexts.ts';
import { alreadyUndone } from '../../runs/ui/runRules.ts';
import {
  type Answers,
  type CopyBots,
  type CopyJobs,
  type CopyCallbacks,
  type EndedCopy,
  NO_ANSWERS,
  SILENT_CALLBACKS,
} from './copyJobs.ts';
import type { CustomerServices } from '../../customers/ui/customerServices.ts';

interface DialogNeeds extends Pick<CustomerServices, 'catalogue' | 'items' | 'errors'> {
  readonly copies: CopyJobs;
  readonly runDialogs: RunDialogs;
}

/** Shows progress and result of copies of tags to other bots, and asks before they are resumed or undone. */
export class CopyDialogs implements RunKindDialogs {
  readonly #services: DialogNeeds;

  constructor(services: DialogNeeds) {
    this.#services = services;
  }

  start(bots: CopyBots, items: readonly CopyItem[]): void {
    this.#follow(bots, (callbacks) => this.#services.copies.start(bots, items, callbacks));
  }

  /** Offers to resume or undo an unfinished copy, which has to be finished before the same tags are copied again. */
  showUnfinished(record: RunRecord): Promise<void> {
    const explanation = unknownLines(record);
    const paused = { reason: 'person', explanation, isWarning: false } as const;
    return this.#services.runDialogs.showPaused(record, paused);
  }

  async botToResume(id: string): Promise<Bot> {
    return (await this.#findWritable(id)).bot;
  }

  async undoQuestion(id: string): Promise<UndoQuestion> {
    const { bot, record } = await this.#findWritable(id, 'deleteItem');
    const { done } = record.counts;
    if (done === 0) throw new NoticeError(l10n.t('There is nothing to undo.'));
    const lines = [
      l10n.t('Undo will delete {0} that this run created.', itemCountText(done)),
      l10n.t('Folders that contain other items will not be deleted.'),
      ...unknownLines(record),
    ];
    return { bot, record, lines, customerCount: undefined };
  }

  async resume(id: string): Promise<void> {
    const { copies, items } = this.#services;
    const { bot, state } = await this.#findWritable(id);
    const unknownIndexes = state.isUndo ? [] : await copies.unknownItemsOf(id);
    const answers = await askUnknown({ bot, items }, state, unknownIndexes);
    await confirmAgain(bot, state, answers);
    this.#follow({ from: state.from, to: bot }, (callbacks) =>
      copies.resume(id, answers, callbacks),
    );
  }

  async undo(id: string): Promise<void> {
    const { bot, state } = await this.#findWritable(id, 'deleteItem');
    this.#follow({ from: state.from, to: bot }, (callbacks) =>
      this.#services.copies.undo(id, callbacks),
    );
  }

  async resumeForProgram(id: string, confirmed: true | undefined): Promise<unknown> {
    const { bot, state } = await this.#findWritable(id);
    const endpoint = state.isUndo ? 'deleteItem' : 'createItem';
    requireAllowed(await this.#services.catalogue(), bot, { endpoint, confirmed });
    return this.#services.copies.resume(id, NO_ANSWERS, SILENT_CALLBACKS);
  }

  async undoForProgram(id: string, confirmed: true | undefined): Promise<unknown> {
    const { bot } = await this.#findWritable(id, 'deleteItem');
    requireAllowed(await this.#services.catalogue(), bot, { endpoint: 'deleteItem', confirmed });
    return this.#services.copies.undo(id, SILENT_CALLBACKS);
  }

  /** Returns a copy that can still be resumed or, for the endpoint `deleteItem`, undone. */
  async #findWritable(id: string, endpoint: EndpointName = 'createItem') {
    const copy = await this.#services.copies.findCopy(id);
    const { state } = copy.record;
    if (state === 'cancelled') throw alreadyUndone();
    if (state === 'done' && endpoint === 'createItem') {
      throw new NoticeError(l10n.t('There is nothing to resume.'));
    }
    requireUnlocked(await this.#services.catalogue(), copy.bot, endpoint);
    return copy;
  }

  /** Runs a copy in the background. Shows its progress, its end and its error. */
  #follow(
    { from, to }: { readonly from: Pick<Bot, 'label'>; readonly to: Bot },
    begin: (callbacks: CopyCallbacks) => Promise<EndedCopy>,
  ): void {
    const run = async (): Promise<void> => {
      const name = l10n.t('Copy tags from "{0}"', from.label);
      const title = l10n.t('{0}, bot "{1}"', name, to.label);
      const ended = await withProgress({ title, location: 'notification' }, ({ signal, report }) =>
        begin({
          signal,
          onProgress: (counts) => report(completedText(counts), completedPercent(counts)),
        }),
      );
      await this.#showEnd(ended);
    };
    run().catch((error: unknown) => this.#services.errors.show(error, to.key));
  }

  async #showEnd({ record, end }: EndedCopy): Promise<void> {
    const { runDialogs } = this.#services;
    const show = runDialogs.showButton(record);
    if (end.kind === 'done') {
      const buttons = [show, ...runDialogs.undoButton(record)];
      return showMessage({ text: doneText(record), isWarning: false, buttons });
    }
    if (end.kind === 'undone') {
      const { keptFolderCount } = end;
      const text =
        keptFolderCount === 0
          ? l10n.t('Undone. The previous state of {0} is restored.', quoted(record.botLabel))
          : l10n.t(
              'Undone. Folders kept because they contain other items: {0}.',
              numberText(keptFolderCount),
            );
      return showMessage({ text, isWarning: false, buttons: [show] });
    }
    const { reason, error } = end;
    const explanation = [
      error === undefined ? reasonText(reason, record.botLabel) : describeError(error),
      ...unknownLines(record),
    ];
    const isWarning = reason !== 'person' || record.counts.unknown > 0;
    await runDialogs.showPaused(record, { reason, explanation, isWarning });
  }
}

function unknownLines(record: RunRecord): readonly string[] {
  return record.counts.unknown === 0 ? [] : [unknownText(record)];
}

interface QuestionNeeds {
  /** Bot in which the tags are created. */
  readonly bot: Bot;
  readonly items: Lazy<ItemActions>;
}

/** Asks about each unknown item whether it was created. Items that the user skips stay unknown. */
async function askUnknown(
  services: QuestionNeeds,
  { items, from }: CopyState,
  unknownIndexes: readonly number[],
): Promise<Answers> {
  const answers = new Map<number, string | null>();
  const steps = unknownIndexes.flatMap((index): Step[] => {
    const item = items[index];
    if (item === undefined) return [];
    const ask = async (position: StepPosition): Promise<void | Back> => {
      const answer = await askAboutItem(services, item, position);
      if (answer === BACK) return BACK;
      if (answer === undefined) answers.delete(index);
      else answers.set(index, answer);
    };
    return [{ isNeeded: true, ask }];
  });
  await runSteps(l10n.t('Copy tags from "{0}"', from.label), steps);
  return answers;
}

/** Returns the item's ID; `null` to create the item again; `undefined` to decide later. */
async function askAboutItem(
  services: QuestionNeeds,
  item: CopyItem,
  position: StepPosition,
): Promise<string | null | undefined | Back> {
  const enterId = l10n.t('Enter an ID…');
  const createAgain = l10n.t('Create Again');
  const entries = [
    { label: enterId },
    { label: createAgain, detail: twiceText() },
    { label: l10n.t('Decide Later') },
  ];
  const placeholder = sentences([
    l10n.t('Was "{0}" created?', item.name),
    l10n.t('The service did not confirm the request.'),
  ]);
  const picked = await askPick({ placeholder, items: entries }, position);
  if (picked === BACK) return BACK;
  if (picked.label === createAgain) return null;
  return picked.label === enterId ? askId(services, item, position) : undefined;
}

/** Prompts for the ID and adds the item to the catalogue. */
async function askId(
  { bot, items }: QuestionNeeds,
  { name, type }: CopyItem,
  position: StepPosition,
): Promise<string | Back> {
  const accept = async (id: string) => {
    const wrongId = l10n.t('This ID belongs to another item. Enter the ID of "{0}".', name);
    try {
      const added = await (await items()).addExisting(bot, id, new AbortController().signal);
      return added.type === type && added.name === name ? undefined : { message: wrongId };
    } catch (error) {
      return { message: describeError(error) };
    }
  };
  return askText({ prompt: l10n.t('ID of "{0}"', name), accept }, position);
}

/** Asks before items are created again: a double click on one question of `askUnknown` could also answer the next. */
async function confirmAgain(bot: Bot, { items }: CopyState, answers: Answers): Promise<void> {
  const repeatedItems = items.filter((_item, index) => answers.get(index) === null);
  if (repeatedItems.length === 0) return;
  const message = l10n.t('Create {0} in "{1}"?', itemCountText(repeatedItems.length), bot.label);
  const detail = [repeatedItems.map(({ name }) => name).join(comma()), twiceText()];
  const yes = l10n.t('Create');
  await confirm({ message, detail }, yes);
}

function twiceText(): string {
  return l10n.t('If the item already exists, a duplicate will be created.');
}
