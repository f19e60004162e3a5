import * as vscode from 'vscode';
import { Cancelled } from '../../base/errors.ts';
import { MAX_PLAN_LINES, PLAN_SUFFIX } from '../../base/plan.ts';
import { comma, numberText } from '../../base/ui/localeTexts.ts';
import { askWhereToSave } from '../../base/ui/filePaths.ts';
import { confirm, showInformation } from '../../base/ui/window.ts';
import type { CreatedPlan } from './makePlan.ts';
import { asPlanFile, fileExists, nameIn } from './planTarget.ts';
import { dayText } from '../../base/sortableTime.ts';

/**
 * Prompts for the file of a new plan; `name` has no extension.
 * @throws {Cancelled} if the user cancels
 */
export async function askPlanFile(title: string, name: string): Promise<vscode.Uri> {
  const extension = PLAN_SUFFIX.slice(1);
  const chosen = await askWhereToSave({
    title,
    saveLabel: vscode.l10n.t('Create Plan'),
    filters: { [vscode.l10n.t('Bot Tags Plan')]: ['jsonc'] },
    name,
    extension,
  });
  if (chosen === undefined) throw new Cancelled();
  const file = asPlanFile(chosen);
  if (file.path !== chosen.path) await agreeToReplace(file);
  return file;
}

/**
 * Confirms that a file may be replaced. The save dialog has checked only the file with the name that the user typed, and
 * the name of this file has another extension.
 */
async function agreeToReplace(file: vscode.Uri): Promise<void> {
  if (!(await fileExists(file))) return;
  const { l10n } = vscode;
  const name = nameIn(file);
  const replace = l10n.t('Replace');
  const message = l10n.t('"{0}" already exists. Replace it?', name);
  await confirm({ message, detail: [] }, replace);
}

/** Maximum number of tag names in a file name. More names would leave no room for the date. */
const MAX_TAG_NAMES = 2;

/**
 * Returns a file name for a plan, such as `attach-vip-2026-11-22`.
 * @param names names of the tags or of the item, or the number of items, such as `3-items`
 * @param now current time, in ms
 */
export function planName(verb: string, names: readonly string[], now: number): string {
  const nameParts =
    names.length > MAX_TAG_NAMES ? [`${names.length}-tags`] : names.map((name) => slugOf(name));
  return [verb, ...nameParts.filter((name) => name !== ''), dayOf(now)].join('-');
}

/** Maximum length of a name in a file name, in characters. */
const MAX_SLUG_LENGTH = 20;

/** Returns the name in lower case, with hyphens instead of spaces and punctuation. */
function slugOf(name: string): string {
  return [...name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')]
    .slice(0, MAX_SLUG_LENGTH)
    .join('')
    .replaceAll(/^-+|-+$/g, '');
}

function dayOf(now: number): string {
  const day = new Date(now);
  return dayText(day.getFullYear(), day.getMonth() + 1, day.getDate());
}

/** Opens the first file of a plan, and shows the names of the other files. */
export async function openPlan({ files }: Pick<CreatedPlan, 'files'>): Promise<void> {
  const [first, ...others] = files;
  if (first === undefined) return;
  const document = await vscode.workspace.openTextDocument(first);
  await vscode.window.showTextDocument(document, { preview: false });
  if (others.length === 0) return;
  const maxLines = numberText(MAX_PLAN_LINES);
  const names = others.map(nameIn).join(comma());
  void showInformation(
    vscode.l10n.t(
      'A plan file has at most {0} lines, so this plan continues in {1}. Run each file separately.',
      maxLines,
      names,
    ),
  );
}
