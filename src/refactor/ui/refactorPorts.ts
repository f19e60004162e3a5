import type { Bot } from '../../base/model.ts';
import type { EndedOperation, RunCounts } from '../../base/operation.ts';
import type { Clock } from '../../base/ports.ts';
import type { JournalStore, RunRecord } from '../../catalogue/journal.ts';
import type { LoadedUsers } from '../../customers/ui/loadedUsers.ts';
import { BotItems } from '../../runs/botItems.ts';
import type {
  RefactorEnd,
  RefactorPorts,
  RefactorProgress,
  RefactorQuestions,
} from '../../runs/refactorPorts.ts';
import { JobLog } from '../../runs/ui/runLog.ts';
import type { RunOwner } from '../../runs/ui/runOwner.ts';
import { runPorts } from '../../runs/ui/runPorts.ts';
import type { RunServices } from '../../runs/ui/runServices.ts';
import type { RunTagging } from '../../service/tagActions.ts';

export class RefactorLog extends JobLog {
  /** Added to operation indexes: a resumed refactor counts from 0 again, and the Journal has the earlier indexes. */
  readonly #firstNumber: number;

  constructor(owner: RunOwner, clock: Clock, record: RunRecord, journal: JournalStore) {
    super(owner, clock, record);
    let lastNumber = -1;
    for (const number of journal.operations(record.id).keys())
      lastNumber = Math.max(lastNumber, number);
    this.#firstNumber = lastNumber + 1;
  }

  override step(begun: readonly number[], ended: readonly EndedOperation[], counts: RunCounts) {
    return super.step(
      begun.map((index) => index + this.#firstNumber),
      ended.map((change) => ({ ...change, index: change.index + this.#firstNumber })),
      counts,
    );
  }
}

interface RefactorSubject {
  readonly bot: Bot;
  readonly log: RefactorLog;
  /** Name of the new tag. */
  readonly name: string;
  readonly onTagChange: (tagging: RunTagging) => void;
}

export async function refactorPorts(
  {
    botServices,
    catalogue: lazyCatalogue,
    items: lazyItems,
    known,
    clock,
    readSetting,
  }: RefactorNeeds,
  { bot, log, name, onTagChange }: RefactorSubject,
  { questions }: Pick<RefactorCallbacks, 'questions'>,
): Promise<RefactorPorts> {
  const catalogue = await lazyCatalogue();
  const items = new BotItems(catalogue, await lazyItems(), bot);
  // Called for its side effect: the sandbox is started, which may create a new token.
  await botServices.baseUrl(bot);
  const service = await botServices.forRuns(bot);
  const ports = runPorts({ bot, service, items, known, readSetting });
  return {
    ...ports,
    // Runs measure durations with a monotonic clock. A refactor needs the time of day as well.
    wallClock: clock,
    perform: async (operation, signal) => {
      await ports.perform(operation, signal);
      if (operation.kind === 'delete') return;
      const { kind, tagId, user } = operation;
      // The name is used only for an attached tag, which is the new one.
      onTagChange({ user, tag: { id: tagId, name }, isAttached: kind === 'attach' });
    },
    botId: bot.botId,
    service,
    items,
    journal: log,
    questions,
  };
}

export interface RefactorNeeds extends Pick<
  RunServices,
  | 'catalogue'
  | 'journal'
  | 'botServices'
  | 'items'
  | 'known'
  | 'owner'
  | 'clock'
  | 'activeRuns'
  | 'readSetting'
> {
  readonly loaded: Pick<LoadedUsers, 'removeLoadTimes' | 'showTagged'>;
}

export interface RefactorCallbacks {
  readonly questions: RefactorQuestions;
  readonly onProgress: (progress: RefactorProgress) => void;
  /** Pauses the refactor when aborted. */
  readonly signal: AbortSignal;
}

/** Refactor that has ended or is paused. */
export interface EndedRefactor {
  readonly record: RunRecord;
  readonly end: RefactorEnd;
}
