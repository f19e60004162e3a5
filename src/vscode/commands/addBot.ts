import * as vscode from 'vscode';
import { checkBaseUrl, type BaseUrlProblem } from '../../core/baseUrl.ts';
import { ServiceError, UserError } from '../../core/errors.ts';
import type { Catalogue } from '../../core/catalogue.ts';
import { FIRST_LOOK, recordFirstLook } from '../../core/firstLook.ts';
import type { Bot, CustomerPage } from '../../core/model.ts';
import type { TokenStore } from '../../core/ports.ts';
import { botIdClaim } from '../../core/tokenClaim.ts';
import { describeError } from '../describeError.ts';
import { askText, type Refusal } from '../input/askText.ts';
import { runSteps, step } from '../input/steps.ts';
import { ask, sayDone } from '../kit/window.ts';
import type { Parts } from '../parts.ts';
import type { Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue' | 'tokens' | 'services' | 'tree' | 'clock'>;

interface Draft {
  baseUrl: string;
  token: string;
  botId: string;
  label: string;
  /** The bot's first customers, once the service was asked. */
  firstPage?: CustomerPage | undefined;
}

export function addBot(parts: Needs): Handler<'botTags.addBot'> {
  return {
    byPerson: async () => {
      const draft: Draft = { baseUrl: '', token: '', botId: '', label: '' };
      await askForBot(parts, draft, await parts.catalogue());
      const key = await save(parts, draft);
      await parts.tree.reveal(key);
      sayDone(vscode.l10n.t('Bot "{0}" added.', draft.label));
    },
    byProgram: async ({ baseUrl, botId, token, label = botId, check = true, confirmed }) => {
      const checked = checkBaseUrl(baseUrl);
      if (!checked.ok) throw new UserError(baseUrlText(checked.problem));
      if (checked.isExposed && confirmed !== true) throw new UserError(exposedText(checked.url));
      const draft: Draft = { baseUrl: checked.url, botId, token, label };
      requireNew(await parts.catalogue(), draft);
      if (check) await askService(parts, draft);
      return save(parts, draft);
    },
  };
}

function askForBot(parts: Needs, draft: Draft, catalogue: Catalogue): Promise<void> {
  const { l10n } = vscode;
  return runSteps(l10n.t('Add Bot'), [
    step(
      true,
      (position) =>
        askText(
          {
            prompt: l10n.t('Base URL of the service: what stands before /v1/api/'),
            placeholder: 'https://…',
            value: draft.baseUrl,
            validate: (text) => validateBaseUrl(text),
            accept: confirmExposed,
          },
          position,
        ),
      (text) => {
        const checked = checkBaseUrl(text);
        draft.baseUrl = checked.ok ? checked.url : text;
      },
    ),
    step(
      true,
      (position) =>
        askText(
          {
            prompt: l10n.t('API token. It is kept in the secret storage of VS Code only.'),
            value: draft.token,
            isPassword: true,
          },
          position,
        ),
      (text) => {
        draft.token = text;
        if (draft.botId === '') draft.botId = botIdClaim(text) ?? '';
      },
    ),
    step(
      true,
      (position) =>
        askText(
          {
            prompt: l10n.t('Bot ID'),
            value: draft.botId,
            accept: (botId) => refusalOfKnown(parts, catalogue, { ...draft, botId }),
          },
          position,
        ),
      (text) => (draft.botId = text),
    ),
    step(
      true,
      (position) =>
        askText(
          {
            prompt: l10n.t(
              'Label in the tree. On Enter the service is asked for {0} customers.',
              FIRST_LOOK,
            ),
            value: draft.label === '' ? draft.botId : draft.label,
            accept: () => refusalOf(parts, draft),
          },
          position,
        ),
      (text) => (draft.label = text),
    ),
  ]);
}

function validateBaseUrl(text: string): string | undefined {
  const checked = checkBaseUrl(text);
  return checked.ok ? undefined : baseUrlText(checked.problem);
}

function baseUrlText(problem: BaseUrlProblem): string {
  const texts: Record<BaseUrlProblem, string> = {
    'too-long': vscode.l10n.t('The base URL is too long: at most 2,048 characters.'),
    invalid: vscode.l10n.t('This is not a URL. Example: https://api.example.com'),
    scheme: vscode.l10n.t('The base URL has to begin with https:// (or http:// for tests).'),
    credentials: vscode.l10n.t('Remove the user name and password: the token is asked for next.'),
    query: vscode.l10n.t('Remove the part from the question mark on.'),
    fragment: vscode.l10n.t('Remove the part from the # on.'),
  };
  return texts[problem];
}

async function confirmExposed(text: string): Promise<Refusal | undefined> {
  const checked = checkBaseUrl(text);
  if (!checked.ok || !checked.isExposed) return undefined;
  const useAnyway = vscode.l10n.t('Use http Anyway');
  const message = vscode.l10n.t('Send the token without encryption?');
  const detail = [exposedText(checked.url)];
  if ((await ask({ message, detail }, useAnyway)) === useAnyway) return undefined;
  return { message: vscode.l10n.t('Enter an address that begins with https://') };
}

function exposedText(url: string): string {
  return vscode.l10n.t(
    '{0} uses plain http: everybody on the way to it can read the token and the customers.',
    url,
  );
}

async function refusalOf(parts: Needs, draft: Draft): Promise<Refusal | undefined> {
  try {
    await askService(parts, draft);
    return undefined;
  } catch (error) {
    const text = describeError(error);
    if (!ServiceError.isUnreachable(error)) {
      return { message: vscode.l10n.t('{0} Go back to correct what was entered.', text) };
    }
    const message = vscode.l10n.t(
      '{0} Press Enter to try again, or use the button "Add Anyway".',
      text,
    );
    return { message, anyway: vscode.l10n.t('Add Anyway') };
  }
}

/** Tells whether address, token and bot ID are right. */
async function askService(parts: Needs, draft: Draft): Promise<void> {
  draft.firstPage = undefined;
  const { baseUrl, token, botId } = draft;
  const service = await parts.services.unsaved(baseUrl, token);
  const query = { botId, limit: FIRST_LOOK };
  draft.firstPage = await service.listCustomers(query, new AbortController().signal);
}

/** The bot that is the same one at the same service. */
function knownAs(catalogue: Catalogue, { baseUrl, botId }: Draft): Bot | undefined {
  return catalogue.bots().find((bot) => bot.baseUrl === baseUrl && bot.botId === botId);
}

async function refusalOfKnown(
  { tree }: Needs,
  catalogue: Catalogue,
  draft: Draft,
): Promise<Refusal | undefined> {
  const known = knownAs(catalogue, draft);
  if (known === undefined) return undefined;
  await tree.reveal(known.key);
  const message = vscode.l10n.t(
    'Already in the list as "{0}". To change its token, use "Replace Token…" on it.',
    known.label,
  );
  return { message };
}

function requireNew(catalogue: Catalogue, draft: Draft): void {
  const known = knownAs(catalogue, draft);
  if (known === undefined) return;
  throw new UserError(
    vscode.l10n.t('Already in the list as "{0}", with the key {1}.', known.label, known.key),
  );
}

async function save(parts: Needs, draft: Draft): Promise<string> {
  const catalogue = await parts.catalogue();
  const key = crypto.randomUUID();
  const { baseUrl, botId, label, token, firstPage } = draft;
  const bot: Bot = {
    ...{ key, baseUrl, botId, label, kind: 'service', created: parts.clock.now() },
    ...{ environment: '', origin: 'added', isConfirmed: true },
  };
  await withToken(parts.tokens, { bot: key, token }, () =>
    catalogue.whenFree(() =>
      catalogue.atomically(() => {
        // Another window may have added it meanwhile.
        requireNew(catalogue, draft);
        catalogue.saveBot(bot);
        if (firstPage !== undefined) recordFirstLook(catalogue, key, firstPage);
      }),
    ),
  );
  return key;
}

/**
 * Keeps a new bot's token, then the bot: a bot in the tree without its token would be the worse half. When the bot
 * cannot be kept, its token goes again.
 */
export async function withToken(
  tokens: TokenStore,
  { bot, token }: { readonly bot: string; readonly token: string },
  save: () => Promise<void>,
): Promise<void> {
  try {
    await tokens.set(bot, token);
    await save();
  } catch (error) {
    // Why the bot could not be kept is what the person has to know.
    await tokens.delete(bot).catch(() => undefined);
    throw error;
  }
}
