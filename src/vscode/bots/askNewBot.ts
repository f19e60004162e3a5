import * as vscode from 'vscode';
import { FIRST_LOOK } from '../../core/catalogue/firstLook.ts';
import { checkBaseUrl } from '../../core/service/baseUrl.ts';
import { readCurlLine } from '../../core/service/readCurl.ts';
import { botIdClaim } from '../../core/service/tokenClaim.ts';
import { askText, type Refusal, type Replacement } from '../input/askText.ts';
import { runSteps, step, type Back, type StepPosition } from '../input/steps.ts';
import { ask } from '../kit/window.ts';
import { askTokenText } from './askTokenText.ts';
import { baseUrlText, exposedText } from './baseUrlText.ts';

export interface BotDraft {
  baseUrl: string;
  token: string;
  botId: string;
  label: string;
}

/** Tried with the draft as far as it is filled in. */
export interface DraftChecks {
  readonly ofBotId: (draft: BotDraft) => Promise<Refusal | undefined>;
  readonly ofBot: (draft: BotDraft) => Promise<Refusal | undefined>;
}

/** Fills in the draft, also with what is typed before the input is dismissed. Throws `Cancelled`. */
export function askNewBot(draft: BotDraft, checks: DraftChecks): Promise<void> {
  return runSteps(vscode.l10n.t('Add Bot'), [
    step(
      true,
      (position) => askBaseUrl(draft, position),
      (text) => (draft.baseUrl = normalized(text)),
    ),
    step(
      true,
      (position) => askTokenText(position, draft.token),
      (token) => {
        draft.token = token;
        if (draft.botId === '') draft.botId = botIdClaim(token) ?? '';
      },
    ),
    step(
      true,
      (position) => askBotId(draft, checks, position),
      (text) => (draft.botId = text),
    ),
    step(
      true,
      (position) => askLabel(draft, checks, position),
      (text) => (draft.label = text),
    ),
  ]);
}

function askBaseUrl(draft: BotDraft, position: StepPosition): Promise<string | Back> {
  const { l10n } = vscode;
  return askText(
    {
      prompt: l10n.t(
        'Base URL of the service: what stands before /v1/api/. Or paste a curl line: its token and bot ID are taken over.',
      ),
      placeholder: 'https://…',
      value: draft.baseUrl,
      replace: (text) => takeCurlLine(draft, text),
      onText: (text) => (draft.baseUrl = text),
      validate: (text) => {
        const checked = checkBaseUrl(text);
        return checked.ok ? undefined : baseUrlText(checked.problem);
      },
      accept: confirmExposed,
    },
    position,
  );
}

function askBotId(
  draft: BotDraft,
  { ofBotId }: DraftChecks,
  position: StepPosition,
): Promise<string | Back> {
  return askText(
    {
      prompt: vscode.l10n.t('Bot ID'),
      value: draft.botId,
      onText: (text) => (draft.botId = text),
      accept: (botId) => ofBotId({ ...draft, botId }),
    },
    position,
  );
}

function askLabel(
  draft: BotDraft,
  { ofBot }: DraftChecks,
  position: StepPosition,
): Promise<string | Back> {
  return askText(
    {
      prompt: vscode.l10n.t(
        'Label in the tree. On Enter the service is asked for {0} customers.',
        FIRST_LOOK,
      ),
      value: draft.label === '' ? draft.botId : draft.label,
      onText: (text) => (draft.label = text),
      accept: () => ofBot(draft),
    },
    position,
  );
}

/** The box keeps the address alone: a token must be seen nowhere. */
function takeCurlLine(draft: BotDraft, text: string): Replacement | undefined {
  const line = readCurlLine(text);
  if (line === undefined) return undefined;
  const { baseUrl, token, botId } = line;
  // Somebody may be typing it.
  const isRead = baseUrl !== undefined || token !== undefined || botId !== undefined;
  if (!isRead && text.length < LONG) return undefined;
  if (token !== undefined) draft.token = token;
  if (botId !== undefined) draft.botId = botId;
  if (baseUrl !== undefined) return { text: baseUrl };
  return {
    text: '',
    message: vscode.l10n.t(
      'This curl line has no base URL that can be used. Copy it again, or enter the base URL.',
    ),
  };
}

/** Characters; nobody types as many as a line that is too long to be read. */
const LONG = 65_536;

function normalized(text: string): string {
  const checked = checkBaseUrl(text);
  return checked.ok ? checked.url : text;
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
