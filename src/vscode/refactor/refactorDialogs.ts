import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { ItemActions } from '../../core/catalogue/itemActions.ts';
import { Cancelled, NoticeError } from '../../core/errors.ts';
import type { JournalStore } from '../../core/journal/journal.ts';
import { TAG, type Bot } from '../../core/model.ts';
import type { RefactorProgress, RefactorQuestions } from '../../core/refactor/refactorPorts.ts';
import type { RefactorState } from '../../core/refactor/refactorState.ts';
import { askText } from '../input/askText.ts';
import { BACK } from '../input/steps.ts';
import { botLines, requireAllowed } from '../input/writeGuard.ts';
import { whileSaying } from '../kit/progress.ts';
import { ask } from '../kit/window.ts';
import { describeError } from '../errors/describeError.ts';
import { botOfRun } from '../runs/runRules.ts';
import type { ToUndo } from '../runs/confirmUndo.ts';
import type { OtherRuns } from '../runs/otherRuns.ts';
import type { RunActions } from '../runs/runMessages.ts';
import { afterRefactor } from './afterRefactor.ts';
import { askToDelete, askToStart } from './askRefactor.ts';
import type { RefactorJobs } from './refactorJobs.ts';
import type { EndedRefactor, RefactorTalk } from './refactorNeeds.ts';
import { refactorNamed, requireWritable } from './refactorRules.ts';
import { summaryOf, talkToProgram } from './refactorSummary.ts';
import { refactorName, refactorProgress, undoLine } from './refactorTexts.ts';

export interface DialogNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly journal: Lazy<JournalStore>;
  readonly items: Lazy<ItemActions>;
  readonly refactors: RefactorJobs;
  /** Selects the tag in the tree, if the user sees the tree. */
  readonly reveal: (bot: string, id: string) => Promise<void>;
  readonly actions: RunActions;
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

/** Asks the user and shows the progress while one tag replaces others. */
export class RefactorDialogs implements OtherRuns {
  readonly #needs: DialogNeeds;

  constructor(needs: DialogNeeds) {
    this.#needs = needs;
  }

