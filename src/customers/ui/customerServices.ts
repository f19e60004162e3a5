import { steadyClock } from '../../base/ports.ts';
import type { Lazy } from '../../base/promises.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { KnownTags, TaggingMemory } from '../../service/userMemory.ts';
import type { WorkspaceFileText } from '../../workspaceFile/createFileText.ts';
import { WorkspaceFiles } from '../../workspaceFile/ui/workspaceFiles.ts';
import type { CustomerPanel } from './customerPanel.ts';
import type { CustomerPanels } from './customerPanels.ts';
import { LoadedUsers } from './loadedUsers.ts';
import { SavedSegments, WindowSegments } from './savedSegments.ts';

export interface CustomerServices extends CatalogueServices {
  readonly errors: ErrorDisplay;
  readonly files: WorkspaceFiles;
  readonly segments: SavedSegments;
  readonly windowSegments: WindowSegments;
  readonly zone: UserTimeZone;
  readonly loaded: LoadedUsers;
  readonly panels: CustomerPanels;
}

type UserCaches = Pick<CustomerServices, 'memory' | 'known' | 'loaded'> & {
  /** Open panels by bot key, which `CustomerPanels` updates. */
  readonly openPanels: Map<string, CustomerPanel>;
};

export function createUserCaches({
  clock,
  bots,
}: Pick<CustomerServices, 'clock' | 'bots'>): UserCaches {
  const openPanels = new Map<string, CustomerPanel>();
  const memory = new TaggingMemory();
  const loaded = new LoadedUsers(clock, openPanels);
  // A monotonic clock: if the system clock were set back, tags that were read long ago would seem current, and an Undo
  // that relies on them would be offered. `loaded` also records the time of this clock.
  const known = new KnownTags(steadyClock, (bot, user) => {
    const loadedTags = loaded.tagsOf(bot, user);
    return loadedTags && { ...loadedTags, time: loadedTags.steadyTime };
  });
  bots.onDidRemove((key) => {
    for (const cache of [memory, known]) cache.removeBot(key);
  });
  return { openPanels, memory, loaded, known };
}

type SegmentNeeds = Pick<CustomerServices, 'context' | 'tokens' | 'log' | 'catalogue' | 'bots'> & {
  readonly fileText: Lazy<WorkspaceFileText>;
};

/** Creates the services for workspace files, and for segments that are saved in these files or in this workspace. */
export function createSegments({
  context,
  tokens,
  log,
  catalogue,
  bots,
  fileText,
}: SegmentNeeds): Pick<CustomerServices, 'files' | 'segments' | 'windowSegments' | 'zone'> {
  const { workspaceState: memento } = context;
  const files = new WorkspaceFiles({ catalogue, tokens, log, memento, fileText });
  context.subscriptions.push(files);
  const windowSegments = new WindowSegments(memento);
  bots.onDidRemove((key) => void windowSegments.removeBot(key));
  const segments = new SavedSegments(files.segments, windowSegments);
  return { files, segments, windowSegments, zone: new UserTimeZone() };
}

/** Time zone of the user, which decides when a day begins. In a remote window, the machine may be in another zone. */
class UserTimeZone {
  #zone: string | undefined;

  /** Zone such as `Asia/Taipei`. `undefined` if it is the zone of this machine, or not known yet. */
  get current(): string | undefined {
    return this.#zone;
  }

  report(zone: string): void {
    const machineZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    this.#zone = zone === machineZone ? undefined : zone;
  }
}

/** Shows an error to the user, with buttons that help. */
export interface ErrorDisplay {
  /** @param botKey bot of the command; `undefined` if unknown */
  show(error: unknown, botKey: string | undefined): Promise<void>;
}
