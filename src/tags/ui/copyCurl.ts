import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import {
  type Bot,
  type CatalogueItem,
  DEFAULT_LIMIT,
  FOLDER,
  type UserRef,
} from '../../base/model.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { setting } from '../../base/ui/settings.ts';
import {
  BACK,
  type Back,
  requireAnswer,
  runSteps,
  step,
  type StepPosition,
} from '../../base/ui/steps.ts';
import { copyLines, sayDone } from '../../base/ui/window.ts';
import { askBot, onlyBot } from '../../catalogue/ui/askBot.ts';
import { itemsOf } from '../../catalogue/ui/askItems.ts';
import { askTag, type TagChoice } from '../../catalogue/ui/askTag.ts';
import { botByReference, type CommandContext, type Handler } from '../../catalogue/ui/handler.ts';
import type { ArgumentOf } from '../../commands/commands.ts';
import { CURL_REQUESTS, type CurlRequest, type CurlShell } from '../../service/writeCurl.ts';
import { CustomerSteps } from './askUser.ts';
import type { TagServices } from './tagServices.ts';

type Needs = Pick<
  TagServices,
  'client' | 'catalogue' | 'panels' | 'botServices' | 'likelyBot' | 'loaded' | 'memory' | 'tagIndex'
>;

type RequestKind = CurlRequest['request'];

/** Input that the selection gives. If a bot is selected, `items` is empty. */
interface KnownInput {
  readonly bot?: Bot;
  readonly items?: readonly CatalogueItem[];
  readonly user?: UserRef;
}

interface CurlChoice {
  readonly bot: Bot;
  /** Requests to copy. If several tags are selected, one for each tag. */
  readonly requests: readonly CurlRequest[];
}

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

async function inputFrom(services: Needs, { nodes, row }: CommandContext): Promise<KnownInput> {
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
  // Without a tag ID, building the request fails with an error that asks for one.
  const { tagId = '', user } = argument;
  if (request === 'listCustomers')
    return { request, query: { botId: bot.botId, limit, from, next } };
  if (request === 'getItem') return { request, tagId };
  if (user === undefined) {
    throw new UserError(
      vscode.l10n.t('This request needs a customer. Add "user" to the arguments of the command.'),
    );
  }
  return request === 'listUserTags' ? { request, user } : { request, tagId, user };
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
  return copyLines(
    requests.map(
      (request) => client.curlLine(request, baseUrl, shell) ?? failWithControlCharacter(),
    ),
  );
}

function failWithControlCharacter(): never {
  throw new UserError(
    vscode.l10n.t(
      'No command line was copied, because an ID contains a control character that could make a terminal run something else. Use the commands of this extension instead, such as "Attach Tag…".',
    ),
  );
}

function shellOfSettings(): CurlShell {
  const shell = setting('botTags.copyAsCurl.shell');
  if (shell === 'posix' || shell === 'powershell') return shell;
  return process.platform === 'win32' ? 'powershell' : 'posix';
}

/** Asks which request to copy, if several fit the selection, and for its missing parameters. */
async function askCurl(services: Needs, knownInput: KnownInput): Promise<CurlChoice> {
  const catalogue = await services.catalogue();
  let bot = knownInput.bot ?? onlyBot(catalogue);
  const kinds = kindsFor(knownInput);
  let kind = kinds[0] ?? 'listCustomers';
  let tags: readonly TagChoice[] = knownInput.items ?? [];
  const requireBot = (): Bot => requireAnswer(bot);
  const { likelyBot } = services;
  const bots = (): readonly Bot[] => [requireBot()];
  const customerSteps = new CustomerSteps(knownInput.user === undefined, services, {
    catalogue,
    bots,
  });
  const needsUser = (): boolean => kind !== 'listCustomers' && kind !== 'getItem';
  const needsTag = (): boolean => kind !== 'listCustomers' && kind !== 'listUserTags';
  await runSteps(vscode.l10n.t('Copy as curl'), [
    step(
      bot === undefined,
      (position) => askBot(catalogue, position, (candidate) => likelyBot.isLikely(candidate)),
      (answer) => (bot = answer),
    ),
    step(
      kinds.length > 1,
      (position) => askKind(kinds, position),
      (answer) => (kind = answer),
    ),
    ...customerSteps.steps.map((customerStep) => ({
      ...customerStep,
      isAsked: () => needsUser() && (customerStep.isAsked?.() ?? true),
    })),
    {
      ...step(
        knownInput.items === undefined,
        async (position) =>
          askTag(await services.tagIndex(), requireBot(), services.memory, position),
        (answer) => (tags = [answer]),
      ),
      isAsked: needsTag,
    },
  ]);
  // A function, because some kinds of requests have no user.
  const user = (): UserRef => knownInput.user ?? customerSteps.customer.user;
  return { bot: requireBot(), requests: requestsOf(kind, { bot: requireBot(), tags, user }) };
}

function requestsOf(
  kind: RequestKind,
  { bot, tags, user }: { bot: Bot; tags: readonly TagChoice[]; user: () => UserRef },
): readonly CurlRequest[] {
  if (kind === 'listCustomers') {
    const query = { botId: bot.botId, limit: DEFAULT_LIMIT };
    return [{ request: kind, query }];
  }
  if (kind === 'listUserTags') return [{ request: kind, user: user() }];
  if (kind === 'getItem') return tags.map(({ id }) => ({ request: kind, tagId: id }));
  return tags.map(({ id }) => ({ request: kind, tagId: id, user: user() }));
}

/** Returns the kinds of request that fit the selection, the most likely first. */
function kindsFor({ bot, items, user }: KnownInput): readonly RequestKind[] {
  if (user !== undefined) return ['listUserTags', 'attachTag', 'detachTag'];
  if (bot === undefined || items === undefined) return CURL_REQUESTS;
  if (items.length === 0) return ['listCustomers'];
  return items.some(({ type }) => type === FOLDER)
    ? ['getItem']
    : ['attachTag', 'detachTag', 'getItem'];
}

async function askKind(
  kinds: readonly RequestKind[],
  position: StepPosition,
): Promise<RequestKind | Back> {
  const { l10n } = vscode;
  const labels: Readonly<Record<RequestKind, string>> = {
    listCustomers: l10n.t('List Customers of Bot'),
    getItem: l10n.t('Get Tag'),
    attachTag: l10n.t('Attach Tag to Customer'),
    detachTag: l10n.t('Detach Tag from Customer'),
    listUserTags: l10n.t('Tags of Customer'),
  };
  const items = kinds.map((kind) => ({ label: labels[kind], request: kind }));
  const placeholder = l10n.t('Which request do you want to copy? The request will not be sent.');
  const picked = await askPick({ placeholder, items }, position);
  return picked === BACK ? BACK : picked.request;
}
