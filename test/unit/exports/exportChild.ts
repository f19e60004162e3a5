import { writeSync } from 'node:fs';
import type { ExportPlan } from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { openClient } from '../service/client.ts';
import { jobOf, runOf, sourceOf } from './exporting.ts';

/** Export that this process makes until its parent, a test, kills it. Passed as JSON in the first argument. */
export interface ChildOrder {
  readonly baseUrl: string;
  readonly file: string;
  readonly plan: Partial<ExportPlan>;
  readonly limit: number;
  readonly isResumed: boolean;
}

if (import.meta.main) {
  const order = JSON.parse(process.argv[2] ?? '') as ChildOrder;
  const query = { botId: 'bot-sandbox', limit: order.limit };
  const source = sourceOf(openClient(order.baseUrl).service, query);
  const exporter = createExporter({ checkpointMs: 5 });
  const run = runOf(undefined, ({ stage, records }) => writeSync(1, `${stage} ${records}\n`));
  const summary = order.isResumed
    ? await exporter.resume(order.file, async () => source, run)
    : await exporter.start(jobOf(order.file, order.plan, { query }), source, run);
  writeSync(1, `${JSON.stringify(summary)}\n`);
  process.exit();
}
