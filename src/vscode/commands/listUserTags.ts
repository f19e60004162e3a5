import * as vscode from 'vscode';
import type { Bot, UserRef } from '../../core/model.ts';
import { askBot } from '../input/askBot.ts';
import { askPick } from '../input/askPick.ts';
import { noTagsText, tagsOf, userTagEntry } from '../input/askTag.ts';
import { userSteps } from '../input/askUser.ts';
import { runSteps, step } from '../input/steps.ts';
import { copyLines, sayDone } from '../kit/window.ts';
import { userOfArgument } from '../userArgument.ts';
import { botNamed, type Handler } from './handler.ts';
import { givenBy, idOf, type TagUserNeeds } from './tagUser.ts';

export function listUserTags(parts: TagUserNeeds): Handler<'botTags.listUserTags'> {
  return {
    byPerson: async (hand) => {
      const catalogue = await parts.catalogue();
      const given = await givenBy(parts, hand);
      let { bot } = given;
      const asked = userSteps(given.user === undefined, parts.lastUsers, () => bot?.key);
      await runSteps(vscode.l10n.t('List Tags of User'), [
        step(
          bot === undefined,
          (position) => askBot(catalogue, position),
          (answer) => (bot = answer),
        ),
        ...asked.steps,
        {
          isNeeded: true,
          ask: async (position) => {
            if (bot === undefined) return;
            const user = given.user ?? asked.user();
            const title = vscode.l10n.t('Tags of {0}', given.userName ?? idOf(user));
            return showTags(parts, bot, user, { ...position, title });
          },
        },
      ]);
    },
    byProgram: async ({ bot, user }) => {
      const known = botNamed(await parts.catalogue(), bot);
      return parts.tags.list(known, userOfArgument(user), new AbortController().signal);
    },
  };
}

type Entry = vscode.QuickPickItem & {
  readonly tag?: { readonly id: string; readonly name: string };
};

async function showTags(
  parts: TagUserNeeds,
  bot: Bot,
  user: UserRef,
  position: Parameters<Parameters<typeof step>[1]>[0],
) {
  const { signal } = new AbortController();
  const load = async (): Promise<readonly Entry[]> =>
    entriesOf(await parts.tags.list(bot, user, signal));
  const picked = await askPick<Entry>(
    {
      placeholder: vscode.l10n.t('Press Enter to copy the ID of a tag, or its button to detach it'),
      items: load(),
      onButton: async ({ tag }) => {
        if (tag === undefined) return load();
        await parts.tags.detach(bot, tag.id, user, signal);
        sayDone(vscode.l10n.t('Tag "{0}" detached.', tag.name));
        return load();
      },
    },
    position,
  );
  if (typeof picked === 'symbol') return picked;
  if (picked.tag === undefined) return;
  await copyLines([picked.tag.id]);
  sayDone(vscode.l10n.t('{0} copied.', picked.tag.id));
}

function entriesOf(lists: Parameters<typeof tagsOf>[0]): readonly Entry[] {
  const tags = tagsOf(lists);
  if (tags.length === 0) return [{ label: noTagsText() }];
  const detach = {
    iconPath: new vscode.ThemeIcon('remove-close'),
    tooltip: vscode.l10n.t('Detach'),
  };
  return tags.map((tag) => ({ ...userTagEntry(tag), buttons: [detach] }));
}
