import type * as vscode from 'vscode';
import type * as overviewMessages from '../overviewMessages.ts';
import type { Bot, CatalogueItem } from '../../base/model.ts';
import type { Clock } from '../../base/ports.ts';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { OverviewTools, ScanHistory } from '../../catalogue/scanCounts.ts';
import type { CommandContext } from '../../catalogue/ui/handler.ts';
import type { BotTree } from '../../catalogue/ui/treeView.ts';
import type { CommandId } from '../../commands/commands.ts';
import type { CustomerPanels } from '../../customers/ui/customerPanels.ts';
import type { RunningScans } from '../../tags/ui/discoverTags.ts';
import type { OverviewData } from '../overviewMessages.ts';

/** Parsers that validate messages and stored state against their schemas. */
type OverviewReaders = Lazy<
  Pick<typeof overviewMessages, 'parseIgnored' | 'parseOverviewRequest' | 'parseOverviewState'>
>;

/** Dependencies that all Tag Overviews of a window share. */
export interface OverviewParts {
  readonly extensionUri: vscode.Uri;
  readonly catalogue: Lazy<Catalogue>;
  readonly panels: CustomerPanels;
  readonly history: Lazy<ScanHistory>;
  /** Tools that count loaded customers. */
  readonly overview: Lazy<OverviewTools>;
  readonly scans: RunningScans;
  readonly tree: Pick<BotTree, 'reveal'>;
  readonly validators: OverviewReaders;
  readonly memento: vscode.Memento;
  readonly clock: Clock;
  /** Runs a command as if the user had called it. The command shows its own errors. */
  readonly run: (id: CommandId, context: CommandContext) => Promise<unknown>;
  /** Creates a plan that deletes items of a bot. */
  readonly planDeletion: (bot: Bot, items: readonly CatalogueItem[]) => Promise<void>;
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

type Ignored = OverviewData['ignored'];

/** Stores the findings that the user ignores, for each bot: reasons and tag IDs. */
export class IgnoredFindings {
  readonly #memento: vscode.Memento;
  readonly #validators: OverviewReaders;

  constructor(memento: vscode.Memento, validators: OverviewReaders) {
    this.#memento = memento;
    this.#validators = validators;
  }

  async of(botKey: string): Promise<Ignored> {
    return (await this.#validators()).parseIgnored(this.#memento.get(keyOf(botKey)));
  }

  async keep(botKey: string, ignored: Ignored): Promise<void> {
    await this.#memento.update(keyOf(botKey), ignored.length === 0 ? undefined : ignored);
  }
}

function keyOf(botKey: string): string {
  return `overview.ignored.${botKey}`;
}
