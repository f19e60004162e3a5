import * as vscode from 'vscode';
import { addBot as addToList } from '../../catalogue/botChanges.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { INITIAL_SAMPLE_SIZE } from '../../catalogue/seenTags.ts';
import { UserError } from '../../base/errors.ts';
import type { Bot, CustomerPage } from '../../base/model.ts';
import { checkBaseUrl } from '../../base/baseUrl.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import { sayDone } from '../../base/ui/window.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import type { SecretTokens } from '../../catalogue/ui/tokens.ts';
import { askNewBot, type BotDraft, type Fault, faultIn } from './askNewBot.ts';
import { baseUrlText, exposedText } from '../../errors/ui/refusalTexts.ts';

type Needs = Pick<
  CatalogueServices,
  'catalogue' | 'tokens' | 'botServices' | 'tree' | 'clock' | 'steps'
>;

interface Draft extends BotDraft {
  /** First customers of the bot, set by the check with the service. */
  firstPage?: CustomerPage | undefined;
}

const EMPTY_DRAFT = { baseUrl: '', botId: '', label: '', token: '' };

export function addBot(services: Needs): Handler<'botTags.addBot'> {
  // Draft of the last dialog, whose values the next dialog proposes; empty if a bot was added. It is stored when its
  // dialog opens, because the next dialog may open right after Escape. Its token is cleared at the end, and never
  // proposed.
  let lastDraft: BotDraft = EMPTY_DRAFT;
  return {
    interactive: async ({ isFromTree }) => {
      const { baseUrl, botId, label } = lastDraft;
      const draft: Draft = { baseUrl, botId, label, token: '' };
      lastDraft = draft;
      const catalogue = await services.catalogue();
      let key: string;
      try {
        await askNewBot(draft, () => faultOf(services, catalogue, draft));
        key = await saveBot(services, draft);
      } finally {
        draft.token = '';
        draft.firstPage = undefined;
      }
      lastDraft = EMPTY_DRAFT;
      await services.tree.reveal(key, undefined, { focus: isFromTree });
      sayDone(vscode.l10n.t('Bot "{0}" added.', draft.label));
    },
    withArguments: async ({ baseUrl, botId, token, label = botId, check = true, confirmed }) => {
      const checked = checkBaseUrl(baseUrl);
      if (!checked.ok) throw new UserError(baseUrlText(checked.problem));
      if (checked.isExposed && confirmed !== true) throw new UserError(exposedText(checked.url));
      const draft: Draft = { baseUrl: checked.url, botId, token, label };
      requireNew((await services.catalogue()).botAt(draft));
      if (check) await checkWithService(services, draft);
      return saveBot(services, draft);
    },
  };
}

async function faultOf(
  services: Needs,
  catalogue: Catalogue,
  draft: Draft,
): Promise<Fault | undefined> {
  const listedFault = await faultIfListed(services, catalogue, draft);
  if (listedFault !== undefined) return listedFault;
  try {
    await checkWithService(services, draft);
    return undefined;
  } catch (error) {
    return faultIn(error);
  }
}

async function checkWithService(services: Needs, draft: Draft): Promise<void> {
  draft.firstPage = undefined;
  const { baseUrl, token, botId } = draft;
  const service = await services.botServices.unsaved(baseUrl, token);
  const query = { botId, limit: INITIAL_SAMPLE_SIZE };
  draft.firstPage = await service.listCustomers(query, new AbortController().signal);
}

/** If the list already contains the bot, reveals it in the tree and returns this fault; otherwise `undefined`. */
async function faultIfListed(
  { tree }: Needs,
  catalogue: Catalogue,
  draft: Draft,
): Promise<Fault | undefined> {
  const listedBot = catalogue.botAt(draft);
  if (listedBot === undefined) return undefined;
  await tree.reveal(listedBot.key);
  const message = vscode.l10n.t(
    'This bot is already in the list as "{0}". To change its token, use "Bot Settings…".',
    listedBot.label,
  );
  return { field: 'botId', refusal: { message } };
}

function requireNew(listedBot: Bot | undefined): void {
  if (listedBot === undefined) return;
  throw new UserError(
    vscode.l10n.t(
      'This bot is already in the list as "{0}". In the arguments of other commands, use the key of this bot: {1}.',
      listedBot.label,
      listedBot.key,
    ),
  );
}

async function saveBot(services: Needs, draft: Draft): Promise<string> {
  const catalogue = await services.catalogue();
  const key = crypto.randomUUID();
  const { baseUrl, botId, label, token, firstPage } = draft;
  const bot: Bot = {
    key,
    baseUrl,
    botId,
    label,
    kind: 'service',
    created: services.clock.now(),
    environment: '',
    isReadOnly: false,
    origin: 'added',
    isConfirmed: true,
  };
  await withToken(services.tokens, { bot: key, token }, () =>
    catalogue.whenFree(() => requireNew(addToList(catalogue, bot, firstPage))),
  );
  services.steps.markDone('botTags.didAddBot');
  return key;
}

/** Stores the token before the bot, because a bot without its token is worse than a token without its bot. */
export async function withToken(
  tokens: SecretTokens,
  { bot, token }: { readonly bot: string; readonly token: string },
  save: () => Promise<void>,
): Promise<void> {
  try {
    await tokens.set(bot, token);
    await save();
  } catch (error) {
    // An error of the deletion is ignored: the user needs to know why the bot could not be stored.
    await tokens.delete(bot).catch(() => undefined);
    throw error;
  }
}
