import type { IncomingMessage } from 'node:http';

import { Failure } from './failure.ts';
import type { JsonObject } from './world.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** The request's JSON object. Reads to the end even when it is too long: the caller is still sending. */
export async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) throw new Failure(413, `the body is over ${MAX_BODY_BYTES} bytes`);
  requireJsonType(request.headers['content-type']);
  return parseObject(Buffer.concat(chunks));
}

function requireJsonType(contentType: string | undefined): void {
  const [mediaType = ''] = (contentType ?? '').split(';');
  if (mediaType.trim().toLowerCase() === 'application/json') return;
  throw new Failure(415, 'Content-Type must be application/json');
}

function parseObject(bytes: Buffer): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Failure(400, 'the body is not JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as JsonObject;
  }
  throw new Failure(400, 'the body must be a JSON object');
}
