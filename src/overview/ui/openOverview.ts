import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { botInHand, botNamed, type Handler } from '../../catalogue/ui/handler.ts';
import type { OverviewPanels } from './overviewPanels.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly overviews: OverviewPanels;
}

/** What the tags of a bot say, on a page of its own. */
export function openOverview({ catalogue, overviews }: Needs): Handler<'botTags.openOverview'> {
  return {
    byPerson: async (hand) =>
      overviews.open(await botInHand(await catalogue(), hand, vscode.l10n.t('Tag Overview'))),
    byProgram: async ({ bot }) => overviews.open(botNamed(await catalogue(), bot)),
  };
}
