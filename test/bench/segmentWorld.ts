import type { Vocabulary } from '../../src/search/segment.ts';

/** Seed of the random numbers, so that the customers are always the same. */
const SEED = 15;
const TAGS = 1000;
const FOLDERS = 40;
const DAY = 86_400_000;
/** Time from which ages are counted, in ms since the epoch. */
export const NOW = Date.UTC(2026, 10, 22, 9, 30);

const CITIES = [
  '台北',
  '高雄',
  '台中',
  'New York',
  'Tokyo',
  'Lyon',
  '台南',
  'Kyoto',
  'Osaka',
  'Bonn',
];
/** Parameters of customers. Each returns a name and a value; `next` gives a random number from 0 to 1. */
const PARAMS: readonly ((next: () => number, row: number) => readonly [string, string])[] = [
  (next) => ['city', CITIES[Math.floor(next() ** 2 * CITIES.length)] ?? ''],
  (next) => ['score', String(Math.floor(next() * 1000))],
  (_, row) => ['member', `M${String(row * 7 + 1_000_000)}`],
  (next) => ['shoe size', String(35 + Math.floor(next() * 12))],
  (next) => ['spent', (next() ** 3 * 5000).toFixed(2)],
  (next) => ['channel', ['shop', 'web', 'fair', 'friend', ''][Math.floor(next() * 5)] ?? ''],
  (next) => ['language', ['zh-TW', 'en', 'ja'][Math.floor(next() ** 2 * 3)] ?? ''],
  (next) => ['joined', new Date(NOW - Math.floor(next() * 2000) * DAY).toISOString().slice(0, 10)],
];

export function tagName(tag: number): string {
  return tag % 3 === 0 ? `活動 ${tag}` : `Tag${tag}`;
}

/** 1,000 tags in 40 folders. Each folder is in another folder, except for the top one. */
export const VOCABULARY: Vocabulary = {
  tags: Array.from({ length: TAGS }, (_, tag) => {
    return { id: `tag-${tag}`, name: tagName(tag), folder: `folder-${tag % FOLDERS}` };
  }),
  folders: Array.from({ length: FOLDERS }, (_, folder) => {
    const parent = folder === 0 ? null : `folder-${Math.floor(folder / 3)}`;
    return { id: `folder-${folder}`, name: `Folder ${folder}`, parent };
  }),
};

/** Yields customers with four tags and five parameters on average. */
export function* customers(count: number): Generator<Readonly<Record<string, unknown>>> {
  const next = random(SEED);
  for (let row = 0; row < count; row++) {
    const tags = new Set<number>();
    const tagCount = Math.floor(next() * 9);
    // A few tags are on many customers, most tags on few.
    while (tags.size < tagCount) tags.add(Math.floor(next() ** 2.5 * TAGS));
    const params = PARAMS.filter(() => next() < 0.625);
    const isLine = next() < 0.8;
    yield {
      id: `U${row}`,
      platform: isLine ? 'LINE' : 'FB',
      pageId: isLine ? '@shop' : String(100 + Math.floor(next() * 3)),
      status: next() < 0.8 ? 1 : 1 + Math.floor(next() * 5),
      created: NOW - Math.floor(next() * 2000 * DAY),
      lastActive: NOW - Math.floor(next() ** 3 * 700 * DAY),
      tags: Array.from(tags, (tag) => {
        const timestamp = NOW - Math.floor(next() ** 2 * 900 * DAY);
        return {
          id: `tag-${tag}`,
          name: tagName(tag),
          timestamp,
          count: 1 + Math.floor(next() ** 4 * 9),
        };
      }),
      params: params.map((make) => {
        const [name, value] = make(next, row);
        return { name, value };
      }),
      email: next() < 0.3 ? `user${row}@mail.example` : null,
      phone: next() < 0.2 ? `+886${row}` : null,
      gender: next() < 0.5 ? '女' : next() < 0.8 ? '男' : null,
    };
  }
}

/** Returns a mulberry32 generator: the same numbers from 0 to 1 for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Expressions as users type them, from short to long. */
export const EXPRESSIONS: readonly string[] = [
  'tag:Tag1',
  'not blocked',
  'tag:Tag1 and not tag:Tag2',
  'tag:"活動 3" or tag:"活動 6" or tag:"活動 9"',
  'folder:"Folder 1"',
  'folder:"Folder 0" and not blocked',
  'not folder:"Folder 2" and active < 30d',
  'active < 30d and platform = LINE',
  'active < 7d or first >= 2026-10-01',
  'tags >= 3 and not tag:Tag5',
  'tags = 0 and active > 26w',
  'tag:Tag4 applied < 90d and not blocked',
  'tag:Tag7 applied >= 2026-01-31 count >= 2',
  'folder:"Folder 3" applied < 30d',
  'folder:"Folder 0" applied < 30d count > 1',
  'param.city = 台北 and not tag:Tag1',
  'param.city != 台北 and param.language = en',
  'param."shoe size" >= 42 and gender = male',
  'param.spent > 1000.50 and active < 90d',
  'param.member = M1000007',
  'param.score < 100 or param.score > 900',
  'has email and not has phone',
  'has param.channel and platform = Facebook',
  'status = running and page = 101',
  'gender = female and (tag:Tag10 or tag:Tag11 or folder:"Folder 5")',
  '(tag:Tag1 or tag:Tag2) and (tag:Tag4 or tag:Tag5) and not blocked',
  'tag:Tag1 and tag:Tag2 and tag:Tag4 and active < 30d and param.city = Tokyo',
  'not (blocked or tags < 2) and first < 2025-01-01 and has param.spent',
  'tag:Tag500 or tagid:tag-501 or folderid:folder-7 or param.channel = fair',
  'platform = LINE and not (folder:"Folder 1" or param.score >= 500) and active < 12h',
];
