import * as vscode from 'vscode';
import { checkBaseUrl } from '../../base/baseUrl.ts';
import { UserError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { sentences } from '../../base/text.ts';
import { askText, type TextQuestion } from '../../base/ui/askText.ts';
import { labeled } from '../../base/ui/localeTexts.ts';
import { BACK, type Back, runStep, type StepPosition } from '../../base/ui/steps.ts';
import { confirm, sayDone } from '../../base/ui/window.ts';
import { confirmBot } from '../../catalogue/botChanges.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import { botOfContext, botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import type { CatalogueServices } from '../../catalogue/ui/catalogueServices.ts';
import { exposedText } from '../../errors/ui/refusalTexts.ts';
import { isHeaderToken, withoutBearer } from '../../service/tokenText.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'tokens'>;

/** Replaces or adds the token of a bot. */
export function replaceToken(services: Needs): Handler<'botTags.replaceToken'> {
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Enter Token');
      await askAndSaveToken(
        services,
        await botOfContext(await services.catalogue(), context, title),
      );
    },
    withArguments: async ({ bot, token, confirmed }) => {
      const catalogue = await services.catalogue();
      const targetBot = botByReference(catalogue, bot);
      if (!targetBot.isConfirmed && confirmed !== true) {
        throw new UserError(unconfirmedText(targetBot));
      }
      await saveToken(services, targetBot, token);
    },
  };
}

/**
 * Prompts for the token in a separate dialog and saves it.
 * @throws {Cancelled}
 * @throws {UserError} for the sandbox
 */
export async function askAndSaveToken(services: Needs, bot: Bot): Promise<void> {
  const title = labeled(vscode.l10n.t('Enter Token'), bot.label);
  await runStep(title, (position) => askAndSaveTokenInStep(services, bot, position));
}

/**
 * Prompts for the token in a step of a dialog and saves it. A base URL from a file is shown and confirmed first.
 * @throws {Cancelled}
 */
export async function askAndSaveTokenInStep(
  services: Needs,
  bot: Bot,
  position: StepPosition,
): Promise<void | Back> {
  if (bot.kind === 'sandbox') {
    throw new UserError(
      vscode.l10n.t(
        'The token was not changed, because the sandbox creates its token automatically. If the sandbox is not running, start it with "Try the Sandbox".',
      ),
    );
  }
  await confirmAddress(bot);
  const token = await askTokenText(position);
  if (token === BACK) return BACK;
  await saveToken(services, bot, token);
  sayDone(vscode.l10n.t('Token for "{0}" saved.', bot.label));
}

/**
 * Saves the token. The workspace file may have changed while the dialogs were open, so the base URL is compared again
 * and the token cannot reach another address.
 * @throws {UserError} if the bot was removed or its base URL has changed
 */
async function saveToken(services: Needs, bot: Bot, token: string): Promise<void> {
  const catalogue = await services.catalogue();
  const requireSameAddress = (): void => {
    const currentBot = botByReference(catalogue, bot.key);
    const isSame = currentBot.baseUrl === bot.baseUrl;
    if (isSame && (currentBot.isConfirmed || confirmBot(catalogue, bot))) return;
    throw new UserError(unconfirmedText(currentBot));
  };
  await catalogue.whenFree(requireSameAddress);
  await services.tokens.set(bot.key, token);
}

/**
 * Prompts for a token, which is never shown. A "Bearer" prefix is removed.
 * @throws {Cancelled}
 */
export async function askTokenText(
  position: StepPosition,
  question: Pick<TextQuestion, 'value' | 'refusal' | 'accept'> = {},
): Promise<string | Back> {
  const { l10n } = vscode;
  const prompt = l10n.t('API token. The token is stored only in the secret storage of VS Code.');
  const invalidText = l10n.t(
    'A token can contain only the letters A to Z in upper or lower case, digits, and ASCII symbols. It cannot contain spaces. Copy the complete token again.',
  );
  const validate = (text: string): string | undefined =>
    isHeaderToken(withoutBearer(text)) ? undefined : invalidText;
  const answer = await askText({ ...question, prompt, isPassword: true, validate }, position);
  return answer === BACK ? BACK : withoutBearer(answer);
}

/**
 * Shows the full base URL that came from a file, and prompts for confirmation, before a token is entered for it.
 * @throws {Cancelled}
 */
async function confirmAddress(bot: Bot): Promise<void> {
  if (bot.isConfirmed) return;
  const useButton = vscode.l10n.t('Use This Address');
  const message = vscode.l10n.t('Send the token of "{0}" to this address?', nameOfBot(bot));
  const detail = unconfirmedLines(bot).flatMap((line) => [line, '']);
  await confirm({ message, detail }, useButton);
}

type Address = Pick<Bot, 'baseUrl' | 'botId'>;

function unconfirmedText(bot: Address): string {
  return sentences(unconfirmedLines(bot));
}

/** Returns the address and a warning, one per line, to show before the address is confirmed. */
function unconfirmedLines({ baseUrl, botId }: Address): readonly string[] {
  const checked = checkBaseUrl(baseUrl);
  const isExposed = checked.ok && checked.isExposed;
  const lines = [
    baseUrl,
    vscode.l10n.t('Bot ID: {0}', botId),
    vscode.l10n.t(
      'You did not enter this address; the address comes from a file. If you continue, the service at this address will receive the token and every request of this bot. Continue only if this is your service.',
    ),
  ];
  if (isExposed) {
    lines.push(exposedText(baseUrl));
  }
  return lines;
}
