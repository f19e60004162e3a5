import { botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import type { CustomerServices } from './customerServices.ts';

type Needs = Pick<CustomerServices, 'catalogue' | 'panels'>;

/** Copies the selected cells of the panel as CSV, with the column titles. */
export function copyRange(services: Needs): Handler<'botTags.copyRange'> {
  return {
    interactive: async () => {
      await services.panels.inFront().rangeCopies.copy();
    },
    withArguments: async ({ bot }) => {
      return services.panels
        .require(botByReference(await services.catalogue(), bot).key)
        .rangeCopies.copy();
    },
  };
}
