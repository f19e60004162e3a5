import { writeSync } from 'node:fs';
import { createRunner } from '../../../src/core/runs/runner.ts';
import { openCatalogue } from '../../../src/store/openCatalogue.ts';
import { runRecord } from '../store/journalRecords.ts';
import { attachesOf, openService, portsOf } from './serviceRun.ts';

/** What the parent tells this process, which it kills. */
export interface ChildOrder {
  readonly baseUrl: string;
  readonly token: string;
  readonly timeoutMs: number;
  /** The journal's database. */
  readonly file: string;
  readonly tagId: string;
  readonly users: number;
}

export const RUN = 'run-1';

/** A window's part of the extension host: the engine, the client and the journal. Goes on with the run that is there. */
if (import.meta.main) {
  const order = JSON.parse(process.argv[2] ?? '') as ChildOrder;
  const { journal, problem } = await openCatalogue(order.file);
  if (problem !== undefined) throw new Error(problem);
  const record = journal.run(RUN) ?? runRecord(RUN);
  if (journal.run(RUN) === undefined) journal.saveRun(record);
  const { service } = openService(order.baseUrl, order.token, order.timeoutMs);
  const ports = portsOf(service, order.timeoutMs, async (begun, ended, counts) =>
    journal.step({ ...record, counts, updated: Date.now() }, begun, ended),
  );
  const operations = attachesOf(order.tagId, order.users);
  const states = journal.operations(RUN);
  const end = await createRunner(ports, { operations, states, checkFirst: false }).run(
    () => undefined,
  );
  writeSync(1, `${JSON.stringify({ ...end, error: String('error' in end ? end.error : '') })}\n`);
  process.exit();
}
