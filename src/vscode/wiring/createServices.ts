import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { JournalStore } from '../../core/journal/journal.ts';
import { Recorder } from '../../core/journal/recorder.ts';
import type { UserRef } from '../../core/model.ts';
import type { Clock, Log } from '../../core/ports.ts';
import type { LazyClient } from '../kit/lazyClient.ts';
import type { SandboxHost } from '../kit/sandboxHost.ts';
import { BotServices } from '../kit/services.ts';
import { keptSetting, onDidChangeSetting } from '../kit/settings.ts';
import type { SecretTokens } from '../kit/tokens.ts';

interface Shell {
  readonly context: { readonly subscriptions: { dispose(): unknown }[] };
  readonly journal: Lazy<JournalStore>;
  readonly clock: Clock;
  readonly log: Log;
  readonly tokens: SecretTokens;
}

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly client: LazyClient;
  readonly sandbox: SandboxHost;
  readonly isOn: (bot: string, user: UserRef, tagId: string) => boolean | undefined;
}

/** The services of bots, and what writes down each of their writes. */
export function createServices({ context, journal, clock, log, tokens }: Shell, needs: Needs) {
  const { catalogue, client, sandbox, isOn } = needs;
  const { subscriptions } = context;
  const kept = keptSetting(subscriptions);
  const keepDays = (): number => kept('botTags.journal.keepUserIds');
  const recorder = new Recorder({ catalogue, journal, clock, log, isOn, keepDays });
  onDidChangeSetting(
    'botTags.journal.keepUserIds',
    subscriptions,
  )(() => {
    recorder.forgetOld().catch((error: unknown) => {
      log.warn(`User IDs could not be taken out of the journal: ${String(error)}`);
    });
  });
  const { recorded } = recorder;
  return { services: new BotServices({ catalogue, client, tokens, sandbox, recorded }), recorder };
}
