import type { Catalogue } from '../core/catalogue.ts';
import type { Discovery } from '../core/discovery.ts';
import type { ItemActions } from '../core/itemActions.ts';
import type { Lazy } from '../core/lazy.ts';
import type { LiveItems } from '../core/liveItems.ts';
import type { Clock } from '../core/ports.ts';
import type { TagIndex } from '../core/tagIndex.ts';
import type { TagActions } from '../core/tagActions.ts';
import type { TagMoments } from '../core/tagMoments.ts';
import type { LazyBackend } from './backend.ts';
import type { CustomerPanels } from './customers/customerPanels.ts';
import type { ExportJobs } from './exports/exportJobs.ts';
import type { LastUsers } from './input/askUser.ts';
import type { JsonDocuments } from './json/jsonDocuments.ts';
import type { PlainLog } from './kit/log.ts';
import type { SandboxHost } from './sandboxHost.ts';
import type { BotServices } from './services.ts';
import type { SecretTokens } from './tokens.ts';
import type { TreeShape } from './tree/treeShape.ts';
import type { BotTree } from './tree/treeView.ts';
import type { WorkspaceFiles } from './workspaceFile/workspaceFiles.ts';

/** What `extension.ts` has put together; each command takes the parts that it names. */
export interface Parts {
  readonly catalogue: Lazy<Catalogue>;
  readonly tagIndex: Lazy<LiveItems<TagIndex>>;
  readonly items: Lazy<ItemActions>;
  readonly discovery: Lazy<Discovery>;
  readonly tags: TagActions;
  readonly tokens: SecretTokens;
  readonly services: BotServices;
  readonly sandbox: SandboxHost;
  readonly tree: BotTree;
  readonly shape: TreeShape;
  readonly panels: CustomerPanels;
  readonly documents: JsonDocuments;
  readonly exports: ExportJobs;
  readonly moments: TagMoments;
  readonly files: WorkspaceFiles;
  readonly backend: LazyBackend;
  readonly lastUsers: LastUsers;
  readonly log: PlainLog;
  readonly clock: Clock;
}
