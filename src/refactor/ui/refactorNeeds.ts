import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { ItemActions } from '../../catalogue/itemActions.ts';
import type { KnownTags } from '../../service/userMemory.ts';
import type { LoadedUsers } from '../../customers/ui/loadedUsers.ts';
import type { JournalStore, RunRecord } from '../../catalogue/journal.ts';
import type { Clock } from '../../base/ports.ts';
import type { RefactorEnd, RefactorProgress, RefactorQuestions } from '../../runs/refactorPorts.ts';
import type { BotServices } from '../../catalogue/ui/services.ts';
import type { setting } from '../../base/ui/settings.ts';
import type { ActiveRuns } from '../../runs/ui/activeRuns.ts';
import type { RunOwner } from '../../runs/ui/runOwner.ts';

export interface RefactorNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly journal: Lazy<JournalStore>;
  readonly services: BotServices;
  readonly items: Lazy<ItemActions>;
  readonly known: KnownTags;
  readonly owner: RunOwner;
  readonly active: ActiveRuns;
  readonly clock: Clock;
  readonly kept: typeof setting;
  readonly loaded: Pick<LoadedUsers, 'forgetTags' | 'showTagged'>;
}

/** Questions, progress and cancellation of a refactor. */
export interface RefactorCallbacks {
  readonly questions: RefactorQuestions;
  readonly onProgress: (progress: RefactorProgress) => void;
  /** Pauses the refactor when aborted. */
  readonly signal: AbortSignal;
}

export interface EndedRefactor {
  readonly record: RunRecord;
  readonly end: RefactorEnd;
}
