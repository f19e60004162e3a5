import { FOLDER, TAG } from '../core/model.ts';
import type { SandboxItem } from '../core/ports.ts';

const SEEDED_AT = Date.UTC(2026, 0, 5, 1, 30);
const ONE_DAY = 86_400_000;

type SeedRow = readonly [id: string, name: string, parentId: string | null];

const TIERS = 'tag-Km9aj04Bx';
const INTERESTS = 'tag-3RyqYqpWa';
const DRINKS = 'tag-F4cVWMY3q';
const SWEETS = 'tag-NEileh8YP';
const CAMPAIGNS = 'tag-VFo5snbMW';
const AUTUMN = 'tag-vV3ux1kiE';

const folderRows: readonly SeedRow[] = [
  [TIERS, '會員等級', null],
  [INTERESTS, '興趣 Interests', null],
  [DRINKS, '飲品', INTERESTS],
  [SWEETS, '甜點', INTERESTS],
  [CAMPAIGNS, '活動 Campaigns', null],
  [AUTUMN, '2026 秋季', CAMPAIGNS],
];

const tagRows: readonly SeedRow[] = [
  ['tag--PTfLM4wQ', 'VIP', null],
  ['tag-Ks29XpMmq', '新朋友', null],
  ['tag-G-bcuZe1v', '需要真人客服', null],
  ['tag--bTVLjwS4', 'Newsletter', null],
  ['tag-HX_uX4qR2', '金卡會員', TIERS],
  ['tag-JRnoSGNEA', '銀卡會員', TIERS],
  ['tag-EMNfV2DqQ', '一般會員', TIERS],
  ['tag-lEe73xtwq', '企業客戶', TIERS],
  ['tag-Nm0T3t0iz', '外送', INTERESTS],
  ['tag-Eca3j8Nt7', '禮盒', INTERESTS],
  ['tag-X1FTUWhFo', '烏龍茶', DRINKS],
  ['tag-UiRSYeUzR', '紅茶拿鐵', DRINKS],
  ['tag-qUlAjCuXC', '手沖咖啡', DRINKS],
  ['tag-gfdNAfLIy', '無咖啡因', DRINKS],
  ['tag-AnoR44uLb', '無糖', DRINKS],
  ['tag--eKd-xp1N', '鳳梨酥', SWEETS],
  ['tag-dPwLe8Bo1', '蛋糕', SWEETS],
  ['tag-6gkUtmASe', 'Vegan', SWEETS],
  ['tag-JiOY0Ol5n', '問卷已填', CAMPAIGNS],
  ['tag-LEUuyKZM3', '抽獎', CAMPAIGNS],
  ['tag--6YxcUVcN', '好友推薦', CAMPAIGNS],
  ['tag-c4tSq0jZm', '中秋預購', AUTUMN],
  ['tag-edSwIPRVw', '雙十優惠', AUTUMN],
  ['tag-II5KKgLgE', 'Halloween 2026', AUTUMN],
];

function itemsOf(rows: readonly SeedRow[], type: number, firstDay: number): readonly SandboxItem[] {
  return rows.map(([id, name, parentId], at) => {
    return { id, name, type, parentId, created: SEEDED_AT + (firstDay + at) * ONE_DAY };
  });
}

/** The tags that the customers carry as long as they are not deleted. */
export const sandboxSeedTags: readonly SandboxItem[] = itemsOf(tagRows, TAG, folderRows.length);

/** Everything that exists in a new sandbox, folders before what is in them. */
export const sandboxSeedItems: readonly SandboxItem[] = [
  ...itemsOf(folderRows, FOLDER, 0),
  ...sandboxSeedTags,
];
