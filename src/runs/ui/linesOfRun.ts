import { createTimeSlicer } from '../../base/promises.ts';
import { jsonText } from '../../base/jsonValues.ts';
import type { Plan, Tagging } from '../../base/plan.ts';
import type {
  OperationOutcome,
  OperationOutcomes,
  Operations,
  OperationState,
} from '../../base/operation.ts';
import { channelName } from '../../plans/lineText.ts';

/** Result of a line. Not translated, because programs search for it. */
type LineResult = 'done' | 'failed' | 'unknown' | 'skipped' | 'not tried';

/** Outcome of a plan line: the results of all its operations together. */
interface LineOutcome {
  readonly result: LineResult;
  readonly errorText: string | undefined;
  /** Outcome of each tag. Empty for an item that is deleted. */
  readonly tags: readonly TagOutcome[];
}

type TagOutcome = readonly [id: string, result: LineResult, action: Tagging];

export interface RunResults {
  readonly plan: Plan;
  readonly operations: Operations;
  readonly outcomes: OperationOutcomes;
  /** Whether the run is an undo, which omits lines without an operation. */
  readonly isUndo: boolean;
}

/** Results by precedence. A line with several tags has the first of these results that any of its tags has. */
const PRECEDENCE: readonly LineResult[] = ['failed', 'unknown', 'not tried', 'done', 'skipped'];

/** Returns the outcomes by line number in the plan's text, without lines that do nothing. Works in slices. */
export async function outcomesOfLines({
  operations,
  outcomes,
}: Pick<RunResults, 'operations' | 'outcomes'>): Promise<ReadonlyMap<number, LineOutcome>> {
  const pauseIfDue = createTimeSlicer();
  const outcomeByLine = new Map<number, LineOutcome>();
  for (let index = 0; index < operations.count; index++) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    const operation = operations.at(index);
    const outcome = outcomeOf(outcomes.get(index));
    const tags: readonly TagOutcome[] =
      operation.kind === 'delete' ? [] : [[operation.tagId, outcome.result, operation.kind]];
    const previous = outcomeByLine.get(operation.line);
    const current = { ...outcome, tags };
    outcomeByLine.set(
      operation.line,
      previous === undefined ? current : mergeOutcomes(previous, current),
    );
  }
  return outcomeByLine;
}

function outcomeOf(
  outcome: OperationOutcome | undefined,
): Pick<LineOutcome, 'result' | 'errorText'> {
  const { state = 'waiting', detail } = outcome ?? {};
  return {
    result: RESULTS[state],
    errorText: state === 'failed' ? (detail ?? undefined) : undefined,
  };
}

const RESULTS: Readonly<Record<OperationState, LineResult>> = {
  waiting: 'not tried',
  sending: 'unknown',
  done: 'done',
  failed: 'failed',
  unknown: 'unknown',
  skipped: 'skipped',
};

function mergeOutcomes(previous: LineOutcome, current: LineOutcome): LineOutcome {
  const results = [previous.result, current.result];
  return {
    result: PRECEDENCE.find((result) => results.includes(result)) ?? current.result,
    errorText: previous.errorText ?? current.errorText,
    tags: [...previous.tags, ...current.tags],
  };
}

/** Returns one JSON object per customer or item, without a comma after it: failed first, then unknown. */
export async function resultLines(results: RunResults): Promise<readonly string[]> {
  const { plan, isUndo } = results;
  const outcomeByLine = await outcomesOfLines(results);
  const pauseIfDue = createTimeSlicer();
  const [failed, unknown, otherLines]: [string[], string[], string[]] = [[], [], []];
  for (const entry of [...plan.items, ...plan.users]) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    const outcome = outcomeByLine.get(entry.line);
    if (outcome === undefined && isUndo) continue;
    const result = outcome?.result;
    const group = result === 'failed' ? failed : result === 'unknown' ? unknown : otherLines;
    group.push(`{${membersOfEntry(plan, entry, outcome).join(',')}}`);
  }
  return [...failed, ...unknown, ...otherLines];
}

export type PlanEntry = Plan['users'][number] | Plan['items'][number];

function membersOfEntry(
  { action }: Plan,
  entry: PlanEntry,
  outcome: LineOutcome | undefined,
): readonly string[] {
  const { tags = [] } = outcome ?? {};
  const members = [`"result":${jsonText(outcome?.result ?? 'skipped')}`];
  if (action === 'attach and detach' && tags.length > 0) {
    const taggings = new Set(tags.map(([, , tagging]) => tagging));
    members.push(`"do":${jsonText([...taggings].join(' and '))}`);
  }
  // Only lines about customers have the field `skip`.
  if ('skip' in entry && entry.skip !== undefined)
    members.push(`"because":${jsonText(entry.skip)}`);
  members.push(...('skip' in entry ? userMembers(entry) : [`"id":${jsonText(entry.id)}`]));
  if (entry.name !== undefined) members.push(`"name":${jsonText(entry.name)}`);
  if (outcome?.errorText !== undefined) members.push(`"words":${jsonText(outcome.errorText)}`);
  if (tags.some(([, result]) => result !== outcome?.result)) {
    const tagResults = tags.map(([id, result]) => `${jsonText(id)}:${jsonText(result)}`);
    members.push(`"tags":{${tagResults.join(',')}}`);
  }
  return members;
}

/** Returns the JSON members of the customer, with the same names as in the plan. */
function userMembers({ user, row }: Plan['users'][number]): readonly string[] {
  const members: string[] = [];
  if (user !== undefined) {
    const { rawUid, uid = '', pageId, channel } = user;
    members.push(
      rawUid === undefined ? `"encryptedUser":${jsonText(uid)}` : `"user":${jsonText(rawUid)}`,
      `"page":${jsonText(pageId)}`,
      `"channel":"${channelName(channel)}"`,
    );
  }
  if (row !== undefined) members.push(`"row":${row}`);
  return members;
}
