import type * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Bot, CatalogueItem } from '../../base/model.ts';
import type { ScanHistory } from '../../catalogue/aggregate.ts';
import type { OverviewTools } from '../../catalogue/overviewTools.ts';
import type { Clock } from '../../base/ports.ts';
import type { CommandId } from '../../commands/commands.ts';
import type * as overviewMessages from '../overviewMessages.ts';
import type { CustomerPanels } from '../../customers/ui/customerPanels.ts';
import type { Hand } from '../../catalogue/ui/handler.ts';
import type { RunningScans } from '../../tags/ui/runningScans.ts';
import type { BotTree } from '../../catalogue/ui/treeView.ts';

/** Reads messages and stored state by their schemas. */
export type OverviewReaders = Lazy<
  Pick<typeof overviewMessages, 'parseIgnored' | 'parseOverviewRequest' | 'parseOverviewState'>
>;

/** What the Tag Overviews of a window share. */
export interface OverviewParts {
  readonly extensionUri: vscode.Uri;
  readonly catalogue: Lazy<Catalogue>;
  readonly panels: CustomerPanels;
  readonly history: Lazy<ScanHistory>;
  /** What counts loaded customers. */
  readonly overview: Lazy<OverviewTools>;
  readonly scans: RunningScans;
  readonly tree: Pick<BotTree, 'reveal'>;
  readonly validators: OverviewReaders;
  readonly memento: vscode.Memento;
  readonly clock: Clock;
  /** A command as a person calls it; it shows by itself what goes wrong. */
  readonly run: (id: CommandId, hand: Hand) => Promise<unknown>;
  /** Makes a plan that deletes items of a bot. */
  readonly planDeletion: (bot: Bot, items: readonly CatalogueItem[]) => Promise<void>;
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}
