import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { allowChanges } from '../bots/readOnly.ts';
import { askToken } from '../bots/replaceToken.ts';
import { botNamed } from '../input/handler.ts';
import type { SecretTokens } from '../kit/tokens.ts';

interface Parts {
  readonly catalogue: Lazy<Catalogue>;
  readonly tokens: SecretTokens;
}

/** What helps a bot whose writes are refused. */
export function botFixes({ catalogue, tokens }: Parts) {
  return {
    replaceToken: async (botKey: string): Promise<void> =>
      askToken({ catalogue, tokens }, botNamed(await catalogue(), botKey)),
    allowChanges: (botKey: string): Promise<void> => allowChanges({ catalogue }, botKey),
  };
}
