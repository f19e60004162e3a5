import { Buffer } from 'node:buffer';
import type { Checkpoint } from './checkpointShape.ts';
import type { PageEncoder } from './encoding/pageEncoder.ts';
import type { OpenFile } from './files.ts';

const LF = 0x0a;
const CHUNK = 1 << 16;

/** Whether what the checkpoint counts of the partial file ends where a record does, and not inside of one. */
export async function endsWithRecord(
  file: OpenFile,
  { offset, records }: Checkpoint,
  { head, pageEnd }: PageEncoder,
): Promise<boolean> {
  if (offset === 0) return records === 0;
  if (pageEnd === 'line-break') {
    const [last] = await bytesOf(file, offset - 1, offset);
    return last === LF;
  }
  const line = await lastLine(file, offset);
  return records === 0 ? line === Buffer.from(head).toString() : isJson(line);
}

/** What stands between the last line break before `end` and `end`. */
async function lastLine(file: OpenFile, end: number): Promise<string> {
  const parts: Buffer[] = [];
  for (let to = end; to > 0; to -= CHUNK) {
    const part = await bytesOf(file, Math.max(0, to - CHUNK), to);
    const lineBreak = part.lastIndexOf(LF);
    parts.unshift(part.subarray(lineBreak + 1));
    if (lineBreak !== -1) break;
  }
  return Buffer.concat(parts).toString();
}

async function bytesOf(file: OpenFile, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from);
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, from + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
