import type * as vscode from 'vscode';
import type * as overviewMessages from '../overviewMessages.ts';
import type { Lazy } from '../../base/promises.ts';
import type { OverviewTools } from '../../catalogue/scanCounts.ts';
import type { BotTree } from '../../catalogue/ui/treeView.ts';
import type { MakerNeeds } from '../../plans/ui/makePlan.ts';
import type { TagServices } from '../../tags/ui/tagServices.ts';
import type { OverviewData } from '../overviewMessages.ts';

export type OverviewReaders = Lazy<
  Pick<typeof overviewMessages, 'parseIgnored' | 'parseOverviewRequest' | 'parseOverviewState'>
>;

/** Dependencies that all Tag Overviews of a window share. */
export interface OverviewNeeds
  extends
    MakerNeeds,
    Pick<TagServices, 'catalogue' | 'panels' | 'history' | 'scans' | 'commands' | 'errors'> {
  readonly extensionUri: vscode.Uri;
  readonly overview: Lazy<OverviewTools>;
  readonly tree: Pick<BotTree, 'reveal'>;
  readonly validators: OverviewReaders;
  readonly memento: vscode.Memento;
}

type IgnoredKeys = OverviewData['ignored'];

/** Returns the keys of the tidy-up findings of a bot that the user ignores (`IgnoredKey` in `tidyUp.ts`). */
export async function ignoredOf(
  { memento, validators }: OverviewNeeds,
  botKey: string,
): Promise<IgnoredKeys> {
  return (await validators()).parseIgnored(memento.get(keyOf(botKey)));
}

export async function storeIgnored(
  { memento }: OverviewNeeds,
  botKey: string,
  ignored: IgnoredKeys,
): Promise<void> {
  await memento.update(keyOf(botKey), ignored.length === 0 ? undefined : ignored);
}

function keyOf(botKey: string): string {
  return `overview.ignored.${botKey}`;
}
