import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import { renameBot } from '../../catalogue/botChanges.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Bot } from '../../base/model.ts';
import { askText } from '../../base/ui/askText.ts';
import { BACK, runStep, type Back, type StepPosition } from '../../base/ui/steps.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
}

/**
 * Prompts for the label of the bot and saves it.
 * @throws {Cancelled}
 */
export async function changeLabel(
  services: Needs,
  { key, label }: Bot,
  position: StepPosition,
): Promise<void | Back> {
  const prompt = vscode.l10n.t('Label of the bot in the tree');
  const entered = await askText({ prompt, value: label }, position);
  if (entered === BACK) return BACK;
  const catalogue = await services.catalogue();
  await catalogue.whenFree(() => renameBot(catalogue, key, entered));
}

/**
 * Renames the bot in a separate dialog, which F2 opens in the tree.
 * @throws {Cancelled}
 */
export async function renameInTree(services: Needs, bot: Bot): Promise<void> {
  await runStep(vscode.l10n.t('Rename Bot'), (position) => changeLabel(services, bot, position));
}
