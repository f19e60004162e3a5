import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { DEFAULT_LIMIT, type Bot, type UserRef } from '../../base/model.ts';
import type { CurlRequest, CurlShell } from '../../service/writeCurl.ts';
import type { ArgumentOf } from '../../commands/commands.ts';
import { botByReference, type CommandContext, type Handler } from '../../catalogue/ui/handler.ts';
import { itemsOf } from '../../catalogue/ui/itemsOf.ts';
import { setting } from '../../base/ui/settings.ts';
import { copyLines, sayDone } from '../../base/ui/window.ts';
import { askCurl, type CurlChoice } from './askCurl.ts';
import { userOfArgument } from './askUser.ts';
import type { TagServices } from './tagServices.ts';

type Needs = Pick<
  TagServices,
  'client' | 'catalogue' | 'panels' | 'botServices' | 'likelyBot' | 'loaded' | 'memory' | 'tagIndex'
>;

/** Copies a request about the selection as a curl command, which the user can run in a shell. Sends nothing. */
export function copyCurl(services: Needs): Handler<'botTags.copyCurl'> {
  return {
    interactive: async (context) => {
      const choice = await askCurl(services, await inputFrom(services, context));
      const shell = shellOfSettings();
      await copy(services, choice, shell);
      sayDone(copiedText(choice.bot, shell));
    },
    withArguments: async (argument) => {
      const bot = botByReference(await services.catalogue(), argument.bot);
      return copy(services, { bot, requests: [requestOf(bot, argument)] }, argument.shell);
    },
  };
}

/** Returns the input that the selection gives. */
async function inputFrom(
  services: Needs,
  { nodes, row }: CommandContext,
): Promise<Parameters<typeof askCurl>[1]> {
  if (row !== undefined) {
    const { bot, user, userName } = await services.panels.userInFront(row);
    services.memory.noteUser(bot.key, user, userName);
    return { bot, user };
  }
  const [node] = nodes;
  if (node === undefined) return {};
  const catalogue = await services.catalogue();
  const items = itemsOf(
    catalogue,
    nodes.filter(({ bot }) => bot === node.bot),
  );
  return { bot: botByReference(catalogue, node.bot), items };
}

function requestOf(bot: Bot, argument: ArgumentOf<'botTags.copyCurl'>): CurlRequest {
  const { request = 'listCustomers', limit = DEFAULT_LIMIT, from, next } = argument;
  const { tagId = '', user } = argument;
  const query = {
    botId: bot.botId,
    limit,
    ...(from === undefined ? {} : { from }),
    ...(next === undefined ? {} : { next }),
  };
  if (request === 'listCustomers') return { request, query };
  if (request === 'getItem') return { request, tagId };
  const userReference: UserRef = user === undefined ? failWithoutUser() : userOfArgument(user);
  return request === 'listUserTags'
    ? { request, user: userReference }
    : { request, tagId, user: userReference };
}

function failWithoutUser(): never {
  throw new UserError(
    vscode.l10n.t('This request needs a customer. Add "user" to the arguments of the command.'),
  );
}

function copiedText({ kind }: Bot, shell: CurlShell): string {
  const { l10n } = vscode;
  if (kind === 'sandbox') {
    return l10n.t(
      'Copied as curl, without the token of the sandbox. To get the token, use "Copy Sandbox Connection" on the sandbox.',
    );
  }
  const variable = shell === 'posix' ? 'BOT_TOKEN' : '$env:BOT_TOKEN';
  return l10n.t(
    'Copied as curl. Before you run the command, set the variable {0} to the token of the bot.',
    variable,
  );
}

async function copy(
  services: Needs,
  { bot, requests }: CurlChoice,
  shell: CurlShell = shellOfSettings(),
): Promise<string> {
  const client = await services.client();
  const baseUrl = await services.botServices.baseUrl(bot);
  return copyLines(requests.map((request) => client.curlLine(request, baseUrl, shell)));
}

function shellOfSettings(): CurlShell {
  const shell = setting('botTags.copyAsCurl.shell');
  if (shell === 'posix' || shell === 'powershell') return shell;
  return process.platform === 'win32' ? 'powershell' : 'posix';
}
