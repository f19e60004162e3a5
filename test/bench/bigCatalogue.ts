import { placeFields, blankItem } from '../../src/catalogue/places.ts';
import { FOLDER, TAG, type Bot, type CatalogueItem } from '../../src/base/model.ts';
import type { CatalogueStore } from '../../src/base/ports.ts';

/** Bot that owns all items of the benchmarks. */
export const BIG_BOT: Bot = {
  key: 'bench',
  baseUrl: 'https://bots.example',
  botId: 'bot-1',
  label: 'Bench',
  kind: 'service',
  environment: '',
  isReadOnly: false,
  origin: 'added',
  isConfirmed: true,
  created: 1,
};
/** Number of tags. */
export const TAGS = 100_000;
/** Number of folders, which form chains of `DEPTH` nested folders. */
export const FOLDERS = 2000;
export const DEPTH = 20;
/** Folder with the most children; `BIG_CHILDREN` is their number. */
export const BIG_FOLDER = 'folder-0';
export const BIG_CHILDREN = 1000;

const words =
  '會員 金卡 銀卡 飲品 甜點 活動 秋季 外送 禮盒 烏龍茶 咖啡 優惠 抽獎 問卷 預購 新朋友 客服 VIP Newsletter Summer Campaign Halloween Tea House'.split(
    ' ',
  );
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** Returns folders in chains of `DEPTH`, and tags in these folders; the same in every run. */
export function bigItems(): readonly CatalogueItem[] {
  let seed = 1;
  const randomBelow = (limit: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  const randomWord = (): string => words[randomBelow(words.length)] ?? '';
  const item = (id: string, type: number, parentId: string | null): CatalogueItem => ({
    ...blankItem(BIG_BOT.key, id, 'created', 1),
    name: `${randomWord()}${randomWord()} ${randomBelow(5000)}`,
    type,
    ...placeFields(parentId, 'service'),
    created: 1 + randomBelow(1e9),
    lastSeen: 1 + randomBelow(1e9),
  });
  const tagId = (index: number): string =>
    `tag-${Array.from({ length: 6 }, () => letters[randomBelow(letters.length)]).join('')}${index}`;
  const folders = Array.from({ length: FOLDERS }, (_, index) =>
    item(`folder-${index}`, FOLDER, index % DEPTH === 0 ? null : `folder-${index - 1}`),
  );
  // The big folder also has a subfolder, which is the second folder of its chain.
  const otherTagCount = TAGS - (BIG_CHILDREN - 1);
  const tags = Array.from({ length: TAGS }, (_, index) =>
    item(
      tagId(index),
      TAG,
      index < otherTagCount ? `folder-${1 + (index % (FOLDERS - 1))}` : BIG_FOLDER,
    ),
  );
  return [...folders, ...tags];
}

/** Saves the bot and all of its items. */
export function fill(store: CatalogueStore): void {
  store.atomically(() => {
    store.saveBot(BIG_BOT);
    for (const item of bigItems()) store.saveItem(item);
  });
}
