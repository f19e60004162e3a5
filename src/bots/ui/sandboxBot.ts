import * as vscode from 'vscode';
import { userAt } from '../../base/customer.ts';
import { UserError } from '../../base/errors.ts';
import { type Bot, customerAt, TAG } from '../../base/model.ts';
import { copyLines, sayDone } from '../../base/ui/window.ts';
import { addSandboxBot } from '../../catalogue/botChanges.ts';
import { botOfContext, botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import { randomToken, SANDBOX_PORT } from '../../catalogue/ui/sandboxHost.ts';
import { TreeNode } from '../../catalogue/ui/treeNode.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { connectionLines } from '../../service/tokenText.ts';
import { withToken } from './addBot.ts';

const SANDBOX_BOT_ID = 'bot-sandbox';

type SandboxNeeds = Pick<
  CatalogueServices,
  'catalogue' | 'tokens' | 'sandbox' | 'tree' | 'clock' | 'steps'
>;

export function trySandbox(services: SandboxNeeds): Handler<'botTags.trySandbox'> {
  return {
    interactive: async ({ isFromTree }) =>
      services.tree.reveal(await startSandboxBot(services), undefined, { focus: isFromTree }),
    withArguments: () => startSandboxBot(services),
  };
}

/** Starts that have not ended. A second click joins the first one, because it would add a second bot. */
const pendingStarts = new WeakMap<SandboxNeeds['sandbox'], Promise<string>>();

async function startSandboxBot(services: SandboxNeeds): Promise<string> {
  const { sandbox } = services;
  const start =
    pendingStarts.get(sandbox) ??
    findOrAddBot(services).finally(() => pendingStarts.delete(sandbox));
  pendingStarts.set(sandbox, start);
  const key = await start;
  services.steps.markDone('botTags.didTrySandbox');
  return key;
}

/** Returns the key of the sandbox bot, whose sandbox is then running. */
async function findOrAddBot(services: SandboxNeeds): Promise<string> {
  const catalogue = await services.catalogue();
  const existingBot = catalogue.bots().find(({ kind }) => kind === 'sandbox');
  if (existingBot !== undefined) {
    // Starts the sandbox.
    await services.sandbox.running(existingBot);
    return existingBot.key;
  }
  const bot: Bot = {
    key: crypto.randomUUID(),
    baseUrl: '',
    botId: SANDBOX_BOT_ID,
    label: vscode.l10n.t('Sandbox'),
    kind: 'sandbox',
    environment: '',
    isReadOnly: false,
    origin: 'sandbox',
    isConfirmed: true,
    created: services.clock.now(),
  };
  await withToken(services.tokens, { bot: bot.key, token: randomToken() }, async () => {
    const items = (await services.sandbox.running(bot)).items();
    const deleted = exampleOfDeletedTag();
    await catalogue.whenFree(() => {
      addSandboxBot(catalogue, bot, [...items, deleted]);
      catalogue.mark(bot.key, deleted.id, 'gone', null);
    });
  });
  return bot.key;
}

/** Returns a tag that is missing in the sandbox service, created four weeks before the Lunar New Year of 2026. */
function exampleOfDeletedTag() {
  const name = vscode.l10n.t('Lunar New Year');
  return { id: 'tag-9aLunarNY', name, type: TAG, parentId: null, created: Date.UTC(2026, 0, 20) };
}

export type PrepareSandboxNeeds = SandboxNeeds & Pick<CatalogueServices, 'botServices' | 'memory'>;

const OFFERED_USERS = 5;

/** Starts the sandbox for a button of the walkthrough, and offers its customers in prompts. */
export async function prepareSandbox(services: PrepareSandboxNeeds): Promise<TreeNode> {
  const key = await startSandboxBot(services);
  await offerUsers(services, botByReference(await services.catalogue(), key));
  return new TreeNode(key, null);
}

/** Offers sandbox customers in later prompts, because new users do not know any user ID. */
async function offerUsers({ botServices, memory }: PrepareSandboxNeeds, bot: Bot): Promise<void> {
  if (memory.users(bot.key).length > 0) return;
  const service = await botServices.of(bot);
  const query = { botId: bot.botId, limit: OFFERED_USERS };
  const page = await service.listCustomers(query, new AbortController().signal);
  for (const index of page.records.keys()) {
    const user = userAt(page, index);
    // A string is the reason why the record has no usable user ID.
    if (typeof user !== 'string') memory.noteUser(bot.key, user, customerAt(page, index)?.name);
  }
}

/** Copies the sandbox connection as lines for a `.env` file, with the command that runs it without VS Code. */
export function copySandbox(
  services: Pick<CatalogueServices, 'catalogue' | 'sandbox' | 'context'>,
): Handler<'botTags.copySandbox'> {
  const copy = async (bot: Bot): Promise<string> => {
    const connection = await services.sandbox.running(bot);
    const options = `--port ${SANDBOX_PORT} --token ${connection.token}`;
    const cli = vscode.Uri.joinPath(services.context.extensionUri, 'dist', 'sandboxCli.cjs').fsPath;
    return copyLines([`# node "${cli}" ${options}`, ...connectionLines(connection)]);
  };
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Copy Sandbox Connection');
      const bot = await botOfContext(await services.catalogue(), context, title, {
        accepts: ({ kind }) => kind === 'sandbox',
        noneMessage: vscode.l10n.t(
          'There is no sandbox in the list. To add one, use "Bot Tags: Try the Sandbox".',
        ),
      });
      await copy(bot);
      sayDone(vscode.l10n.t('{0} copied.', bot.label));
    },
    withArguments: async ({ bot: reference }) => {
      const bot = botByReference(await services.catalogue(), reference);
      if (bot.kind === 'sandbox') return copy(bot);
      throw new UserError(
        vscode.l10n.t(
          'Nothing was copied, because "{0}" is not the sandbox. To add the sandbox, use "Bot Tags: Try the Sandbox".',
          bot.label,
        ),
      );
    },
  };
}
