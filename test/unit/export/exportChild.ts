import { writeSync } from 'node:fs';
import type { ExportPlan } from '../../../src/core/exports/exportPlan.ts';
import { createExporter } from '../../../src/export/createExporter.ts';
import { diskFiles, type Files } from '../../../src/export/files.ts';
import { openClient } from '../http/client.ts';
import { jobOf, runOf, sourceOf } from './exporting.ts';

/** What the parent tells this process, which it kills. */
export interface ChildOrder {
  readonly baseUrl: string;
  readonly file: string;
  readonly plan: Partial<ExportPlan>;
  readonly limit: number;
  readonly isResumed: boolean;
  /** The process ends itself as a kill would, before or after the file gets a name that ends so. */
  readonly dies?: { readonly when: 'before' | 'after'; readonly name: string } | undefined;
}

function dyingFiles({ dies }: ChildOrder): Files {
  if (dies === undefined) return diskFiles;
  const die = (when: string, name: string): void => {
    if (when === dies.when && name.endsWith(dies.name)) process.kill(process.pid, 'SIGKILL');
  };
  const rename: Files['rename'] = async (from, to) => {
    die('before', to);
    await diskFiles.rename(from, to);
    die('after', to);
  };
  return { ...diskFiles, rename };
}

if (import.meta.main) {
  const order = JSON.parse(process.argv[2] ?? '') as ChildOrder;
  const query = { botId: 'bot-sandbox', limit: order.limit };
  const source = sourceOf(openClient(order.baseUrl).service, query);
  const exporter = createExporter({ files: dyingFiles(order), checkpointMs: 5 });
  const run = runOf(undefined, ({ stage, records }) => writeSync(1, `${stage} ${records}\n`));
  const summary = order.isResumed
    ? await exporter.resume(order.file, async () => source, run)
    : await exporter.start(jobOf(order.file, order.plan, { query }), source, run);
  writeSync(1, `${JSON.stringify(summary)}\n`);
  process.exit();
}
