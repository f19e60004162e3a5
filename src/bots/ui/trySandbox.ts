import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import { addSandboxBot } from '../../catalogue/botChanges.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { TAG } from '../../base/model.ts';
import type { Clock } from '../../base/ports.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import type { FirstSteps } from '../../base/ui/firstSteps.ts';
import { randomToken, type SandboxHost } from '../../catalogue/ui/sandboxHost.ts';
import type { SecretTokens } from '../../catalogue/ui/tokens.ts';
import type { BotTree } from '../../catalogue/ui/treeView.ts';
import { withToken } from './addBot.ts';

const SANDBOX_BOT_ID = 'bot-sandbox';

export interface SandboxNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly tokens: SecretTokens;
  readonly sandbox: SandboxHost;
  readonly tree: BotTree;
  readonly clock: Clock;
  readonly steps: FirstSteps;
}

export function trySandbox(parts: SandboxNeeds): Handler<'botTags.trySandbox'> {
  return {
    byPerson: async ({ isFromTree }) =>
      parts.tree.reveal(await startSandboxBot(parts), undefined, { focus: isFromTree }),
    byProgram: () => startSandboxBot(parts),
  };
}

/** One sandbox bot is enough: it is revealed when it is there already. */
export async function startSandboxBot(parts: SandboxNeeds): Promise<string> {
  const key = await startedBot(parts);
  parts.steps.done('botTags.didTrySandbox');
  return key;
}

async function startedBot(parts: SandboxNeeds): Promise<string> {
  const catalogue = await parts.catalogue();
  const known = catalogue.bots().find((bot) => bot.kind === 'sandbox');
  const bot = known ?? {
    key: crypto.randomUUID(),
    baseUrl: '',
    botId: SANDBOX_BOT_ID,
    label: vscode.l10n.t('Sandbox'),
    kind: 'sandbox' as const,
    environment: '',
    isReadOnly: false,
    origin: 'sandbox' as const,
    isConfirmed: true,
    created: parts.clock.now(),
  };
  if (known !== undefined) {
    await parts.sandbox.items(bot);
    return bot.key;
  }
  await withToken(parts.tokens, { bot: bot.key, token: randomToken() }, async () => {
    const items = await parts.sandbox.items(bot);
    const deleted = deletedTag();
    await catalogue.whenFree(() => {
      addSandboxBot(catalogue, bot, [...items, deleted]);
      catalogue.mark(bot.key, deleted.id, 'gone', null);
    });
  });
  return bot.key;
}

/** The sandbox does not have it: it shows what a deleted tag looks like. */
function deletedTag() {
  const name = vscode.l10n.t('Lunar New Year');
  return { id: 'tag-9aLunarNY', name, type: TAG, parentId: null, created: Date.UTC(2026, 0, 20) };
}
