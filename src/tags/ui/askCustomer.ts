import * as vscode from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { LINE, type Bot, type UserRef } from '../../base/model.ts';
import type { TagMatch } from '../../catalogue/tagSearch.ts';
import { pickFromSearch } from '../../catalogue/ui/pickFromSearch.ts';
import { askText } from '../../base/ui/askText.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { customerCountText } from '../../base/ui/localeTexts.ts';
import { botLabels } from '../../catalogue/ui/botLooks.ts';
import type { CustomerIndex } from './customerIndex.ts';

/** A user ID that the user typed. */
export interface TypedId {
  readonly id: string;
  readonly isEncrypted: boolean;
}

export interface KnownCustomer {
  readonly bot: Bot;
  readonly user: UserRef;
}

interface Needs {
  readonly catalogue: Catalogue;
  /** ID that the user typed in an earlier dialog, which was then dismissed. */
  readonly draft: TypedId | undefined;
}

/**
 * Asks for a customer by name or user ID.
 * @throws {Cancelled}
 */
export async function askCustomer(
  index: CustomerIndex,
  { catalogue, draft }: Needs,
  position: StepPosition,
): Promise<KnownCustomer | TypedId | Back> {
  const { l10n } = vscode;
  const labels = botLabels(catalogue);
  let typed = '';
  let isEncrypted = false;
  const entryOf = ({ item }: TagMatch): vscode.QuickPickItem => {
    const { bot, user } = index.customerOf(item);
    return {
      label: item.name,
      description: [channelName(user.channel), labels.get(bot.key) ?? []].flat().join(' · '),
      detail: l10n.t('{0}, page or account ID {1}', item.id, user.pageId),
      iconPath: new vscode.ThemeIcon('account'),
    };
  };
  const question = {
    placeholder: (count: number): string =>
      count === 0
        ? l10n.t('Enter a user ID')
        : l10n.t('Search {0} by name or user ID, or enter a user ID', customerCountText(count)),
    index,
    first: index.recent(),
    draft: draft && typedIdEntry(draft.id),
    entryOf,
    others: (text: string): readonly vscode.QuickPickItem[] => {
      typed = text;
      return typed === '' ? [] : [typedIdEntry(typed)];
    },
    button: {
      iconPath: new vscode.ThemeIcon('lock'),
      tooltip: l10n.t('Enter Encrypted User ID…'),
      onPress: (text: string): void => {
        typed = text;
        isEncrypted = true;
      },
    },
  };
  for (;;) {
    isEncrypted = false;
    const found = await pickFromSearch(question, position);
    if (found === BACK) return BACK;
    if (found !== undefined) return index.customerOf(found);
    // No known customer was picked: the user pressed the button, or picked the entry of the typed ID or of the draft.
    if (isEncrypted) {
      const id = await askEncrypted(typed, position);
      if (id !== BACK) return { id, isEncrypted };
    } else if (typed !== '') return { id: typed, isEncrypted };
    else if (draft !== undefined) return draft;
  }
}

export function channelName(channel: number): string {
  return channel === LINE ? 'LINE' : 'Facebook';
}

function typedIdEntry(id: string): vscode.QuickPickItem {
  return {
    label: vscode.l10n.t('Use {0} as the user ID', id),
    iconPath: new vscode.ThemeIcon('edit'),
    alwaysShow: true,
  };
}

function askEncrypted(value: string, position: StepPosition): Promise<string | Back> {
  const prompt = vscode.l10n.t(
    'Encrypted user ID (the value of bot_uid that the platform passes to your bot)',
  );
  return askText({ prompt, value }, { ...position, canGoBack: true });
}
