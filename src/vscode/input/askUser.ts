import * as vscode from 'vscode';
import { FACEBOOK, LINE, type UserRef } from '../../core/model.ts';
import { askPick } from './askPick.ts';
import { askText } from './askText.ts';
import { BACK, step, type Step, type StepPosition } from './steps.ts';

/** What the person answered so far; Back keeps it. */
interface UserDraft {
  channel: number;
  pageId: string;
  isEncrypted: boolean;
  id: string;
}

/** The answers that were given last, by bot key: for this window only, and in memory only. */
export type LastUsers = Map<string, Readonly<UserDraft>>;

/** The steps that ask for a user; `user()` is the answer once they ran. */
export function userSteps(
  isNeeded: boolean,
  last: LastUsers,
  botKey: () => string | undefined,
): { readonly steps: readonly Step[]; readonly user: () => UserRef } {
  const nothing = { channel: FACEBOOK, pageId: '', isEncrypted: false, id: '' };
  const draft = (): Readonly<UserDraft> => last.get(botKey() ?? '') ?? nothing;
  // Kept with each answer and not at the end: after a failure nobody has to type it again.
  const keep = (answer: Partial<UserDraft>): void => {
    last.set(botKey() ?? '', { ...draft(), ...answer });
  };
  const steps = [
    step(
      isNeeded,
      (position) => askChannel(draft().channel, position),
      (channel) => keep({ channel }),
    ),
    step(
      isNeeded,
      (position) => askPage(draft().pageId, position),
      (pageId) => keep({ pageId }),
    ),
    step(
      isNeeded,
      (position) => askForm(draft().isEncrypted, position),
      (isEncrypted) => keep({ isEncrypted }),
    ),
    step(
      isNeeded,
      (position) => askId(draft(), position),
      (id) => keep({ id }),
    ),
  ];
  return { steps, user: () => userOf(draft()) };
}

function userOf({ channel, pageId, isEncrypted, id }: Readonly<UserDraft>): UserRef {
  return { ...(isEncrypted ? { uid: id } : { rawUid: id }), channel, pageId };
}

async function askChannel(current: number, position: StepPosition) {
  const items = [
    { label: 'Facebook', channel: FACEBOOK },
    { label: 'LINE', channel: LINE },
  ];
  const placeholder = vscode.l10n.t('The channel on which the user talks to the bot');
  const active = (item: { channel: number }): boolean => item.channel === current;
  const picked = await askPick({ placeholder, items, active }, position);
  return picked === BACK ? BACK : picked.channel;
}

function askPage(current: string, position: StepPosition) {
  return askText(
    {
      prompt: vscode.l10n.t('ID of the fan page or official account'),
      value: current,
    },
    position,
  );
}

async function askForm(current: boolean, position: StepPosition) {
  const items = [
    {
      label: vscode.l10n.t('Unencrypted user ID'),
      description: 'bot_raw_uid',
      detail: vscode.l10n.t('As on the channel and in the column "User ID" of Customers'),
      isEncrypted: false,
    },
    {
      label: vscode.l10n.t('Encrypted user ID'),
      description: 'bot_uid',
      detail: vscode.l10n.t('As the platform passes it to your bot code'),
      isEncrypted: true,
    },
  ];
  const active = (item: { isEncrypted: boolean }): boolean => item.isEncrypted === current;
  const placeholder = vscode.l10n.t('Which ID of the user do you have?');
  const picked = await askPick({ placeholder, items, active }, position);
  return picked === BACK ? BACK : picked.isEncrypted;
}

function askId({ isEncrypted, id }: Readonly<UserDraft>, position: StepPosition) {
  const prompt = isEncrypted
    ? vscode.l10n.t('Encrypted user ID (bot_uid)')
    : vscode.l10n.t('Unencrypted user ID (bot_raw_uid)');
  return askText({ prompt, value: id }, position);
}
