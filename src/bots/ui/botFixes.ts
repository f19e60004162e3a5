import { botByReference } from '../../catalogue/ui/handler.ts';
import type { CatalogueServices } from '../../catalogue/ui/catalogueServices.ts';
import { allowChanges } from './readOnly.ts';
import { askToken } from './replaceToken.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'tokens'>;

/** Returns actions that fix a bot whose writes are refused. */
export function botFixes({ catalogue, tokens }: Needs) {
  return {
    replaceToken: async (botKey: string): Promise<void> =>
      askToken({ catalogue, tokens }, botByReference(await catalogue(), botKey)),
    allowChanges: (botKey: string): Promise<void> => allowChanges({ catalogue }, botKey),
  };
}
