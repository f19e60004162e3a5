import * as vscode from 'vscode';
import type { Bot } from '../../core/model.ts';
import { askText } from '../input/askText.ts';
import { BACK, runSteps } from '../input/steps.ts';
import type { Parts } from '../parts.ts';
import { sayDone } from '../progress.ts';
import { botInHand, botNamed, type Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue' | 'tokens'>;

/** Serves "Replace Token…" and "Enter Token…", which are two names for one thing. */
export function replaceToken(
  parts: Needs,
): Handler<'botTags.replaceToken'> & Handler<'botTags.enterToken'> {
  return {
    byPerson: async (hand) => {
      const title = vscode.l10n.t('Token');
      await askToken(parts, await botInHand(await parts.catalogue(), hand, title));
    },
    byProgram: async ({ bot, token }) => {
      await parts.tokens.set(botNamed(await parts.catalogue(), bot).key, token);
    },
  };
}

export async function askToken(parts: Needs, bot: Bot): Promise<void> {
  const prompt = vscode.l10n.t('API token. It is kept in the secret storage of VS Code only.');
  await runSteps(vscode.l10n.t('Token of {0}', bot.label), [
    {
      isNeeded: true,
      ask: async (position) => {
        const token = await askText({ prompt, isPassword: true }, position);
        if (token !== BACK) await parts.tokens.set(bot.key, token);
      },
    },
  ]);
  sayDone(vscode.l10n.t('Token of "{0}" kept.', bot.label));
}
