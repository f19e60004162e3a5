import { hash } from './hash.ts';

export const SANDBOX_LANGUAGES = ['en', 'zh-tw'] as const;

/** Language of most names in a sandbox. Some names are in the other language. */
export type SandboxLanguage = (typeof SANDBOX_LANGUAGES)[number];

/** Returns the language for a display language of VS Code. */
export function sandboxLanguage(display: string): SandboxLanguage {
  return /^zh\b/i.test(display) ? 'zh-tw' : 'en';
}

const chineseSurnameList =
  '陳 林 黃 張 李 王 吳 劉 蔡 楊 許 鄭 謝 郭 洪 邱 曾 廖 賴 徐 周 葉 蘇 莊 呂 江 何 蕭 羅 高';
const womenNames =
  '怡君 雅婷 淑芬 美玲 佳穎 詩涵 宜蓁 欣怡 心怡 雅雯 惠如 佩珊 思妤 品妍 靜宜 郁婷 筱涵 曉雯';
const menNames =
  '志明 俊傑 家豪 建宏 冠宇 承恩 宗翰 柏翰 彥廷 信宏 文雄 俊宏 明哲 宇軒 子軒 哲瑋 品睿 政憲';
const englishWomen = 'Emily Grace Olivia Chloe Hannah Vivian Irene Joyce Tiffany Sophia Amber Nina';
const englishMen = 'Kevin Jason Eric Daniel Leo Andrew Brian Vincent Oscar Ryan Felix Howard';
const englishSurnames =
  'Chen Lin Huang Chang Lee Wang Wu Liu Tsai Yang Smith Brown Taylor Walker Martin Nguyen Tanaka';

/**
 * Percentages of customers. `chinese`: have a Chinese name. `both`: also have an English name; these are a part of
 * `chinese`. All others have only an English name.
 */
const SHARES: Readonly<
  Record<SandboxLanguage, { readonly chinese: number; readonly both: number }>
> = { en: { chinese: 12, both: 3 }, 'zh-tw': { chinese: 66, both: 6 } };

const WOMAN = '女';
const MAN = '男';

const splitWords = (list: string): readonly string[] => list.split(' ');
const chineseNames = { [WOMAN]: splitWords(womenNames), [MAN]: splitWords(menNames) };
const englishNames = { [WOMAN]: splitWords(englishWomen), [MAN]: splitWords(englishMen) };
const chineseSurnames = splitWords(chineseSurnameList);
const romanSurnames = splitWords(englishSurnames);

/** Returns an entry by number, modulo the length of the list. */
export function pick<T>(list: readonly T[], number: number): T {
  const entry = list[number % list.length];
  if (entry === undefined) throw new RangeError('nothing to pick from');
  return entry;
}

/** Returns the gender of the customer with this index. The salts 1 to 6 of `hash` are used in this file. */
export function genderOf(index: number): typeof WOMAN | typeof MAN {
  return hash(index, 1) % 100 < 54 ? WOMAN : MAN;
}

export function nameOf(index: number, language: SandboxLanguage): string {
  const { chinese: chineseShare, both } = SHARES[language];
  const gender = genderOf(index);
  const percentile = hash(index, 2) % 100;
  const englishName = pick(englishNames[gender], hash(index, 3));
  if (percentile >= chineseShare) return `${englishName} ${pick(romanSurnames, hash(index, 4))}`;
  const name = pick(chineseSurnames, hash(index, 5)) + pick(chineseNames[gender], hash(index, 6));
  return percentile < both ? `${name} ${englishName}` : name;
}

export const DEFAULT_SANDBOX_CUSTOMERS = 2500;
export const MAX_SANDBOX_CUSTOMERS = 1_000_000;
