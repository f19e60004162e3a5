import type * as vscode from 'vscode';
import type * as overviewMessages from '../overviewMessages.ts';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { OverviewTools, ScanHistory } from '../../catalogue/scanCounts.ts';
import type { CommandRunner } from '../../catalogue/ui/commandRunner.ts';
import type { BotTree } from '../../catalogue/ui/treeView.ts';
import type { CustomerPanels } from '../../customers/ui/customerPanels.ts';
import type { ErrorDisplay } from '../../errors/ui/errorDisplay.ts';
import type { MakerNeeds } from '../../plans/ui/makePlan.ts';
import type { RunningScans } from '../../tags/ui/discoverTags.ts';
import type { OverviewData } from '../overviewMessages.ts';

/** Parsers that validate messages and stored state against their schemas. */
export type OverviewReaders = Lazy<
  Pick<typeof overviewMessages, 'parseIgnored' | 'parseOverviewRequest' | 'parseOverviewState'>
>;

/** Dependencies that all Tag Overviews of a window share. */
export interface OverviewParts extends MakerNeeds {
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
  readonly commands: CommandRunner;
  readonly errors: ErrorDisplay;
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
