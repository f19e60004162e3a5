import assert from 'node:assert/strict';
import type { ExportSummary } from '../../src/base/exportPlan.ts';
import type { InputOf } from '../../src/commands/commands.ts';
import type { PlanRun } from '../../src/commands/results.ts';
import { run } from './product.ts';

type Argument = InputOf<'botTags.resume'>;

/** Calls "Resume…" for a run, as a program does. */
export async function resumeRun(argument: Extract<Argument, { run: string }>): Promise<PlanRun> {
  const result = await run('botTags.resume', argument);
  assert.ok('run' in result);
  return result;
}

/** Calls "Undo…" for a run with confirmation, as a program does. */
export async function undoRun(id: string): Promise<PlanRun> {
  const result = await run('botTags.undo', { run: id, confirmed: true });
  assert.ok('run' in result);
  return result;
}

/** Calls "Resume…" for the file of an export, as a program does. */
export async function resumeExport(
  argument: Extract<Argument, { file: string }>,
): Promise<ExportSummary> {
  const result = await run('botTags.resume', argument);
  assert.ok('file' in result);
  return result;
}
