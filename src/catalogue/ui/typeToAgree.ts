import * as vscode from 'vscode';
import type { Catalogue } from '../catalogue.ts';
import { type Bot, type CatalogueItem, isProduction, TAG } from '../../base/model.ts';
import { oneLine } from '../../base/safeText.ts';
import { sentences } from '../../base/text.ts';
import { nameOfBot } from './botLooks.ts';
import { itemCountText } from '../../base/ui/localeTexts.ts';
import { askText } from '../../base/ui/askText.ts';
import { highestCustomerCount, mustTypeCount } from './writeGuard.ts';

interface Question {
  readonly title: string;
  /** Sentences about the consequences. */
  readonly about: readonly string[];
}

interface TypedQuestion extends Question {
  /** Instruction that contains the text, such as "To delete, type the name of the bot: Shop". */
  readonly placeholder: string;
  readonly expectedText: string;
  /** Absent if this is the only step. */
  readonly step?: { readonly step: number; readonly totalSteps: number };
}

/** Asks for a confirmation where a click is not enough. Throws `Cancelled` unless the user types the text. */
export async function askToTypeText({
  title,
  about,
  placeholder,
  expectedText,
  step = { step: 1, totalSteps: 1 },
}: TypedQuestion): Promise<void> {
  await askText(
    {
      prompt: sentences(about),
      placeholder,
      accept: async (text) =>
        isSameText(asTyped(text), asTyped(expectedText))
          ? undefined
          : { message: vscode.l10n.t('Type exactly this: {0}', expectedText) },
    },
    { title, ...step, canGoBack: false },
  );
}

/** Compares a typed text with the required one. A typed number may contain thousands separators: "12,300". */
function isSameText(text: string, expectedText: string): boolean {
  return (
    text === expectedText ||
    (/^\d+$/.test(expectedText) && text.replaceAll(/[\s.,'’]/g, '') === expectedText)
  );
}

/** Returns a text without characters that the user cannot see or type. */
function asTyped(text: string): string {
  return oneLine(text)
    .normalize()
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Asks before tags are deleted, if `mustTypeCount` requires it. */
export async function askToTypeCustomerCount(
  catalogue: Catalogue,
  bot: Bot,
  ids: readonly string[],
  title: string,
): Promise<void> {
  const customers = highestCustomerCount(catalogue, bot.key, ids);
  if (customers === 0 || !mustTypeCount(catalogue, bot, customers)) return;
  const about = [vscode.l10n.t('This affects the bot "{0}".', nameOfBot(bot))];
  const expectedText = String(customers);
  const placeholder = vscode.l10n.t('Type the number of customers: {0}', expectedText);
  await askToTypeText({ title, about, placeholder, expectedText });
}

/** Maximum length of a name to type. A longer name does not fit into a placeholder, so the ID must be typed instead. */
const MAX_NAME_LENGTH = 100;

export async function askToTypeFolderNames(
  { title, about }: Question,
  folders: readonly Pick<CatalogueItem, 'id' | 'name'>[],
): Promise<void> {
  for (const [index, { id, name }] of folders.entries()) {
    const typeableName = asTyped(name);
    const expectedText =
      typeableName === '' || typeableName.length > MAX_NAME_LENGTH ? id : typeableName;
    const placeholder = vscode.l10n.t('To delete, type the name of the folder: {0}', expectedText);
    const step = { step: index + 1, totalSteps: folders.length };
    await askToTypeText({ title, about, placeholder, expectedText, step });
  }
}

/**
 * Returns the folders whose names must be typed before their deletion: in production all, elsewhere those that might
 * contain items. A folder counts as empty only if it was created by this extension or is in the sandbox, and the
 * catalogue has no item below the folder.
 */
export function foldersToName<T extends Pick<CatalogueItem, 'id' | 'type'>>(
  catalogue: Catalogue,
  bot: Bot,
  items: readonly T[],
): readonly T[] {
  const mayHoldItems = (id: string): boolean => {
    const source = catalogue.item(bot.key, id)?.source;
    return (source !== 'created' && source !== 'sandbox') || catalogue.count(bot.key, id) > 0;
  };
  return items.filter(({ id, type }) => type !== TAG && (isProduction(bot) || mayHoldItems(id)));
}

/** @param itemsBelow number of known items below the folders */
export function folderText(itemsBelow: number): string {
  return vscode.l10n.t(
    'Deleting a folder also deletes everything in the folder: {0} in the list, and anything else that the service has in the folder. The deleted tags will be detached from all customers. This cannot be undone.',
    itemCountText(itemsBelow),
  );
}
