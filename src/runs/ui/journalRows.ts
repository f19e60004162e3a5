import { dayOf, entriesOf, type Entry, timeOf } from '../journalEntries.ts';
import type { JournalStore, RunRecord } from '../../catalogue/journal.ts';
import { undoIn } from '../../plans/runsOfText.ts';
import { journalNode, type JournalNode } from '../../catalogue/ui/treeNode.ts';

/** Writes that the view shows at most; of runs all. */
export const MOST_SHOWN = 1000;

/** What the view shows at one time. */
export interface JournalRows {
  readonly days: readonly JournalNode[];
  /** By the ID of the day. */
  readonly below: ReadonlyMap<string, readonly JournalNode[]>;
  /** By the ID of the node. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** By the ID of a run that was taken back, or is being: how far that is. */
  readonly undone: ReadonlyMap<string, RunRecord['state']>;
  /** Writes that are not shown. */
  readonly more: number;
}

/** @param known nodes that VS Code has: it finds them by identity */
export function readRows(journal: JournalStore, known: Map<string, JournalNode>): JournalRows {
  const nodeOf = (kind: JournalNode['kind'], id: string): JournalNode => {
    const key = `${kind} ${id}`;
    const node = known.get(key) ?? journalNode(kind, id);
    known.set(key, node);
    return node;
  };
  const writes = journal.writes(MOST_SHOWN);
  const runs = journal.runs();
  const shown = entriesOf(runs, writes);
  const byDay = Map.groupBy(shown, (entry) => String(dayOf(timeOf(entry))));
  const entries = new Map(shown.map((entry) => [idOf(entry), entry]));
  return {
    days: [...byDay.keys()].map((day) => nodeOf('day', day)),
    below: new Map(
      [...byDay].map(([day, own]) => [day, own.map((entry) => nodeOf(entry.kind, idOf(entry)))]),
    ),
    entries,
    undone: undoneIn(runs),
    more: journal.countWrites() - writes.length,
  };
}

function undoneIn(runs: readonly RunRecord[]): JournalRows['undone'] {
  const undos = runs.filter(({ kind }) => kind === 'undo');
  const ids = new Set(undos.map(({ of }) => of).filter((of) => of !== null));
  return new Map(
    [...ids].flatMap((id) => {
      const state = undoIn(undos, { id })?.state;
      return state === undefined ? [] : [[id, state] as const];
    }),
  );
}

export function idOf(entry: Entry): string {
  return entry.kind === 'run' ? entry.run.id : entry.write.id;
}

/** The nodes that look different now; `undefined`: others came or went. */
export function changedNodes(before: JournalRows, after: JournalRows): JournalNode[] | undefined {
  const nodesOf = ({ below }: JournalRows): readonly JournalNode[] => [...below.values()].flat();
  const nodes = nodesOf(after);
  const earlier = nodesOf(before);
  if (nodes.length !== earlier.length || before.more !== after.more) return undefined;
  if (nodes.some((node, index) => node !== earlier[index])) return undefined;
  return nodes.filter(
    ({ id }) =>
      before.undone.get(id) !== after.undone.get(id) ||
      JSON.stringify(before.entries.get(id)) !== JSON.stringify(after.entries.get(id)),
  );
}
