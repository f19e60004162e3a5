import * as vscode from 'vscode';
import { Cancelled, NoticeError } from '../../base/errors.ts';
import { TAG, type Bot } from '../../base/model.ts';
import type { RefactorProgress, RefactorQuestions } from '../../runs/refactorPorts.ts';
import { writeRefactor, type RefactorState } from '../../runs/refactorState.ts';
import { askText } from '../../base/ui/askText.ts';
import { runStep } from '../../base/ui/steps.ts';
import { botLines, requireAllowed } from '../../catalogue/ui/writeGuard.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { ask } from '../../base/ui/window.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import type { UndoQuestion } from '../../runs/ui/confirmUndo.ts';
import type { RunDialogs, RunKindDialogs } from '../../runs/ui/runDialogs.ts';
import { progressTitle } from '../../runs/ui/runTexts.ts';
import { afterRefactor } from './afterRefactor.ts';
import { askToDelete, askToStart } from './askRefactor.ts';
import { type RefactorJobs, requireWritable } from './refactorJobs.ts';
import type { EndedRefactor, RefactorCallbacks } from './refactorPorts.ts';
import { summaryOf, answersForProgram } from './refactorSummary.ts';
import { forgottenText, refactorProgress, undoLine } from './refactorTexts.ts';
import type { CustomerServices } from '../../customers/ui/customerServices.ts';

interface DialogNeeds extends Pick<CustomerServices, 'catalogue' | 'items' | 'tree' | 'errors'> {
  readonly refactors: RefactorJobs;
  readonly runDialogs: RunDialogs;
}

/** Starts, resumes and undoes refactors for the user: asks the questions, and shows the progress and the end. */
export class RefactorDialogs implements RunKindDialogs {
  readonly #services: DialogNeeds;

  constructor(services: DialogNeeds) {
    this.#services = services;
  }

  async start(bot: Bot, state: RefactorState): Promise<void> {
    requireWritable(await this.#services.catalogue(), bot, state);
    this.#follow(bot, state, (callbacks) => this.#services.refactors.start(bot, state, callbacks));
  }

  async botToResume(id: string): Promise<Bot> {
    return (await this.#findWritable(id)).bot;
  }

  async undoQuestion(id: string): Promise<UndoQuestion> {
    const { bot, record, state } = await this.#findWritable(id);
    if (state.kind === 'merge' && !this.#services.refactors.knowsAllUsers(record)) {
      throw new NoticeError(forgottenText());
    }
    return { bot, record, lines: [undoLine(state)], customerCount: undefined };
  }

  async resume(id: string): Promise<void> {
    const { refactors } = this.#services;
    const { bot, state } = await refactors.findRefactor(id);
    this.#follow(bot, state, (callbacks) => refactors.resume(id, callbacks));
  }

  async undo(id: string): Promise<void> {
    const { refactors } = this.#services;
    const { bot, state } = await refactors.findRefactor(id);
    this.#follow(bot, state, (callbacks) => refactors.undo(id, callbacks));
  }

  async resumeForProgram(id: string, confirmed: true | undefined): Promise<unknown> {
    const { bot } = await this.#findWritable(id);
    // The last step of a refactor deletes the old tags.
    const write = { endpoint: 'deleteItem', confirmed } as const;
    requireAllowed(await this.#services.catalogue(), bot, write);
    return summaryOf(await this.#services.refactors.resume(id, answersForProgram('complete')));
  }

  async undoForProgram(id: string, confirmed: true | undefined): Promise<unknown> {
    const { bot } = await this.#findWritable(id);
    requireAllowed(await this.#services.catalogue(), bot, { endpoint: 'attachTag', confirmed });
    return summaryOf(await this.#services.refactors.undo(id, answersForProgram('never')));
  }

  /** Returns the refactor. Checks for locks before any question is shown. */
  async #findWritable(id: string) {
    const found = await this.#services.refactors.findRefactor(id);
    requireWritable(await this.#services.catalogue(), found.bot, found.state);
    return found;
  }

  /** Runs a refactor in the background. Shows its progress, its questions, its end and its error. */
  #follow(
    bot: Bot,
    state: RefactorState,
    begin: (callbacks: RefactorCallbacks) => Promise<EndedRefactor>,
  ): void {
    const { kind } = state;
    const title = progressTitle({ kind, detail: writeRefactor(state), botLabel: bot.label });
    const run = async (): Promise<void> => {
      const ended = await withProgress(
        { title, location: 'notification' },
        ({ signal, report }) => {
          const onProgress = (progress: RefactorProgress): void =>
            report(refactorProgress(progress, state));
          const questions = this.#questions(bot, state);
          return begin({ questions, onProgress, signal });
        },
      );
      await afterRefactor(this.#services, ended);
    };
    run().catch((error: unknown) => this.#services.errors.show(error, bot.key));
  }

  #questions(bot: Bot, state: RefactorState): RefactorQuestions {
    const { l10n } = vscode;
    const lostText = l10n.t('The service did not confirm the request.');
    return {
      start: async (counts) => askToStart(await this.#services.catalogue(), bot, state, counts),
      // A retry without a question could leave two tags with this name in the service.
      unknownCreate: (error) =>
        this.#askIfCreated(bot, state, {
          reason: error === undefined ? lostText : describeError(error),
          otherButton: l10n.t('Create Again'),
          otherAnswer: 'again',
        }),
      // An undo has to delete the tag if it was created.
      unknownUndo: () =>
        this.#askIfCreated(bot, state, {
          reason: lostText,
          otherButton: l10n.t('Not Created'),
          otherAnswer: 'none',
        }),
      deleteOld: (findings) => askToDelete(bot, state, findings),
    };
  }

  /** Asks for the ID of the created tag. A second button gives `otherAnswer`. `stop`: the user closed the dialog. */
  async #askIfCreated<T extends string>(
    bot: Bot,
    { target, old }: RefactorState,
    {
      reason,
      otherButton,
      otherAnswer,
    }: { readonly reason: string; readonly otherButton: string; readonly otherAnswer: T },
  ): Promise<{ readonly id: string } | T | 'stop'> {
    const { l10n } = vscode;
    const message = l10n.t('Was "{0}" created?', target.name);
    const detail = [
      reason,
      l10n.t('If the tag exists in the service, enter its ID.'),
      '',
      ...botLines(bot),
    ];
    const enter = l10n.t('Enter an ID…');
    const picked = await ask({ message, detail }, enter, otherButton);
    if (picked === otherButton) return otherAnswer;
    return picked === enter ? this.#idOrStop(bot, target.name, old) : 'stop';
  }

  /** Prompts for the ID and adds the tag to the catalogue. */
  async #idOrStop(
    bot: Bot,
    name: string,
    old: RefactorState['old'],
  ): Promise<{ readonly id: string } | 'stop'> {
    const { l10n } = vscode;
    const items = await this.#services.items();
    const accept = async (id: string) => {
      const wrongId = l10n.t('This ID belongs to another item. Enter the ID of "{0}".', name);
      if (old.some((tag) => tag.id === id)) return { message: wrongId };
      try {
        const { signal } = new AbortController();
        const { type } = await items.addExisting(bot, id, signal);
        return type === TAG ? undefined : { message: wrongId };
      } catch (error) {
        return { message: describeError(error) };
      }
    };
    const title = l10n.t('Was "{0}" created?', name);
    const question = { prompt: l10n.t('ID of "{0}"', name), placeholder: 'tag-…', accept };
    try {
      return { id: await runStep(title, (position) => askText(question, position)) };
    } catch (error) {
      if (Cancelled.is(error)) return 'stop';
      throw error;
    }
  }
}
