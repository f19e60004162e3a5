import * as vscode from 'vscode';
import { FOLDER, TAG, type Bot } from '../../core/model.ts';
import { askText } from '../input/askText.ts';
import { BACK, runSteps } from '../input/steps.ts';
import { sayDone } from '../kit/window.ts';
import type { Parts } from '../parts.ts';
import { whileWorking } from '../progress.ts';
import { botNamed, placeInHand, type Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue' | 'items' | 'tree'>;
type Creating = Handler<'botTags.createTag'> &
  Handler<'botTags.createFolder'> &
  Handler<'botTags.createSubfolder'>;

export function createItem(parts: Needs, type: typeof TAG | typeof FOLDER): Creating {
  const create = async (bot: Bot, name: string, parentId: string | undefined): Promise<string> => {
    const items = await parts.items();
    const title = vscode.l10n.t('Creating "{0}"…', name);
    return whileWorking(title, (signal) => items.create(bot, { name, type, parentId }, signal));
  };
  return {
    byPerson: async (hand) => {
      const title = type === TAG ? vscode.l10n.t('New Tag') : vscode.l10n.t('New Folder');
      const { bot, item } = await placeInHand(await parts.catalogue(), hand, title);
      const folder = item?.type === FOLDER ? item : undefined;
      const place = folder?.name ?? bot.label;
      const prompt =
        type === TAG
          ? vscode.l10n.t('Name of the new tag in "{0}"', place)
          : vscode.l10n.t('Name of the new folder in "{0}"', place);
      const name = await askName(title, prompt);
      const id = await create(bot, name, folder?.id);
      await parts.tree.reveal(bot.key, id);
      sayDone(vscode.l10n.t('"{0}" created.', name));
    },
    byProgram: async ({ bot, name, parentId }) =>
      create(botNamed(await parts.catalogue(), bot), name, parentId),
  };
}

async function askName(title: string, prompt: string): Promise<string> {
  let name = '';
  await runSteps(title, [
    {
      isNeeded: true,
      ask: async (position) => {
        const answer = await askText({ prompt }, position);
        if (answer !== BACK) name = answer;
      },
    },
  ]);
  return name;
}
