import * as vscode from 'vscode';
import { Cancelled } from '../../base/errors.ts';
import { MAX_PLAN_LINES, PLAN_SUFFIX } from '../../base/plan.ts';
import { comma, numberText } from '../../base/ui/localeTexts.ts';
import { askWhereToSave } from '../../base/ui/filePaths.ts';
import { confirm, showInformation } from '../../base/ui/window.ts';
import { fileExists } from '../../workspaceFile/ui/readFile.ts';
import { asPlanFile, nameIn } from './planTarget.ts';
import { dayText } from '../../base/text.ts';

/** @param name file name without extension */
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

/** The save dialog has checked only the name that the user typed, which had another extension. */
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

/** Returns a name such as `attach-vip-2026-11-22`. Instead of tag names, `names` may have a text such as `3-items`. */
export function planName(verb: string, names: readonly string[], now: number): string {
  const nameParts =
    names.length > MAX_TAG_NAMES ? [`${names.length}-tags`] : names.map((name) => slugOf(name));
  return [verb, ...nameParts.filter((name) => name !== ''), dayOf(now)].join('-');
}

/** Maximum length of a name in a file name, in characters. */
const MAX_SLUG_LENGTH = 20;

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

export async function openPlan(files: readonly vscode.Uri[]): Promise<void> {
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
