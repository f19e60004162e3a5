import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '../../core/plans/inputProblems.ts';
import { InputFile } from './inputFile.ts';
import { ParquetGroups } from './parquetGroups.ts';
import type { ReaderAnswer, ReaderAsk, ReaderStart } from './parquetReading.ts';

// The thread's own script: one answer to each question.
const { path } = workerData as ReaderStart;
let groups: Promise<ParquetGroups> | undefined;

parentPort?.on('message', (ask: ReaderAsk) => {
  answer(ask).then(
    (read) => parentPort?.postMessage(read),
    (error: unknown) => parentPort?.postMessage(refusal(error)),
  );
});

async function answer(ask: ReaderAsk): Promise<ReaderAnswer> {
  groups ??= InputFile.open(path).then((file) => ParquetGroups.open(file));
  const opened = await groups;
  if (ask === 'open') return { names: opened.names, sizes: opened.sizes };
  return { rows: await opened.rows(ask) };
}

function refusal(error: unknown): ReaderAnswer {
  if (InputError.is(error)) return { problems: error.problems };
  return { detail: error instanceof Error ? error.message : String(error) };
}
