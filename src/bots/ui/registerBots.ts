import type { Disposable } from 'vscode';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { addBot } from './addBot.ts';
import { botSettings } from './botSettings.ts';
import { checkConnection } from './checkConnection.ts';
import { removeBot } from './removeBot.ts';
import { replaceToken } from './replaceToken.ts';
import { copySandbox, trySandbox } from './sandboxBot.ts';

export function registerBots(services: CatalogueServices): Disposable {
  return services.commands.register({
    'botTags.addBot': addBot(services),
    'botTags.trySandbox': trySandbox(services),
    'botTags.copySandbox': copySandbox(services),
    'botTags.botSettings': botSettings(services),
    'botTags.replaceToken': replaceToken(services),
    'botTags.removeBot': removeBot(services),
    'botTags.checkConnection': checkConnection(services),
  });
}
