import { env } from 'vscode';
import { lazy } from '../base/promises.ts';
import { retryWaits } from '../base/ui/progress.ts';
import { cachedSetting, networkSettings } from '../base/ui/settings.ts';
import { followBots } from '../catalogue/botEvents.ts';
import { createBotServices } from '../catalogue/ui/services.ts';
import { SANDBOX_PORT, SandboxHost } from '../catalogue/ui/sandboxHost.ts';
import { createPanels } from '../customers/ui/createPanels.ts';
import { createSegments, createUserCaches } from '../customers/ui/customerServices.ts';
import { createExports } from '../exports/ui/exportServices.ts';
import { createOverviews } from '../overview/ui/overviewPanels.ts';
import { createRefactors } from '../refactor/ui/refactorServices.ts';
import { createJournal, createRuns } from '../runs/ui/runServices.ts';
import type { ClientOptions } from '../service/client.ts';
import { RunningScans } from '../tags/ui/discoverTags.ts';
import { LikelyBot } from '../tags/ui/tagServices.ts';
import { Commands } from './commands.ts';
import { Resumables } from './resumables.ts';
import type { Services, Shell } from './services.ts';
import { createErrorDisplay } from './showError.ts';

/** Each step adds services that need the services of the steps before. Their bundles are loaded on first use. */
export function createServices(shell: Shell): Services {
  const readSetting = cachedSetting(shell.context.subscriptions);
  const followed = { ...shell, readSetting, ...followBots(shell.catalogue) };
  const network = { ...followed, ...createConnections(followed) };
  const caches = { ...network, ...createUserCaches(network) };
  const journal = { ...caches, ...createJournal(caches) };
  const tagging = { ...journal, ...createBotServices(journal) };
  const segments = { ...tagging, ...createSegments(tagging) };
  const exporting = { ...segments, ...createExports(segments) };
  const display = { ...exporting, errors: createErrorDisplay(exporting) };
  const running = { ...display, commands: new Commands(display) };
  const customers = { ...running, panels: createPanels(running) };
  const runs = { ...customers, ...createRuns(customers) };
  const likelyBot = new LikelyBot(customers.panels, shell.tree.view);
  const tags = { ...runs, scans: new RunningScans(), likelyBot };
  const overviews = createOverviews(tags);
  // Opening `tags.catalogue` fires `bots.onDidOpen`, on which the resumable jobs are counted. A count must not cause
  // another one, so it opens `shell.catalogue`, which does not fire the event.
  const resumables = new Resumables({ ...tags, catalogue: shell.catalogue });
  return { ...tags, ...createRefactors(tags), overviews, resumables };
}

type ConnectionNeeds = Shell & Pick<Services, 'readSetting'>;

/** Creates the client of the services, and the sandbox. Both are loaded on first use. */
function createConnections(shell: ConnectionNeeds): Pick<Services, 'client' | 'sandbox'> {
  const sandbox = new SandboxHost(shell.tokens, async (options) => {
    const state = await shell.sandboxState();
    const { startSandbox } = await shell.sandboxBundle();
    return startSandbox({
      ...options,
      language: env.language,
      preferredPort: SANDBOX_PORT,
      ...(state === undefined ? {} : { state }),
    });
  });
  const client = lazy(async () => (await shell.clientBundle()).createClient(clientOptions(shell)));
  return { client, sandbox };
}

function clientOptions({ context, log, clock, readSetting }: ConnectionNeeds): ClientOptions {
  const networkOptions = networkSettings(context.subscriptions);
  const settings: ClientOptions['settings'] = {
    get timeoutMs() {
      return readSetting('botTags.network.timeout') * 1000;
    },
    get retryLimits() {
      return { maxTries: 4, maxTotalMs: readSetting('botTags.network.maxRetryTime') * 1000 };
    },
    get network() {
      return networkOptions();
    },
  };
  return { settings, waits: retryWaits, log, clock };
}
