import { dayOf, entriesOf, type Entry, timeOf } from '../journalEntries.ts';
import type { JournalStore, RunRecord } from '../../catalogue/journal.ts';
import { undoIn } from '../../plans/runsOfText.ts';
import { journalNode, type JournalNode } from '../../catalogue/ui/treeNode.ts';

/** Maximum number of writes in the view. Runs are not limited. */
export const MOST_SHOWN = 1000;

/** Snapshot of the rows in the view. */
export interface JournalRows {
  readonly days: readonly JournalNode[];
  /** Nodes of each day, by the ID of the day. */
  readonly below: ReadonlyMap<string, readonly JournalNode[]>;
  /** Entries by node ID. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** States of undos, by the ID of the run that is or was undone. */
  readonly undone: ReadonlyMap<string, RunRecord['state']>;
  /** Number of writes that are not shown. */
  readonly more: number;
}

/** Reads the rows. @param known nodes that VS Code has, to be reused because it finds nodes by identity */
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

/** Returns the nodes whose appearance has changed. @returns `undefined` if nodes were added or removed */
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
