import * as vscode from 'vscode';
import { tagsOf } from '../../catalogue/ui/askTag.ts';
import { botNamed, type Handler } from '../../catalogue/ui/handler.ts';
import { BACK, runSteps, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { titleAt } from '../../catalogue/ui/botLooks.ts';
import { askUserSteps, type AskedUser, type AskTaggingNeeds } from './askTagging.ts';
import { askUserTags, showUserTags } from './askUserTags.ts';
import { changeUserTags, type ChangeNeeds, type TickedTags } from './changeUserTags.ts';
import { userOfArgument } from './userArgument.ts';

type Needs = AskTaggingNeeds & ChangeNeeds;

/** "Tags of Customer…": shows the tags of a customer, and changes them. */
export function listUserTags(parts: Needs): Handler<'botTags.listUserTags'> {
  return {
    byPerson: async (hand) => {
      const asked = await askUserSteps(parts, hand);
      await runSteps(vscode.l10n.t('Tags of Customer'), [
        ...asked.steps,
        { isNeeded: true, ask: (position) => showTags(parts, asked, position) },
      ]);
    },
    byProgram: async ({ bot, user }) => {
      const known = botNamed(await parts.catalogue(), bot);
      return parts.tags.list(known, userOfArgument(user), new AbortController().signal);
    },
  };
}

async function showTags(
  parts: Needs,
  asked: AskedUser,
  position: StepPosition,
): Promise<void | Back> {
  const customer = { bot: asked.bot(), user: asked.user(), who: asked.who() };
  const { bot, user, who } = customer;
  parts.memory.noteUser(bot.key, user);
  const titled = { ...position, title: titleAt(bot, vscode.l10n.t('Tags of {0}', who)) };
  const [catalogue, index] = [await parts.catalogue(), await parts.tagIndex()];
  const lists = parts.tags.list(bot, user, new AbortController().signal);
  if (catalogue.isReadOnly(bot.key)) return showUserTags(bot, lists, titled);
  let shown: TickedTags | Promise<TickedTags> | undefined = lists.then((all) => {
    const tags = tagsOf(all);
    return { tags, ticked: tags };
  });
  while (shown !== undefined) {
    const picked: TickedTags | Back = await askUserTags(index, bot, shown, titled);
    if (picked === BACK) return BACK;
    shown = await changeUserTags(parts, customer, picked);
  }
}
