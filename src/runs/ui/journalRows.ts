import { dayOf, entriesOf, type Entry, timeOf } from '../journalEntries.ts';
import { type JournalStore, type RunRecord, undoIn } from '../../catalogue/journal.ts';
import { journalNode, type JournalNode } from '../../catalogue/ui/treeNode.ts';

/** Maximum number of writes in the view. Runs are not limited. */
export const MAX_SHOWN_WRITES = 1000;

export interface JournalRows {
  readonly days: readonly JournalNode[];
  /** Nodes of each day, by the ID of the day. */
  readonly nodesByDay: ReadonlyMap<string, readonly JournalNode[]>;
  /** Entries by node ID. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** States of undos, by the ID of the run that is or was undone. */
  readonly undoStates: ReadonlyMap<string, RunRecord['state']>;
  /** Number of writes that are not shown. */
  readonly hiddenCount: number;
}

/** @param knownNodes nodes that VS Code has, to be reused because it finds nodes by identity */
export function readRows(journal: JournalStore, knownNodes: Map<string, JournalNode>): JournalRows {
  const nodeOf = (kind: JournalNode['kind'], id: string): JournalNode => {
    const key = `${kind} ${id}`;
    const node = knownNodes.get(key) ?? journalNode(kind, id);
    knownNodes.set(key, node);
    return node;
  };
  const writes = journal.writes(MAX_SHOWN_WRITES);
  const runs = journal.runs();
  const shown = entriesOf(runs, writes);
  const byDay = Map.groupBy(shown, (entry) => String(dayOf(timeOf(entry))));
  const entries = new Map(shown.map((entry) => [idOf(entry), entry]));
  return {
    days: [...byDay.keys()].map((day) => nodeOf('day', day)),
    nodesByDay: new Map(
      [...byDay].map(([day, dayEntries]) => [
        day,
        dayEntries.map((entry) => nodeOf(entry.kind, idOf(entry))),
      ]),
    ),
    entries,
    undoStates: undoStatesOf(runs),
    hiddenCount: journal.countWrites() - writes.length,
  };
}

function undoStatesOf(runs: readonly RunRecord[]): JournalRows['undoStates'] {
  const undos = runs.filter(({ kind }) => kind === 'undo');
  const ids = new Set(undos.map(({ undoes }) => undoes).filter((id) => id !== null));
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

/** Returns the nodes whose appearance has changed; `undefined` if nodes were added or removed. */
export function changedNodes(before: JournalRows, after: JournalRows): JournalNode[] | undefined {
  const nodesOf = ({ nodesByDay }: JournalRows): readonly JournalNode[] =>
    [...nodesByDay.values()].flat();
  const nodes = nodesOf(after);
  const earlier = nodesOf(before);
  if (nodes.length !== earlier.length || before.hiddenCount !== after.hiddenCount) return undefined;
  if (nodes.some((node, index) => node !== earlier[index])) return undefined;
  return nodes.filter(
    ({ id }) =>
      before.undoStates.get(id) !== after.undoStates.get(id) ||
      JSON.stringify(before.entries.get(id)) !== JSON.stringify(after.entries.get(id)),
  );
}
