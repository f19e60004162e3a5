import { env } from 'vscode';
import { cachedSetting } from '../base/ui/settings.ts';
import { followBots } from '../catalogue/botEvents.ts';
import { createBotServices, createLazyClient } from '../catalogue/ui/services.ts';
import { SANDBOX_PORT, SandboxHost } from '../catalogue/ui/sandboxHost.ts';
import { createPanels } from '../customers/ui/createPanels.ts';
import { createSegments, createUserCaches } from '../customers/ui/customerServices.ts';
import { createExports } from '../exports/ui/exportServices.ts';
import { createOverviews } from '../overview/ui/overviewPanels.ts';
import { createRefactors } from '../refactor/ui/refactorServices.ts';
import { createJournal, createRuns } from '../runs/ui/runServices.ts';
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
  const client = createLazyClient(followed);
  const network = { ...followed, client, sandbox: createSandboxHost(shell) };
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

/** Creates the host of the sandbox, which loads and starts the sandbox when it is first used. */
function createSandboxHost({ tokens, sandboxState, sandboxBundle }: Shell): SandboxHost {
  return new SandboxHost(tokens, async (options) => {
    const state = await sandboxState();
    const { startSandbox } = await sandboxBundle();
    return startSandbox({
      ...options,
      language: env.language,
      preferredPort: SANDBOX_PORT,
      ...(state === undefined ? {} : { state }),
    });
  });
}
