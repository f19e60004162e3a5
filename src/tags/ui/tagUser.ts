import { isSameUser } from '../../runs/undoing.ts';
import type { Bot, UserRef } from '../../base/model.ts';
import type { Tagging } from '../../base/plan.ts';
import { WRITE_ENDPOINTS } from '../../runs/recorder.ts';
import { botByReference, type CommandContext, type Handler } from '../../catalogue/ui/handler.ts';
import { agreeInProduction, requireAllowed } from '../../catalogue/ui/writeGuard.ts';
import type { FirstSteps } from '../../base/ui/firstSteps.ts';
import { tagRows, type TagRowsNeeds } from '../../plans/ui/tagRows.ts';
import { offerUndo, type UndoNeeds } from '../../runs/ui/undoWrite.ts';
import { withProgress } from '../../base/ui/progress.ts';
import {
  askTagging,
  type AskTaggingNeeds,
  doneText,
  questionText,
  workingText,
  yesText,
} from './askTagging.ts';

interface Needs extends AskTaggingNeeds, UndoNeeds, Omit<TagRowsNeeds, keyof AskTaggingNeeds> {
  readonly steps: FirstSteps;
}

/** Runs "Attach Tag…" or "Detach Tag…", for one customer or for the selected rows of the Customers panel. */
export function tagUser(services: Needs, verb: Tagging): Handler<'botTags.attachTag'> {
  return {
    interactive: async (context) => {
      if ((await countSelected(services, context)) > 1) return tagRows(services, context, verb);
      const request = await askTagging(services, context, verb);
      const { bot, user, tag, customerLabel } = request;
      services.memory.noteUser(bot.key, user);
      const message = questionText(verb, request);
      const yes = yesText(verb);
      const catalogue = await services.catalogue();
      await agreeInProduction(catalogue, bot, { message, yes });
      const recordedWrites = services.recorder.collectIds(
        (write) =>
          write.kind === verb &&
          write.bot === bot.key &&
          write.itemId === tag.id &&
          isSameUser(services.recorder.userOf(write), user),
      );
      try {
        const title = workingText(customerLabel);
        await withProgress({ title, location: 'status' }, ({ signal }) =>
          attachOrDetach(services, verb, { bot, tagId: tag.id, user }, signal),
        );
      } finally {
        recordedWrites.dispose();
      }
      services.memory.noteTag(bot.key, tag.id);
      await offerUndo(services, doneText(verb, request), recordedWrites.ids);
    },
    withArguments: async ({ bot, tagId, user, confirmed }) => {
      const catalogue = await services.catalogue();
      const knownBot = botByReference(catalogue, bot);
      const endpoint = WRITE_ENDPOINTS[verb];
      requireAllowed(catalogue, knownBot, { endpoint, confirmed, ids: [tagId] });
      const { signal } = new AbortController();
      await attachOrDetach(services, verb, { bot: knownBot, tagId, user }, signal);
    },
  };
}

async function attachOrDetach(
  { tags, steps }: Needs,
  verb: Tagging,
  { bot, tagId, user }: { readonly bot: Bot; readonly tagId: string; readonly user: UserRef },
  signal: AbortSignal,
): Promise<void> {
  await tags[verb](bot, tagId, user, signal);
  if (verb === 'attach') steps.markDone('botTags.didAttachTag');
}

/** Returns the number of selected rows to tag; 0 if a tree node or a row outside of the selection was clicked. */
async function countSelected({ panels }: Needs, { row, nodes }: CommandContext): Promise<number> {
  const panel = nodes.length === 0 ? panels.active() : undefined;
  const rows = (await panel?.rowsInScope('selected')) ?? [];
  const appliesToSelection = row === undefined || rows.includes(row.row);
  return appliesToSelection ? rows.length : 0;
}