  /** Scans, asks, then begins. Not waited for to its end. */
  async start(bot: Bot, state: RefactorState): Promise<void> {
    requireWritable(await this.#needs.catalogue(), bot, state);
    this.#follow(bot, state, (talk) => this.#needs.refactors.start(bot, state, talk));
  }

  async botToGoOn(id: string): Promise<Bot> {
    return (await this.#found(id)).bot;
  }

  async toUndo(id: string): Promise<ToUndo> {
    const { bot, record, state } = await this.#found(id);
    if (state.kind === 'merge' && !this.#needs.refactors.knowsAll(id)) throw forgotten(state);
    return { bot, record, lines: [undoLine(state)] };
  }

  async resume(id: string): Promise<void> {
    const { bot, state } = await this.#found(id);
    this.#follow(bot, state, (talk) => this.#needs.refactors.resume(id, talk));
  }

  async undo(id: string): Promise<void> {
    const { bot, state } = await this.#found(id);
    this.#follow(bot, state, (talk) => this.#needs.refactors.undo(id, talk));
  }

  async resumeToEnd(id: string, confirmed: true | undefined): Promise<unknown> {
    const { bot } = await this.#found(id);
    // In the end the old tags are deleted.
    const write = { endpoint: 'deleteItem', confirmed } as const;
    requireAllowed(await this.#needs.catalogue(), bot, write);
    return summaryOf(await this.#needs.refactors.resume(id, talkToProgram('complete')));
  }

  async undoToEnd(id: string, confirmed: true | undefined): Promise<unknown> {
    const { bot } = await this.#found(id);
    requireAllowed(await this.#needs.catalogue(), bot, { endpoint: 'attachTag', confirmed });
    return summaryOf(await this.#needs.refactors.undo(id, talkToProgram('never')));
  }

  async #found(id: string) {
    const { record, state } = refactorNamed(await this.#needs.journal(), id);
    const catalogue = await this.#needs.catalogue();
    const bot = botOfRun(catalogue, record, state.at);
    requireWritable(catalogue, bot, state);
    return { bot, record, state };
  }

  #follow(
    bot: Bot,
    state: RefactorState,
    begin: (talk: RefactorTalk) => Promise<EndedRefactor>,
  ): void {
    const title = vscode.l10n.t('{0}, bot "{1}"', refactorName(state), bot.label);
    const run = async (): Promise<void> => {
      const ended = await whileSaying(title, (signal, say) => {
        const onProgress = (progress: RefactorProgress): void =>
          say(refactorProgress(progress, state));
        const questions = this.#questions(bot, state);
        return begin({ questions, onProgress, signal });
      });
      await afterRefactor(this.#needs, ended);
    };
    run().catch((error: unknown) => this.#needs.onError(error, bot.key));
  }

  #questions(bot: Bot, state: RefactorState): RefactorQuestions {
    return {
      start: async (counts) => askToStart(await this.#needs.catalogue(), bot, state, counts),
      unknownCreate: (error) => this.#askUnknown(bot, state, error),
      unknownUndo: () => this.#askToUndo(bot, state),
      deleteOld: (findings) => askToDelete(bot, state, findings),
    };
  }

  /** Never twice without a word: the service would have two tags of this name. */
  async #askUnknown(
    bot: Bot,
    { target, old }: RefactorState,
    error: unknown,
  ): Promise<{ readonly id: string } | 'again' | 'stop'> {
    const { l10n } = vscode;
    const message = l10n.t('Was the tag "{0}" created?', target.name);
    const detail = [
      ...(error === undefined
        ? [l10n.t('The window was closed before the service had answered.')]
        : [describeError(error)]),
      l10n.t('If it was, enter its ID. If it was not, it can be created again.'),
      '',
      ...botLines(bot),
    ];
    const [enter, again] = [l10n.t('Enter an ID…'), l10n.t('Create Again')];
    const answer = await ask({ message, detail }, enter, again);
    if (answer === again) return 'again';
    return answer === enter ? this.#idOrStop(bot, message, old) : 'stop';
  }

  /** Or the tag would stay that nobody wants any more. */
  async #askToUndo(
    bot: Bot,
    { target, old }: RefactorState,
  ): Promise<{ readonly id: string } | 'none' | 'stop'> {
    const { l10n } = vscode;
    const message = l10n.t('Was the tag "{0}" created?', target.name);
    const detail = [
      l10n.t('The service did not say whether it was.'),
      l10n.t(
        'If it was, enter its ID, and it is deleted. If it was not, there is nothing to undo.',
      ),
      '',
      ...botLines(bot),
    ];
    const [enter, none] = [l10n.t('Enter an ID…'), l10n.t('It Was Not')];
    const answer = await ask({ message, detail }, enter, none);
    if (answer === none) return 'none';
    return answer === enter ? this.#idOrStop(bot, message, old) : 'stop';
  }

  async #idOrStop(
    bot: Bot,
    title: string,
    old: RefactorState['old'],
  ): Promise<{ readonly id: string } | 'stop'> {
    try {
      return { id: await this.#askId(bot, title, new Set(old.map(({ id }) => id))) };
    } catch (failure) {
      if (Cancelled.is(failure)) return 'stop';
      throw failure;
    }
  }

  /** Puts the tag on the list. */
  async #askId(bot: Bot, title: string, old: ReadonlySet<string>): Promise<string> {
    const { l10n } = vscode;
    const items = await this.#needs.items();
    const accept = async (id: string) => {
      if (old.has(id))
        return { message: l10n.t('This is the ID of the old tag: enter another one.') };
      try {
        const { signal } = new AbortController();
        const { type } = await items.addExisting(bot, id, signal);
        return type === TAG
          ? undefined
          : { message: l10n.t('This is not the ID of a tag: enter one that is.') };
      } catch (error) {
        return { message: describeError(error) };
      }
    };
    const question = { prompt: l10n.t('ID of the new tag'), placeholder: 'tag-…', accept };
    const id = await askText(question, { title, step: 1, totalSteps: 1, canGoBack: false });
    if (id === BACK) throw new Cancelled();
    return id;
  }
}

function forgotten(state: RefactorState): NoticeError {
  return new NoticeError(
    vscode.l10n.t(
      '"{0}" cannot be undone any more: who got the tag by it was known to the window that did it, and is kept nowhere. Nothing was changed.',
      refactorName(state),
    ),
  );
}
