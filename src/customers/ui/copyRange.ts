import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { botNamed, type Handler } from '../../catalogue/ui/handler.ts';
import type { CustomerPanels } from './customerPanels.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly panels: CustomerPanels;
}

/** Copies the selected cells of the panel as CSV, with the column titles. */
export function copyRange(parts: Needs): Handler<'botTags.copyRange'> {
  return {
    interactive: async () => {
      await parts.panels.inFront().ranges.copy();
    },
    withArguments: async ({ bot }) => {
      return parts.panels.of(botNamed(await parts.catalogue(), bot).key).ranges.copy();
    },
  };
}
