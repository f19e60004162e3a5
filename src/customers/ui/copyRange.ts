import { botNamed, type Handler } from '../../catalogue/ui/handler.ts';
import type { CustomerServices } from './customerServices.ts';

type Needs = Pick<CustomerServices, 'catalogue' | 'panels'>;

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
