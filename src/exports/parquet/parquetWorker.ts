import { parentPort, workerData } from 'node:worker_threads';
import type { Span } from '../../base/jsonScan.ts';
import { ParquetFile } from './parquetFile.ts';
import type { ParquetAsk, ParquetStart } from './parquetThread.ts';

// The thread's own script: bytes of the file for each page, in the order of the questions.
const { fields } = workerData as ParquetStart;
let written: Uint8Array[] = [];
const parquet = new ParquetFile(fields, async (bytes) => {
  written.push(bytes.slice());
});

parentPort?.on('message', (ask: ParquetAsk) => {
  // Thrown outside of any promise, so that it ends the thread and is heard of on the other side.
  answer(ask).catch((error: unknown) =>
    queueMicrotask(() => {
      throw error;
    }),
  );
});

async function answer(ask: ParquetAsk): Promise<void> {
  if (ask === 'finish') await parquet.finish();
  else await parquet.add({ body: ask.body, records: recordsOf(ask.spans) });
  const answers = written;
  written = [];
  parentPort?.postMessage(
    answers,
    answers.map(({ buffer }) => buffer as ArrayBuffer),
  );
}

function recordsOf(spans: Uint32Array): readonly Span[] {
  return Array.from({ length: spans.length / 2 }, (_, index) => {
    return { start: spans[index * 2] ?? 0, end: spans[index * 2 + 1] ?? 0 };
  });
}
