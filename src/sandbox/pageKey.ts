import { hash, hashText } from './hash.ts';

/** Where a walk goes on. The key carries it all, so that it can be used again at any time, after a restart too. */
export interface PagePosition {
  /** Index of the first customer that was not looked at yet. */
  readonly index: number;
  /** Empty pages sent since the last customer. */
  readonly empties: number;
  /** The `limit` that the walk began with. */
  readonly limit: number;
}

const BYTES = 12;

export function writePageKey(botId: string, position: PagePosition): string {
  const bytes = Buffer.alloc(BYTES);
  bytes.writeUInt32BE(position.index, 0);
  bytes.writeUInt16BE(position.empties, 4);
  bytes.writeUInt16BE(position.limit, 6);
  const check = hash(bytes.readUInt32BE(4), hash(position.index, hashText(botId)));
  bytes.writeUInt32BE(check, 8);
  return bytes.toString('base64url');
}

/** `undefined` for a text that `writePageKey` never gave for this bot. */
export function readPageKey(botId: string, key: string): PagePosition | undefined {
  const bytes = Buffer.from(key, 'base64url');
  if (bytes.length !== BYTES) return undefined;
  const position = {
    index: bytes.readUInt32BE(0),
    empties: bytes.readUInt16BE(4),
    limit: bytes.readUInt16BE(6),
  };
  return writePageKey(botId, position) === key ? position : undefined;
}
