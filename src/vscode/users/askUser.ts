import * as vscode from 'vscode';
import type { RecentUser, UserDraft, TaggingMemory } from '../../core/customers/taggingMemory.ts';
import { FACEBOOK, LINE, type Bot, type UserRef } from '../../core/model.ts';
import type { LoadedUsers } from '../customers/panel/loadedUsers.ts';
import { askPick } from '../input/askPick.ts';
import { askText } from '../input/askText.ts';
import { enterId } from '../input/itemEntry.ts';
import { BACK, step, type Back, type Step, type StepPosition } from '../input/steps.ts';

const NOTHING: UserDraft = { channel: FACEBOOK, pageId: '', isEncrypted: false, id: '' };

interface Needs {
  readonly memory: TaggingMemory;
  readonly loaded: LoadedUsers;
}

interface UserSteps {
  readonly steps: readonly Step[];
  /** The answer, once they ran. */
  readonly user: () => UserRef;
}

/** A user's name, where this window knows it. */
export function nameOfUser(
  { memory, loaded }: Needs,
  { key }: Bot,
  user: UserRef,
): string | undefined {
  return memory.nameOf(key, user) ?? loaded.nameOf(key, user);
}

/** The steps that ask for a user: one of the recent ones, or any other by channel, page and ID. */
export function userSteps(isNeeded: boolean, parts: Needs, botOf: () => Bot): UserSteps {
  const { memory } = parts;
  const bot = (): string => botOf().key;
  const nameOf = (user: UserRef): string => nameOfUser(parts, botOf(), user) ?? idOf(user);
  let recent: { readonly bot: string; readonly user: UserRef } | undefined;
  const picked = (): UserRef | undefined => (recent?.bot === bot() ? recent.user : undefined);
  const draft = (): UserDraft => memory.draft(bot()) ?? NOTHING;
  // Kept as it is typed and not at the end: after a failure nobody has to type it again.
  const keep = (answer: Partial<UserDraft>): void =>
    memory.noteDraft(bot(), { ...draft(), ...answer });
  const isAsked = (): boolean => picked() === undefined;
  const entered = <T>(
    ask: (position: StepPosition) => Promise<T | Back>,
    answer: (value: T) => Partial<UserDraft>,
  ): Step => ({ ...step(isNeeded, ask, (value: T) => keep(answer(value))), isAsked });
  const steps = [
    {
      ...step(
        isNeeded,
        (position) => askRecent(memory.users(bot()), nameOf, position),
        ({ user }) => (recent = user && { bot: bot(), user }),
      ),
      isAsked: () => memory.users(bot()).length > 0,
    },
    entered(
      (position) => askChannel(draft().channel, position),
      (channel) => ({ channel }),
    ),
    entered(
      (position) => askPage(draft().pageId, (pageId) => keep({ pageId }), position),
      (pageId) => ({ pageId }),
    ),
    entered(
      (position) => askForm(draft().isEncrypted, position),
      (isEncrypted) => ({ isEncrypted }),
    ),
    entered(
      (position) => askId(draft(), (id) => keep({ id }), position),
      (id) => ({ id }),
    ),
  ];
  return { steps, user: () => picked() ?? userOf(draft()) };
}

function userOf({ channel, pageId, isEncrypted, id }: UserDraft): UserRef {
  return { ...(isEncrypted ? { uid: id } : { rawUid: id }), channel, pageId };
}

/** The ID that names the user. */
export function idOf({ rawUid, uid }: UserRef): string {
  return rawUid ?? uid ?? '';
}

function channelName(channel: number): string {
  return channel === LINE ? 'LINE' : 'Facebook';
}

/** @returns without a user: another one is to be entered */
async function askRecent(
  users: readonly RecentUser[],
  nameOf: (user: UserRef) => string,
  position: StepPosition,
): Promise<{ readonly user?: UserRef | undefined } | Back> {
  const { l10n } = vscode;
  const recent = users.map(({ user }) => ({
    label: nameOf(user),
    description: channelName(user.channel),
    detail: l10n.t('{0}, page {1}', idOf(user), user.pageId),
    iconPath: new vscode.ThemeIcon('account'),
    user,
  }));
  const items = [...recent, { ...enterId(), user: undefined }];
  const placeholder = l10n.t('Pick a recent customer, or enter an ID');
  return askPick<(typeof items)[number]>({ placeholder, items }, position);
}

async function askChannel(current: number, position: StepPosition) {
  const items = [FACEBOOK, LINE].map((channel) => ({ label: channelName(channel), channel }));
  const placeholder = vscode.l10n.t('The channel on which the customer talks to the bot');
  const active = (item: { channel: number }): boolean => item.channel === current;
  const picked = await askPick({ placeholder, items, active }, position);
  return picked === BACK ? BACK : picked.channel;
}

function askPage(value: string, onText: (text: string) => void, position: StepPosition) {
  const prompt = vscode.l10n.t('ID of the fan page or official account');
  return askText({ prompt, value, onText }, position);
}

function formText(isEncrypted: boolean): string {
  return isEncrypted ? vscode.l10n.t('Encrypted user ID') : vscode.l10n.t('Unencrypted user ID');
}

async function askForm(current: boolean, position: StepPosition) {
  const items = [
    {
      label: formText(false),
      description: 'bot_raw_uid',
      detail: vscode.l10n.t('As on the channel and in the column "User ID" of Customers'),
      isEncrypted: false,
    },
    {
      label: formText(true),
      description: 'bot_uid',
      detail: vscode.l10n.t('As the platform passes it to your bot code'),
      isEncrypted: true,
    },
  ];
  const active = (item: { isEncrypted: boolean }): boolean => item.isEncrypted === current;
  const placeholder = vscode.l10n.t('Which user ID do you have?');
  const picked = await askPick({ placeholder, items, active }, position);
  return picked === BACK ? BACK : picked.isEncrypted;
}

function askId(
  { isEncrypted, id }: UserDraft,
  onText: (text: string) => void,
  position: StepPosition,
) {
  const field = isEncrypted ? 'bot_uid' : 'bot_raw_uid';
  return askText({ prompt: `${formText(isEncrypted)} (${field})`, value: id, onText }, position);
}
