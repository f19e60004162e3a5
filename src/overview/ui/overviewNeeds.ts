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

/** Stores, for each bot, the keys of the tidy-up findings that the user ignores (`IgnoredKey` in `tidyUp.ts`). */
export class IgnoredFindings {
  readonly #memento: vscode.Memento;
  readonly #validators: OverviewReaders;

  constructor(memento: vscode.Memento, validators: OverviewReaders) {
    this.#memento = memento;
    this.#validators = validators;
  }

  async ignoredOf(botKey: string): Promise<IgnoredKeys> {
    return (await this.#validators()).parseIgnored(this.#memento.get(keyOf(botKey)));
  }

  async store(botKey: string, ignored: IgnoredKeys): Promise<void> {
    await this.#memento.update(keyOf(botKey), ignored.length === 0 ? undefined : ignored);
  }
}

function keyOf(botKey: string): string {
  return `overview.ignored.${botKey}`;
}
