import assert from 'node:assert/strict';
import type { AudienceSummary, ExportSummary } from '../../src/base/exportPlan.ts';
import type { InputOf } from '../../src/commands/commands.ts';
import { run } from './product.ts';

type Argument = InputOf<'botTags.exportCustomers'>;

/** Calls "Export Customers…" as a program does, with a format that contains records. */
export async function exportRecords(argument: Argument): Promise<ExportSummary> {
  const result = await run('botTags.exportCustomers', argument);
  assert.ok('records' in result);
  return result;
}

/** Calls "Export Customers…" with a format that contains only user IDs. */
export async function exportUserIds(argument: Argument): Promise<AudienceSummary> {
  const result = await run('botTags.exportCustomers', { format: 'line', ...argument });
  assert.ok('users' in result);
  return result;
}
