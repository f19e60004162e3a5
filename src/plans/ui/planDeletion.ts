import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { FOLDER, type Bot, type CatalogueItem } from '../../base/model.ts';
import type { ItemLine } from '../../base/plan.ts';
import { itemCountText, numberText } from '../../base/ui/localeTexts.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { askPlanFile, openPlan, planName } from './planFiles.ts';
import { headOf, writePlanFiles, type MakerNeeds } from './makePlan.ts';
import { deletingText } from './planWords.ts';

interface Needs extends MakerNeeds {
  readonly catalogue: Lazy<Catalogue>;
}

/** Maximum number of folders with a comment in the plan. Users would not read more comments. */
const MAX_LISTED = 20;

/** Prompts for a file, writes a plan that deletes items, and opens it. */
export async function planDeletion(
  services: Needs,
  bot: Bot,
  items: readonly CatalogueItem[],
): Promise<void> {
  const title = vscode.l10n.t('Create Plan');
  const names = items.length === 1 ? items.map(({ name }) => name) : [`${items.length}-items`];
  const file = await askPlanFile(title, planName('delete', names, services.clock.now()));
  const catalogue = await services.catalogue();
  const head = headOf(services, bot, {
    action: 'delete',
    tags: [],
    checkFirst: false,
    source: { kind: 'items' },
  });
  const lines = items.map((item) => lineOf(catalogue, item));
  const extraComments = (): readonly string[] => folderTexts(catalogue, items);
  const files = await withProgress(
    { title, location: 'notification', isDelayed: true },
    ({ signal }) => writePlanFiles(services, { bot, head, lines, file, extraComments }, signal),
  );
  await openPlan(files);
}

/** Returns the line for an item. The number of customers is unknown if the latest scan did not find the item. */
function lineOf(
  catalogue: Catalogue,
  { bot, id, name, scan: scanId, seenOn: customerCount }: CatalogueItem,
): ItemLine {
  const lastScan = catalogue.scan(bot);
  const isScanned = scanId !== null && scanId === lastScan?.id;
  return { id, name, customers: isScanned ? customerCount : undefined };
}

/** Returns texts about the content deleted with the folders, because this content has no lines in the plan. */
function folderTexts(catalogue: Catalogue, items: readonly CatalogueItem[]): readonly string[] {
  const folders = items.filter(({ type }) => type === FOLDER);
  if (folders.length === 0) return [];
  const texts = folders.slice(0, MAX_LISTED).map(({ bot, id, name }) => {
    const countText = itemCountText(catalogue.below(bot, id).length);
    return vscode.l10n.t('Deleting "{0}" also deletes {1} below it.', name, countText);
  });
  const omittedCount = folders.length - texts.length;
  const more = omittedCount > 0 ? [vscode.l10n.t('{0} more', numberText(omittedCount))] : [];
  return [...texts, ...more, deletingText()];
}
