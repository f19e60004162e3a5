import type { Plan } from '../base/plan.ts';
import type { JournalStore, RunRecord, WriteRecord } from '../catalogue/journal.ts';

/** Time for which the tags recorded in a plan are considered current, in ms. Later, others may have changed them. */
const FRESH_MS = 15 * 60_000;

/**
 * Makes the run first read each user's tags if the plan is old, or its users may have been tagged since it was made.
 * Without these reads, a tag attached since then would be attached a second time, and Undo would detach it.
 */
export function preparePlanForRun(
  plan: Plan,
  { now, isOutdated }: { readonly now: number; readonly isOutdated: boolean },
): Plan {
  if (plan.action === 'delete' || plan.checkFirst) return plan;
  const isFresh = now - plan.made <= FRESH_MS && plan.made <= now;
  return isFresh && !isOutdated ? plan : { ...plan, checkFirst: true };
}

/** Writes that may have changed the tags of a plan's customers since the plan was made. Times are in ms. */
export interface EarlierTaggings {
  readonly latestTime: number;
  /** Time of the latest run of the plan's file. */
  readonly fileRunTime?: number | undefined;
  /** Time of the latest write with an unknown outcome. The service may still carry out such a write. */
  readonly latestUnknownOutcomeTime?: number | undefined;
}

interface EarlierQuery {
  /** Key of the plan's bot. */
  readonly bot: string;
  readonly plan: Pick<Plan, 'tags' | 'made'>;
  readonly uri: string;
  /** Run that is started or resumed. Its own writes do not make the plan outdated. */
  readonly ignoredRunId?: string | undefined;
  /** Whether the catalogue has a bot with this key. A bot that was removed may be the same bot under another key. */
  readonly isListed: (key: string) => boolean;
}

/** Finds all runs of the plan's file, and the writes of the plan's tags since the plan was created. */
export function earlierTaggings(
  journal: Pick<JournalStore, 'runs' | 'taggings'>,
  { bot, plan, uri, ignoredRunId, isListed }: EarlierQuery,
): EarlierTaggings | undefined {
  const ids = plan.tags.map(({ id }) => id);
  // A write with an unknown outcome may have been carried out after its recorded time.
  const since = plan.made - FRESH_MS;
  const savedUri = savedFile(uri);
  const mayBeOfBot = (key: string): boolean => key === bot || !isListed(key);
  const mayBeLater = ({ time, isUnknown }: Tagging): boolean => isUnknown || time >= plan.made;
  // `journal.runs` returns all runs of the file, and the other runs since that time.
  const runs = journal
    .runs({ plan: savedUri, since })
    .filter((run) => run.id !== ignoredRunId && run.kind !== 'delete' && mayBeOfBot(run.bot));
  const fileRuns = runs.filter((run) => run.plan === savedUri).map(taggingOfRun);
  const tagRuns = runs.filter((run) => hasTag(run, ids)).map(taggingOfRun);
  const writes = journal.taggings(ids, since).filter((write) => mayBeOfBot(write.bot));
  const otherTaggings = [...tagRuns, ...writes.map(taggingOfWrite)].filter(mayBeLater);
  const taggings = [...fileRuns, ...otherTaggings];
  const latestTime = latestTimeOf(taggings);
  if (latestTime === undefined) return undefined;
  const latestUnknownOutcomeTime = latestTimeOf(taggings.filter(({ isUnknown }) => isUnknown));
  return { latestTime, fileRunTime: latestTimeOf(fileRuns), latestUnknownOutcomeTime };
}

/** Returns the URI of a saved plan, or `undefined` for an untitled document, because its name is reused. */
export function savedFile(uri: string): string | undefined {
  return uri.startsWith('untitled:') ? undefined : uri;
}

interface Tagging {
  readonly time: number;
  /** Whether the outcome is unknown, which includes requests that may still be in progress. */
  readonly isUnknown: boolean;
}

function taggingOfRun({ state, reason, counts, updated }: RunRecord): Tagging {
  // A window that was closed or killed leaves requests whose outcomes are not in the counts.
  const isUnknown = state === 'running' || reason === 'closed' || counts.unknown > 0;
  return { time: updated, isUnknown };
}

function taggingOfWrite({ result, time }: Pick<WriteRecord, 'result' | 'time'>): Tagging {
  return { time, isUnknown: result !== 'done' };
}

/** `detail` has the tag IDs as JSON. A false match, such as a tag name that equals an ID, only costs a few reads. */
function hasTag({ detail }: RunRecord, ids: readonly string[]): boolean {
  return ids.some((id) => detail.includes(JSON.stringify(id)));
}

function latestTimeOf(taggings: readonly Tagging[]): number | undefined {
  return taggings.length === 0 ? undefined : Math.max(...taggings.map(({ time }) => time));
}
