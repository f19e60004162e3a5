import type { Plan } from '../base/plan.ts';
import type { JournalStore, RunRecord, WriteRecord } from '../catalogue/journal.ts';

/** What a plan knows of its users for so long; later somebody else may have changed it, ms. */
const FRESH_FOR = 15 * 60_000;

/**
 * The plan as it is to be run. One that is older, or whose users may have been tagged since it was made, asks for each
 * user's tags first: otherwise a tag that came meanwhile would be counted once more, and Undo would take it off.
 */
export function asRun(
  plan: Plan,
  { now, isOutdated }: { readonly now: number; readonly isOutdated: boolean },
): Plan {
  if (plan.action === 'delete' || plan.checkFirst) return plan;
  const isFresh = now - plan.made <= FRESH_FOR && plan.made <= now;
  return isFresh && !isOutdated ? plan : { ...plan, checkFirst: true };
}

/** Writes that may have changed the tags of a plan's customers since the plan was made. */
export interface EarlierTaggings {
  /** Time of the latest one, in ms. */
  readonly latest: number;
  /** Time of the latest run of the plan's file, in ms; `undefined`: there is none. */
  readonly fileRun: number | undefined;
  /** Time of the latest one whose outcome is unknown, in ms: it may still be on its way. `undefined`: there is none. */
  readonly unknown: number | undefined;
}

interface Wanted {
  /** Key of the plan's bot. */
  readonly bot: string;
  readonly plan: Pick<Plan, 'tags' | 'made'>;
  /** URI of the plan's file. */
  readonly uri: string;
  /** ID of a run that does not count. */
  readonly except?: string | undefined;
  /** Whether the list has a bot of this key. A bot that was removed may have been the same one. */
  readonly isListed: (key: string) => boolean;
}

/**
 * Finds the runs of the plan's file, and the taggings with one of its tags since it was made.
 * @returns `undefined` if there are none
 */
export function earlierTaggings(
  journal: Pick<JournalStore, 'runs' | 'taggings'>,
  { bot, plan, uri, except, isListed }: Wanted,
): EarlierTaggings | undefined {
  const ids = plan.tags.map(({ id }) => id);
  // A write of unknown outcome may have been carried out since.
  const since = plan.made - FRESH_FOR;
  const file = savedFile(uri);
  const isOfBot = (key: string): boolean => key === bot || !isListed(key);
  const counts = ({ time, isUnknown }: Tagging): boolean => isUnknown || time >= plan.made;
  const runs = journal
    .runs({ plan: file, since })
    .filter((run) => run.id !== except && run.kind !== 'delete' && isOfBot(run.bot));
  const fileRuns = runs.filter((run) => run.plan === file).map(taggingOfRun);
  const others = runs.filter((run) => hasTag(run, ids)).map(taggingOfRun);
  const writes = journal.taggings(ids, since).filter((write) => isOfBot(write.bot));
  const found = [...fileRuns, ...[...others, ...writes.map(taggingOfWrite)].filter(counts)];
  const latest = latestOf(found);
  if (latest === undefined) return undefined;
  const unknown = latestOf(found.filter(({ isUnknown }) => isUnknown));
  return { latest, fileRun: latestOf(fileRuns), unknown };
}

/** @returns `undefined` for an untitled document: others have had its name */
export function savedFile(uri: string): string | undefined {
  return uri.startsWith('untitled:') ? undefined : uri;
}

interface Tagging {
  /** ms */
  readonly time: number;
  /** It may still be on its way, too. */
  readonly isUnknown: boolean;
}

function taggingOfRun({ state, reason, counts, updated }: RunRecord): Tagging {
  // A window that was closed or killed leaves outcomes that are not counted.
  const isUnknown = state === 'running' || reason === 'closed' || counts.unknown > 0;
  return { time: updated, isUnknown };
}

function taggingOfWrite({ result, time }: Pick<WriteRecord, 'result' | 'time'>): Tagging {
  return { time, isUnknown: result !== 'done' };
}

/** The detail of every kind of run names its tags by JSON. A name that looks like an ID costs a few reads only. */
function hasTag({ detail }: RunRecord, ids: readonly string[]): boolean {
  return ids.some((id) => detail.includes(JSON.stringify(id)));
}

function latestOf(found: readonly Tagging[]): number | undefined {
  return found.length === 0 ? undefined : Math.max(...found.map(({ time }) => time));
}
