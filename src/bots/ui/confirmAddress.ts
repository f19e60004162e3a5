import * as vscode from 'vscode';
import { Cancelled } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { sentences } from '../../base/sentences.ts';
import { checkBaseUrl } from '../../base/baseUrl.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import { ask } from '../../base/ui/window.ts';
import { exposedText } from '../../errors/ui/baseUrlText.ts';

/** Shows a base URL that came from a file, in full, before a token is entered for it. Throws `Cancelled`. */
export async function confirmAddress(bot: Bot): Promise<void> {
  if (bot.isConfirmed) return;
  const use = vscode.l10n.t('Use This Address');
  const message = vscode.l10n.t('Send the token of "{0}" to this address?', nameOfBot(bot));
  const detail = unconfirmedLines(bot).flatMap((line) => [line, '']);
  if ((await ask({ message, detail }, use)) !== use) throw new Cancelled();
}

type Address = Pick<Bot, 'baseUrl' | 'botId'>;

export function unconfirmedText(bot: Address): string {
  return sentences(unconfirmedLines(bot));
}

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
