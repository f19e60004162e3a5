import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import { confirmBot } from '../../catalogue/botChanges.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { UserError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { botInHand, botNamed, type Handler } from '../../catalogue/ui/handler.ts';
import { BACK, runSteps, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { labelled } from '../../base/ui/counts.ts';
import type { SecretTokens } from '../../catalogue/ui/tokens.ts';
import { sayDone } from '../../base/ui/window.ts';
import { askTokenText } from './askTokenText.ts';
import { confirmAddress, unconfirmedText } from './confirmAddress.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly tokens: SecretTokens;
}

export function replaceToken(parts: Needs): Handler<'botTags.replaceToken'> {
  return {
    byPerson: async (hand) => {
      const title = vscode.l10n.t('Enter Token');
      await askToken(parts, await botInHand(await parts.catalogue(), hand, title));
    },
    byProgram: async ({ bot, token, confirmed }) => {
      const catalogue = await parts.catalogue();
      const known = botNamed(catalogue, bot);
      if (!known.isConfirmed && confirmed !== true) throw new UserError(unconfirmedText(known));
      await keepToken(parts, known, token);
    },
  };
}

/** Asks for the token in a dialog of its own. Throws `Cancelled`, and `UserError` for the sandbox. */
export async function askToken(parts: Needs, bot: Bot): Promise<void> {
  const ask = (position: StepPosition) => changeToken(parts, bot, position);
  const title = labelled(vscode.l10n.t('Enter Token'), bot.label);
  await runSteps(title, [{ isNeeded: true, ask }]);
}

/** Asks for the token and saves it. An address from a file is shown and confirmed first. Throws `Cancelled`. */
export async function changeToken(
  parts: Needs,
  bot: Bot,
  position: StepPosition,
): Promise<void | Back> {
  if (bot.kind === 'sandbox') {
    throw new UserError(
      vscode.l10n.t(
        'The token was not changed, because the sandbox creates its token automatically. To start the sandbox, use "Try the Sandbox".',
      ),
    );
  }
  await confirmAddress(bot);
  const token = await askTokenText(position);
  if (token === BACK) return BACK;
  await keepToken(parts, bot, token);
  sayDone(vscode.l10n.t('Token for "{0}" saved.', bot.label));
}

/**
 * The file may have been changed while the dialogs were open. The bot's key holds its address, so that the token
 * cannot reach another one; a bot that is gone gets none.
 */
async function keepToken(parts: Needs, bot: Bot, token: string): Promise<void> {
  const catalogue = await parts.catalogue();
  const confirm = (): void => {
    const known = botNamed(catalogue, bot.key);
    const isSame = known.baseUrl === bot.baseUrl;
    if (isSame && (known.isConfirmed || confirmBot(catalogue, bot))) return;
    throw new UserError(unconfirmedText(known));
  };
  await catalogue.whenFree(confirm);
  await parts.tokens.set(bot.key, token);
}
