import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { botNamed } from '../../catalogue/ui/handler.ts';
import type { SecretTokens } from '../../catalogue/ui/tokens.ts';
import { allowChanges } from './readOnly.ts';
import { askToken } from './replaceToken.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly tokens: SecretTokens;
}

/** Returns actions that fix a bot whose writes are refused. */
export function botFixes({ catalogue, tokens }: Needs) {
  return {
    replaceToken: async (botKey: string): Promise<void> =>
      askToken({ catalogue, tokens }, botNamed(await catalogue(), botKey)),
    allowChanges: (botKey: string): Promise<void> => allowChanges({ catalogue }, botKey),
  };
}
