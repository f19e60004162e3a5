import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { FOLDER, type Bot, type CatalogueItem } from '../../base/model.ts';
import type { ItemLine } from '../../base/plan.ts';
import { itemCount, numberText } from '../../base/ui/localeTexts.ts';
import { whileSlow } from '../../base/ui/progress.ts';
import { askPlanFile, openPlan, planName } from './planFiles.ts';
import { headOf, writePlan, type MakerNeeds } from './makePlan.ts';
import { deletingText } from './planWords.ts';

interface Needs extends MakerNeeds {
  readonly catalogue: Lazy<Catalogue>;
}

/** Folders whose content is said one by one; of more, nobody reads it. */
const MOST_NAMED = 20;

/** Asks where to, writes a plan that deletes a bot's items, and opens it. Throws `Cancelled`. */
export async function planDeletion(
  parts: Needs,
  bot: Bot,
  items: readonly CatalogueItem[],
): Promise<void> {
  const title = vscode.l10n.t('Create Plan');
  const names = items.length === 1 ? items.map(({ name }) => name) : [`${items.length}-items`];
  const file = await askPlanFile(title, planName('delete', names, parts.clock.now()));
  const catalogue = await parts.catalogue();
  const head = headOf(parts, bot, {
    ...{ action: 'delete', tags: [], checkFirst: false, source: { kind: 'items' } },
  });
  const lines = items.map((item) => lineOf(catalogue, item));
  const texts = folderTexts(catalogue, items);
  const made = await whileSlow(title, (signal) =>
    writePlan(parts, { bot, head, lines, file, about: texts }, signal),
  );
  await openPlan(made);
}

function lineOf(catalogue: Catalogue, { bot, id, name, scan, seenOn }: CatalogueItem): ItemLine {
  const last = catalogue.scan(bot);
  const isScanned = scan !== null && scan === last?.id;
  return { id, name, customers: isScanned ? seenOn : undefined };
}

/** Lists what is deleted with the folders, as no line of the plan says it. */
function folderTexts(catalogue: Catalogue, items: readonly CatalogueItem[]): readonly string[] {
  const folders = items.filter(({ type }) => type === FOLDER);
  if (folders.length === 0) return [];
  const said = folders.slice(0, MOST_NAMED).map(({ bot, id, name }) => {
    const below = itemCount(catalogue.below(bot, id).length);
    return vscode.l10n.t('Deleting "{0}" also deletes {1} below it.', name, below);
  });
  const left = folders.length - said.length;
  const more = left > 0 ? [vscode.l10n.t('{0} more', numberText(left))] : [];
  return [...said, ...more, deletingText()];
}
