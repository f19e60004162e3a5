import * as vscode from 'vscode';
import type { Catalogue } from '../catalogue.ts';
import { type Bot, type CatalogueItem, isProduction, TAG } from '../../base/model.ts';
import { oneLine, sentences } from '../../base/text.ts';
import { nameOfBot } from './botLooks.ts';
import { itemCount } from '../../base/ui/localeTexts.ts';
import { customersWith } from './itemsOf.ts';
import { askText } from '../../base/ui/askText.ts';
import { needsNumber } from './writeGuard.ts';

interface Question {
  readonly title: string;
  /** A line each. */
  readonly about: readonly string[];
}

interface Typed extends Question {
  /** What is to be typed, and for what: "To delete, type the name of the bot: Shop". */
  readonly placeholder: string;
  readonly wanted: string;
  /** Absent: it is the only one. */
  readonly step?: { readonly step: number; readonly totalSteps: number };
}

/** Where a click is not enough: goes on once the text is typed. Throws `Cancelled`. */
export async function typeToAgree({
  title,
  about,
  placeholder,
  wanted,
  step = { step: 1, totalSteps: 1 },
}: Typed): Promise<void> {
  await askText(
    {
      prompt: sentences(about),
      placeholder,
      accept: async (text) =>
        isSame(asTyped(text), asTyped(wanted))
          ? undefined
          : { message: vscode.l10n.t('Type exactly this: {0}', wanted) },
    },
    { title, ...step, canGoBack: false },
  );
}

/** A number may be typed as it is shown. */
function isSame(text: string, wanted: string): boolean {
  return text === wanted || (/^\d+$/.test(wanted) && text.replaceAll(/[\s.,'’]/g, '') === wanted);
}

/** Returns a text as the user can type it: without invisible characters. */
function asTyped(text: string): string {
  return oneLine(text)
    .normalize()
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Before tags are deleted: asks for the number of customers who have them; see `needsNumber`. Throws `Cancelled`. */
export async function typeCustomersWith(
  catalogue: Catalogue,
  bot: Bot,
  ids: readonly string[],
  title: string,
): Promise<void> {
  const customers = customersWith(catalogue, bot.key, ids);
  if (customers === 0 || !needsNumber(catalogue, bot, customers)) return;
  const about = [vscode.l10n.t('This affects the bot "{0}".', nameOfBot(bot))];
  const wanted = String(customers);
  const placeholder = vscode.l10n.t('Type the number of customers: {0}', wanted);
  await typeToAgree({ title, about, placeholder, wanted });
}

type Folder = Pick<CatalogueItem, 'id' | 'name'>;

/** Longer names do not fit into a placeholder, so the ID is to be typed. */
const LONGEST_NAME = 100;

/** Asks for the name of each folder, one after the other. Throws `Cancelled`. */
export async function typeFolderNames(
  { title, about }: Question,
  folders: readonly Folder[],
): Promise<void> {
  for (const [index, { id, name }] of folders.entries()) {
    const shown = asTyped(name);
    const wanted = shown === '' || shown.length > LONGEST_NAME ? id : shown;
    const placeholder = vscode.l10n.t('To delete, type the name of the folder: {0}', wanted);
    const step = { step: index + 1, totalSteps: folders.length };
    await typeToAgree({ title, about, placeholder, wanted, step });
  }
}

/**
 * The folders whose names have to be typed before they are deleted: in production all, elsewhere those that may hold
 * something. Only a folder that was created here, and below which nothing is known, is taken as empty.
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

/** What goes with folders. @param below how many items the list knows below them */
export function folderText(below: number): string {
  return vscode.l10n.t(
    'Deleting a folder also deletes everything in the folder: {0} in the list, and anything else that the service has in the folder. The deleted tags will be detached from all customers. This cannot be undone.',
    itemCount(below),
  );
}
