import { writeSync } from 'node:fs';
import { Runner } from '../../../src/runs/runner.ts';
import { undoOf } from '../../../src/runs/operations.ts';
import { openStores } from '../../../src/runs/openCatalogue.ts';
import { runRecord } from '../catalogue/store/journalRecords.ts';
import { attachOperations, changesOf, openService, portsOf } from './serviceRun.ts';

/** Arguments from the parent process, which kills this process. */
export interface ChildOrder {
  readonly baseUrl: string;
  readonly token: string;
  readonly timeoutMs: number;
  /** Database file of the Journal. */
  readonly file: string;
  readonly tagId: string;
  /** ID of the tag that the plan detaches. Without it, the plan only attaches. */
  readonly detachedTagId?: string;
  readonly users: number;
  /** Whether the run is undone. */
  readonly isUndo?: boolean;
}

export const RUN = 'run-1';
export const UNDO = 'undo-1';

/** Acts as a window with an engine, a client and the Journal: starts the run or its undo, or continues it. */
if (import.meta.main) {
  const order = JSON.parse(process.argv[2] ?? '') as ChildOrder;
  const { journal, problem } = await openStores(order.file);
  if (problem !== undefined) throw new Error(problem);
  const id = order.isUndo === true ? UNDO : RUN;
  const record = journal.run(id) ?? runRecord(id);
  if (journal.run(id) === undefined) journal.saveRun(record);
  const { service } = openService(order.baseUrl, order.token, order.timeoutMs);
  const ports = portsOf(service, order.timeoutMs, async (begun, ended, counts) =>
    journal.step({ ...record, counts, updated: Date.now() }, begun, ended),
  );
  const operations =
    order.detachedTagId === undefined
      ? attachOperations(order.tagId, order.users)
      : changesOf(order.tagId, order.detachedTagId, order.users);
  const start =
    order.isUndo === true
      ? undoOf(operations, journal.operations(RUN))
      : { operations, checkFirst: false };
  const states = journal.operations(id);
  const end = await new Runner(ports, { ...start, states }).run(() => undefined);
  writeSync(1, `${JSON.stringify({ ...end, error: String('error' in end ? end.error : '') })}\n`);
  process.exit();
}
