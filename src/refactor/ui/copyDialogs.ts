import { l10n } from 'vscode';
import type { ItemActions } from '../../catalogue/itemActions.ts';
import type { Lazy } from '../../base/lazy.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { CopyItem } from '../../runs/copyItems.ts';
import { NoticeError } from '../../base/errors.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import type { EndpointName } from '../../base/endpoints.ts';
import type { Bot } from '../../base/model.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { requireAllowed, requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import { itemCount, quoted } from '../../base/ui/counts.ts';
import { numberText } from '../../base/ui/numberText.ts';
import { whileSaying } from '../../base/ui/progress.ts';
import type { UndoQuestion } from '../../runs/ui/confirmUndo.ts';
import type { OtherRuns } from '../../runs/ui/otherRuns.ts';
import {
  showButton,
  tell,
  tellPaused,
  undoButton,
  type RunActions,
} from '../../runs/ui/runMessages.ts';
import { doneText, farText, reasonText, unknownText } from '../../runs/ui/runTexts.ts';
import { askUnknown, confirmAgain } from './askUnknown.ts';
import {
  NO_ANSWERS,
  SILENT,
  type CopyBots,
  type CopyJobs,
  type CopyTalk,
  type EndedCopy,
} from './copyJobs.ts';

interface DialogNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly items: Lazy<ItemActions>;
  readonly copies: CopyJobs;
  readonly actions: RunActions;
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

/** Shows progress and result of copies of tags to other bots, and asks before they are resumed or undone. */
export class CopyDialogs implements OtherRuns {
  readonly #needs: DialogNeeds;

  constructor(needs: DialogNeeds) {
    this.#needs = needs;
  }

  /** Starts a copy in the background. */
  start(bots: CopyBots, items: readonly CopyItem[]): void {
    this.#follow(bots, (talk) => this.#needs.copies.start(bots, items, talk));
  }

  /** Offers to resume or undo an unfinished copy, which has to be finished before the same tags are copied again. */
  tellUnfinished(record: RunRecord): Promise<void> {
    const because = unknownLines(record);
    return tellPaused(this.#needs.actions, record, { reason: 'person', because, isWarning: false });
  }

  async botToGoOn(id: string): Promise<Bot> {
    return (await this.#writable(id)).bot;
  }

  async undoQuestion(id: string): Promise<UndoQuestion> {
    const { bot, record } = await this.#writable(id, 'deleteItem');
    const { done } = record.counts;
    if (done === 0) throw new NoticeError(l10n.t('There is nothing to undo.'));
    const lines = [
      l10n.t('Undo will delete {0} that this run created.', itemCount(done)),
      l10n.t('Folders that contain other items will not be deleted.'),
      ...unknownLines(record),
    ];
    return { bot, record, lines, customers: undefined };
  }

  /** Asks about each unknown item, then resumes in the background. */
  async resume(id: string): Promise<void> {
    const { copies, items } = this.#needs;
    const { bot, state } = await this.#writable(id);
    const unknown = state.isUndo ? [] : await copies.unknownOf(id);
    const answers = await askUnknown({ bot, items }, state, unknown);
    await confirmAgain(bot, state, answers);
    this.#follow({ from: state.from, to: bot }, (talk) => copies.resume(id, answers, talk));
  }

  async undo(id: string): Promise<void> {
    const { bot, state } = await this.#writable(id, 'deleteItem');
    this.#follow({ from: state.from, to: bot }, (talk) => this.#needs.copies.undo(id, talk));
  }

  async resumeToEnd(id: string, confirmed: true | undefined): Promise<unknown> {
    const { bot, state } = await this.#writable(id);
    const endpoint = state.isUndo ? 'deleteItem' : 'createItem';
    requireAllowed(await this.#needs.catalogue(), bot, { endpoint, confirmed });
    return this.#needs.copies.resume(id, NO_ANSWERS, SILENT);
  }

  async undoToEnd(id: string, confirmed: true | undefined): Promise<unknown> {
    const { bot } = await this.#writable(id, 'deleteItem');
    requireAllowed(await this.#needs.catalogue(), bot, { endpoint: 'deleteItem', confirmed });
    return this.#needs.copies.undo(id, SILENT);
  }

  /** @throws {ServiceError} if the bot is locked */
  async #writable(id: string, endpoint: EndpointName = 'createItem') {
    const found = await this.#needs.copies.found(id);
    const { state } = found.record;
    if (state === 'cancelled')
      throw new NoticeError(l10n.t('This change has already been undone.'));
    if (state === 'done' && endpoint === 'createItem') {
      throw new NoticeError(l10n.t('There is nothing to resume.'));
    }
    requireUnlocked(await this.#needs.catalogue(), found.bot, endpoint);
    return found;
  }

  #follow(
    { from, to }: { readonly from: Pick<Bot, 'label'>; readonly to: Bot },
    begin: (talk: CopyTalk) => Promise<EndedCopy>,
  ): void {
    const run = async (): Promise<void> => {
      const name = l10n.t('Copy tags from "{0}"', from.label);
      const title = l10n.t('{0}, bot "{1}"', name, to.label);
      let share = 0;
      const ended = await whileSaying(title, (signal, say) =>
        begin({
          signal,
          onProgress: (counts) => {
            const now = (100 * (counts.total - counts.waiting)) / counts.total;
            say(farText(counts), Math.max(0, now - share));
            share = Math.max(share, now);
          },
        }),
      );
      await this.#tellEnd(ended);
    };
    run().catch((error: unknown) => this.#needs.onError(error, to.key));
  }

  async #tellEnd({ record, end }: EndedCopy): Promise<void> {
    const { actions } = this.#needs;
    const show = showButton(actions, record);
    if (end.kind === 'done') {
      return tell(doneText(record), false, [show, ...undoButton(actions, record)]);
    }
    if (end.kind === 'undone') {
      const { left } = end;
      const text =
        left === 0
          ? l10n.t('Undone. The previous state of {0} is restored.', quoted(record.botLabel))
          : l10n.t('Undone. Folders kept because they contain other items: {0}.', numberText(left));
      return tell(text, false, [show]);
    }
    const { reason, error } = end;
    const because = [
      error === undefined ? reasonText(reason, record.botLabel) : describeError(error),
      ...unknownLines(record),
    ];
    const isWarning = reason !== 'person' || record.counts.unknown > 0;
    await tellPaused(actions, record, { reason, because, isWarning });
  }
}

function unknownLines(record: RunRecord): readonly string[] {
  return record.counts.unknown === 0 ? [] : [unknownText(record)];
}
