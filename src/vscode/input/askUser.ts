import * as vscode from 'vscode';
import { FACEBOOK, LINE, type UserRef } from '../../core/model.ts';
import { askPick } from './askPick.ts';
import { askText } from './askText.ts';
import { BACK, step, type Step } from './steps.ts';

/** What the person answered so far; Back keeps it. */
interface UserDraft {
  channel?: number;
  pageId?: string;
  isEncrypted?: boolean;
  id?: string;
}

/** The channel and the page that were used last, by bot key: for this window only. */
export type LastPages = Map<string, { readonly channel: number; readonly pageId: string }>;

/** The steps that ask for a user; `user()` is the answer once they ran. */
export function userSteps(
  isNeeded: boolean,
  last: LastPages,
  botKey: () => string | undefined,
): { readonly steps: readonly Step[]; readonly user: () => UserRef } {
  const draft: UserDraft = {};
  const remembered = () => last.get(botKey() ?? '');
  const steps = [
    step(
      isNeeded,
      (position) => askChannel(draft.channel ?? remembered()?.channel, position),
      (channel) => (draft.channel = channel),
    ),
    step(
      isNeeded,
      (position) => askPage(draft.pageId ?? remembered()?.pageId, position),
      (pageId) => (draft.pageId = pageId),
    ),
    step(
      isNeeded,
      (position) => askForm(draft.isEncrypted, position),
      (form) => (draft.isEncrypted = form),
    ),
    step(
      isNeeded,
      (position) => askId(draft, position),
      (id) => (draft.id = id),
    ),
  ];
  return { steps, user: () => userOf(draft, last, botKey()) };
}

function userOf(draft: UserDraft, last: LastPages, botKey: string | undefined): UserRef {
  const { channel = FACEBOOK, pageId = '', id = '' } = draft;
  if (botKey !== undefined) last.set(botKey, { channel, pageId });
  return { ...(draft.isEncrypted === true ? { uid: id } : { rawUid: id }), channel, pageId };
}

async function askChannel(current: number | undefined, position: Parameters<Step['ask']>[0]) {
  const items = [
    { label: 'Facebook', channel: FACEBOOK },
    { label: 'LINE', channel: LINE },
  ];
  const placeholder = vscode.l10n.t('The channel on which the user talks to the bot');
  const active = (item: { channel: number }): boolean => item.channel === current;
  const picked = await askPick({ placeholder, items, active }, position);
  return picked === BACK ? BACK : picked.channel;
}

function askPage(current: string | undefined, position: Parameters<Step['ask']>[0]) {
  return askText(
    {
      prompt: vscode.l10n.t('ID of the fan page or official account'),
      value: current ?? '',
    },
    position,
  );
}

async function askForm(current: boolean | undefined, position: Parameters<Step['ask']>[0]) {
  const items = [
    {
      label: vscode.l10n.t('Unencrypted user ID'),
      description: 'bot_raw_uid',
      detail: vscode.l10n.t('As on the channel, and as in the column ID of Customers'),
      isEncrypted: false,
    },
    {
      label: vscode.l10n.t('Encrypted user ID'),
      description: 'bot_uid',
      detail: vscode.l10n.t('As the platform hands it to your bot code'),
      isEncrypted: true,
    },
  ];
  const active = (item: { isEncrypted: boolean }): boolean => item.isEncrypted === current;
  const placeholder = vscode.l10n.t('Which ID of the user do you have?');
  const picked = await askPick({ placeholder, items, active }, position);
  return picked === BACK ? BACK : picked.isEncrypted;
}

function askId(draft: UserDraft, position: Parameters<Step['ask']>[0]) {
  const prompt =
    draft.isEncrypted === true
      ? vscode.l10n.t('Encrypted user ID (bot_uid)')
      : vscode.l10n.t('Unencrypted user ID (bot_raw_uid)');
  return askText({ prompt, value: draft.id ?? '' }, position);
}
