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
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { exposedText } from '../../errors/ui/refusalTexts.ts';
import { isHeaderToken, withoutBearer } from '../../service/tokenText.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'tokens'>;

export function replaceToken(services: Needs): Handler<'botTags.replaceToken'> {
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Enter Token');
      const { key } = await botOfContext(await services.catalogue(), context, title);
      await askAndSaveToken(services, key);
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

/** @throws {UserError} for the sandbox */
export async function askAndSaveToken(services: Needs, botKey: string): Promise<void> {
  const bot = botByReference(await services.catalogue(), botKey);
  const title = labeled(vscode.l10n.t('Enter Token'), bot.label);
  await runStep(title, (position) => askAndSaveTokenInStep(services, bot, position));
}

/** A base URL from a file is shown and confirmed first. */
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

/** A workspace file may have changed during the dialogs. The token must not reach another address than was shown. */
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

/** The token is never shown. A "Bearer" prefix is removed. */
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

/** Shows the full base URL that came from a file, before a token is entered for it. */
async function confirmAddress(bot: Bot): Promise<void> {
  if (bot.isConfirmed) return;
  const useButton = vscode.l10n.t('Use This Address');
  const message = vscode.l10n.t('Send the token of "{0}" to this address?', nameOfBot(bot));
  const detail = unconfirmedLines(bot).flatMap((line) => [line, '']);
  await confirm({ message, detail }, useButton);
}

function unconfirmedText(bot: Bot): string {
  return sentences(unconfirmedLines(bot));
}

function unconfirmedLines({ baseUrl, botId }: Bot): readonly string[] {
  const checked = checkBaseUrl(baseUrl);
  return [
    baseUrl,
    vscode.l10n.t('Bot ID: {0}', botId),
    vscode.l10n.t(
      'You did not enter this address; the address comes from a file. If you continue, the service at this address will receive the token and every request of this bot. Continue only if this is your service.',
    ),
    ...(checked.ok && checked.isExposed ? [exposedText(baseUrl)] : []),
  ];
}
