import * as vscode from 'vscode';
import { LINE } from '../../base/model.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { channelName } from './askCustomer.ts';
import type { ChannelPage } from './customerIndex.ts';

interface PageQuestion {
  /** Pages of the bot on which customers are known. */
  readonly pages: readonly ChannelPage[];
  /** Channels to which the user ID can belong. */
  readonly channels: readonly number[];
  /** Page ID that was typed before. */
  readonly pageId: string;
  readonly onText: (pageId: string) => void;
}

/** Asks on which page or account the customer is: a known one, or another by its ID. Throws `Cancelled`. */
export async function askPage(
  { pages, channels, pageId: value, onText }: PageQuestion,
  position: StepPosition,
): Promise<ChannelPage | Back> {
  const { l10n } = vscode;
  const known = pages
    .filter(({ channel }) => channels.includes(channel))
    .map((page) => ({
      label: page.pageId,
      description: channelName(page.channel),
      iconPath: new vscode.ThemeIcon('account'),
      ...page,
    }));
  const others = channels.map((channel) => ({
    label: channel === LINE ? l10n.t('Other LINE Account…') : l10n.t('Other Facebook Page…'),
    iconPath: new vscode.ThemeIcon('edit'),
    ...{ channel, pageId: undefined },
  }));
  const items = [...known, ...others];
  const placeholder = l10n.t('Facebook page or LINE official account that the customer chats with');
  for (;;) {
    const picked = await askPick<(typeof items)[number]>({ placeholder, items }, position);
    if (picked === BACK) return BACK;
    const { channel, pageId } = picked;
    if (pageId !== undefined) return { channel, pageId };
    const typed = await askPageId({ value, onText }, position);
    if (typed !== BACK) return { channel, pageId: typed };
  }
}

function askPageId(
  given: { readonly value: string; readonly onText: (pageId: string) => void },
  position: StepPosition,
): Promise<string | Back> {
  const prompt = vscode.l10n.t('ID of the Facebook page or LINE official account');
  return askText({ prompt, ...given }, { ...position, canGoBack: true });
}
