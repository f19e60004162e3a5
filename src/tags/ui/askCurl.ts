import * as vscode from 'vscode';
import {
  DEFAULT_LIMIT,
  FOLDER,
  type Bot,
  type CatalogueItem,
  type UserRef,
} from '../../base/model.ts';
import { CURL_REQUESTS, type CurlRequest } from '../../service/writeCurl.ts';
import { askBot, onlyBot } from '../../catalogue/ui/askBot.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askTag, type TagChoice } from '../../catalogue/ui/askTag.ts';
import {
  BACK,
  runSteps,
  step,
  type Back,
  type StepPosition,
  requireAnswer,
} from '../../base/ui/steps.ts';
import { CustomerSteps } from './askUser.ts';
import type { TagServices } from './tagServices.ts';

type Needs = Pick<TagServices, 'catalogue' | 'memory' | 'loaded' | 'likelyBot' | 'tagIndex'>;
type Kind = CurlRequest['request'];

/** Input that the selection gives. If a bot is selected, `items` is empty. */
interface KnownInput {
  readonly bot?: Bot;
  readonly items?: readonly CatalogueItem[];
  readonly user?: UserRef;
}

export interface CurlChoice {
  readonly bot: Bot;
  /** Requests to copy. If several tags are selected, one for each tag. */
  readonly requests: readonly CurlRequest[];
}

/**
 * Asks which request to copy, if several fit the selection, and for its missing parameters.
 * @throws {Cancelled}
 */
export async function askCurl(services: Needs, knownInput: KnownInput): Promise<CurlChoice> {
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
  const answers = {
    bot: requireBot(),
    tags,
    user: () => knownInput.user ?? customerSteps.customer.user,
  };
  return { bot: answers.bot, requests: requestsOf(kind, answers) };
}

function requestsOf(
  kind: Kind,
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
function kindsFor({ bot, items, user }: KnownInput): readonly Kind[] {
  if (user !== undefined) return ['listUserTags', 'attachTag', 'detachTag'];
  if (bot === undefined || items === undefined) return CURL_REQUESTS;
  if (items.length === 0) return ['listCustomers'];
  return items.some(({ type }) => type === FOLDER)
    ? ['getItem']
    : ['attachTag', 'detachTag', 'getItem'];
}

async function askKind(kinds: readonly Kind[], position: StepPosition): Promise<Kind | Back> {
  const { l10n } = vscode;
  const labels: Readonly<Record<Kind, string>> = {
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
