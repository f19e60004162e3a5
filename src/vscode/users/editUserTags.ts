import * as vscode from 'vscode';
import type { Bot, UserRef } from '../../core/model.ts';
import { botNamed, type Handler } from '../input/handler.ts';
import { runSteps } from '../input/steps.ts';
import { whileWorking } from '../kit/progress.ts';
import { askUserSteps, type AskTaggingNeeds } from './askTagging.ts';
import { idOf, nameOfUser } from './askUser.ts';
import { userOfArgument } from './userArgument.ts';
import type { UserTagEditors } from './userTagEditors.ts';

interface Needs extends AskTaggingNeeds {
  readonly editors: UserTagEditors;
}

/** The tags of a user as a document, whose saving changes them. */
export function editUserTags(parts: Needs): Handler<'botTags.editUserTags'> {
  const open = (bot: Bot, user: UserRef, signal: AbortSignal): Promise<string> => {
    const who = nameOfUser(parts, bot, user) ?? idOf(user);
    return parts.editors.open({ bot, user, who }, signal);
  };
  return {
    byPerson: async (hand) => {
      const asked = await askUserSteps(parts, hand);
      await runSteps(vscode.l10n.t('Edit Tags of User'), asked.steps);
      const [bot, user] = [asked.bot(), asked.user()];
      parts.memory.noteUser(bot.key, user);
      const title = vscode.l10n.t('Asking the service for the tags…');
      await whileWorking(title, (signal) => open(bot, user, signal));
    },
    byProgram: async ({ bot, user }) => {
      const known = botNamed(await parts.catalogue(), bot);
      return open(known, userOfArgument(user), new AbortController().signal);
    },
  };
}
