import type { TagServices } from '../../tags/ui/tagServices.ts';
import { OverviewPanels } from './overviewPanels.ts';
import type { OverviewReaders } from './overviewNeeds.ts';

/** Services for tags, and the Tag Overviews. */
export interface OverviewServices extends TagServices {
  readonly overviews: OverviewPanels;
}

type Needs = TagServices & { readonly validators: OverviewReaders };

/** Creates the Tag Overviews, which delegate actions to commands. */
export function createOverviews(services: Needs): OverviewPanels {
  const { bots, context } = services;
  const { extensionUri, workspaceState: memento } = context;
  const overviews = new OverviewPanels({ ...services, extensionUri, memento });
  bots.onDidChange((bot) => overviews.update(bot));
  bots.onDidRemove((key) => void overviews.forget(key));
  return overviews;
}
