import type { TagAggregate } from '../aggregate.ts';

/** Tags of a row of `kept_tags`: what is read to find one of them. */
const IN_BLOCK = 64;
/** Longer names are cut: the name is there to tell which tag it was when it is no longer in the list. */
const NAME_LENGTH = 100;
/** Longer IDs are none of a tag. */
const ID_LENGTH = 200;

/** Tags by their block, as JSON without the names of fields. */
export function blocksOf(tags: readonly TagAggregate[]): readonly string[] {
  const kept = tags.filter(({ id }) => id.length <= ID_LENGTH);
  const blocks = Array.from({ length: Math.ceil(kept.length / IN_BLOCK) }, (): unknown[][] => []);
  for (const { id, name, customers, applications, newest } of kept) {
    const entry = [id, name.slice(0, NAME_LENGTH), customers, applications, newest];
    blocks[hashOf(id) % blocks.length]?.push(entry);
  }
  return blocks.map((block) => JSON.stringify(block));
}

/** The same for each ID in every version: it is written down where a tag stands. 32 bits. */
export function hashOf(id: string): number {
  let hash = 2166136261;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 16777619);
  return hash >>> 0;
}

/** `undefined`: this is not what `blocksOf` wrote. */
export function readBlock(stored: unknown): readonly TagAggregate[] | undefined {
  const read = typeof stored === 'string' ? parsed(stored) : undefined;
  if (!Array.isArray(read)) return undefined;
  const tags = read.map(tagOf);
  return tags.includes(undefined) ? undefined : (tags as TagAggregate[]);
}

function tagOf(entry: unknown): TagAggregate | undefined {
  if (!Array.isArray(entry)) return undefined;
  const [id, name, customers, applications, newest] = entry as readonly unknown[];
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  if (!isCount(customers) || !isCount(applications)) return undefined;
  if (newest !== null && typeof newest !== 'number') return undefined;
  return { id, name, customers, applications, newest };
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
