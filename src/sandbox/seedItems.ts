import { FOLDER, TAG } from '../base/model.ts';
import type { SandboxItem } from '../base/ports.ts';
import type { SandboxLanguage } from './people.ts';
import { DAY_MS } from '../base/numbers.ts';

/** Creation time of the first item. Each next item is created a day later. */
const SEED_START = Date.UTC(2026, 0, 5, 1, 30);
type SeedRow = readonly [id: string, english: string, chinese: string, parentId: string | null];

const TIERS = 'tag-Km9aj04Bx';
const INTERESTS = 'tag-3RyqYqpWa';
const DRINKS = 'tag-F4cVWMY3q';
const SWEETS = 'tag-NEileh8YP';
const CAMPAIGNS = 'tag-VFo5snbMW';
const AUTUMN = 'tag-vV3ux1kiE';

/** Tag of a past campaign. Customers got the tag only long ago. */
export const STALE_TAG = 'tag-II5KKgLgE';

const folderRows: readonly SeedRow[] = [
  [TIERS, 'Membership', '會員等級', null],
  [INTERESTS, 'Interests 興趣', '興趣 Interests', null],
  [DRINKS, 'Drinks', '飲品', INTERESTS],
  [SWEETS, 'Desserts', '甜點', INTERESTS],
  [CAMPAIGNS, 'Campaigns', '活動 Campaigns', null],
  [AUTUMN, 'Autumn 2026', '2026 秋季', CAMPAIGNS],
];

const tagRows: readonly SeedRow[] = [
  ['tag--PTfLM4wQ', 'VIP', 'VIP', null],
  ['tag-Ks29XpMmq', 'New Friend', '新朋友', null],
  ['tag-G-bcuZe1v', 'Wants an Agent', '需要真人客服', null],
  ['tag--bTVLjwS4', 'Newsletter', 'Newsletter', null],
  ['tag-HX_uX4qR2', 'Gold Member', '金卡會員', TIERS],
  ['tag-JRnoSGNEA', 'Silver Member', '銀卡會員', TIERS],
  ['tag-EMNfV2DqQ', 'Basic Member', '一般會員', TIERS],
  ['tag-lEe73xtwq', 'Business', '企業客戶', TIERS],
  ['tag-Nm0T3t0iz', 'Delivery', '外送', INTERESTS],
  ['tag-Eca3j8Nt7', 'Gift Box', '禮盒', INTERESTS],
  ['tag-X1FTUWhFo', 'Oolong Tea 烏龍茶', '烏龍茶', DRINKS],
  ['tag-UiRSYeUzR', 'Black Tea Latte', '紅茶拿鐵', DRINKS],
  ['tag-qUlAjCuXC', 'Pour-over Coffee', '手沖咖啡', DRINKS],
  ['tag-gfdNAfLIy', 'Decaf', '無咖啡因', DRINKS],
  ['tag-AnoR44uLb', 'No Sugar', '無糖', DRINKS],
  ['tag--eKd-xp1N', '鳳梨酥', '鳳梨酥', SWEETS],
  ['tag-dPwLe8Bo1', 'Cake', '蛋糕', SWEETS],
  ['tag-6gkUtmASe', 'Vegan', 'Vegan', SWEETS],
  ['tag-JiOY0Ol5n', 'Survey Done', '問卷已填', CAMPAIGNS],
  ['tag-LEUuyKZM3', 'Raffle', '抽獎', CAMPAIGNS],
  // Similar to the name of another tag, so that the Tag Overview has similar names to show.
  ['tag--6YxcUVcN', 'New Friends', '新 朋友', CAMPAIGNS],
  ['tag-c4tSq0jZm', '中秋 Pre-order', '中秋預購', AUTUMN],
  ['tag-edSwIPRVw', 'Double Ten', '雙十優惠', AUTUMN],
  [STALE_TAG, 'Halloween 2025', 'Halloween 2025', CAMPAIGNS],
];

export const seedTagIds: readonly string[] = tagRows.map(([id]) => id);

/** Returns all items of a new sandbox, each folder before its contents. */
export function sandboxSeedItems(language: SandboxLanguage = 'en'): readonly SandboxItem[] {
  const itemsOf = (rows: readonly SeedRow[], type: number, firstDay: number): SandboxItem[] =>
    rows.map(([id, english, chinese, parentId], index) => ({
      id,
      name: language === 'en' ? english : chinese,
      type,
      parentId,
      created: SEED_START + (firstDay + index) * DAY_MS,
    }));
  return [...itemsOf(folderRows, FOLDER, 0), ...itemsOf(tagRows, TAG, folderRows.length)];
}
