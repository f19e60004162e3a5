import assert from 'node:assert/strict';
import type { ExportSummary } from '../../src/base/exportPlan.ts';
import type { ArgumentOf } from '../../src/commands/commands.ts';
import type { PlanRun } from '../../src/commands/results.ts';
import { run } from './product.ts';

type Argument = ArgumentOf<'botTags.resume'>;

/** Calls "Resume…" as other code does, with a run. */
export async function resumeRun(argument: Extract<Argument, { run: string }>): Promise<PlanRun> {
  const result = await run('botTags.resume', argument);
  assert.ok('run' in result);
  return result;
}

/** Calls "Undo…" as other code does, with a run and with confirmation. */
export async function undoRun(id: string): Promise<PlanRun> {
  const result = await run('botTags.undo', { run: id, confirmed: true });
  assert.ok('run' in result);
  return result;
}

/** Calls "Resume…" as other code does, with the file of an export. */
export async function resumeExport(
  argument: Extract<Argument, { file: string }>,
): Promise<ExportSummary> {
  const result = await run('botTags.resume', argument);
  assert.ok('file' in result);
  return result;
}
