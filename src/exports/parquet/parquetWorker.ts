import { parentPort, workerData } from 'node:worker_threads';
import type { ExportField } from '../../base/exportPlan.ts';
import type { Span } from '../../base/jsonScan.ts';
import { ParquetFile } from './parquetFile.ts';
import type { ParquetRequest } from './parquetThread.ts';

// Script of the worker thread: replies to each request with bytes of the file, in the order of the requests.
let pendingChunks: Uint8Array[] = [];
const parquet = new ParquetFile(workerData as readonly ExportField[], async (bytes) => {
  pendingChunks.push(bytes.slice());
});

parentPort?.on('message', (request: ParquetRequest) => {
  // The error is thrown outside of any promise, so that it ends the thread and reaches the `error` event of the parent.
  handleRequest(request).catch((error: unknown) =>
    queueMicrotask(() => {
      throw error;
    }),
  );
});

async function handleRequest(request: ParquetRequest): Promise<void> {
  if (request === 'finish') await parquet.finish();
  else await parquet.add({ body: request.body, records: recordsOf(request.spans) });
  const chunks = pendingChunks;
  pendingChunks = [];
  parentPort?.postMessage(
    chunks,
    chunks.map(({ buffer }) => buffer as ArrayBuffer),
  );
}

function recordsOf(spans: Uint32Array): readonly Span[] {
  return Array.from({ length: spans.length / 2 }, (_, index) => {
    return { start: spans[index * 2] ?? 0, end: spans[index * 2 + 1] ?? 0 };
  });
}
