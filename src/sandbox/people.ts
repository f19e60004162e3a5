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

// Multipliers of the finalizer of MurmurHash3, which distributes similar numbers evenly, and their inverses mod 2^32.
const FIRST_MULTIPLIER = 0x85ebca6b;
const SECOND_MULTIPLIER = 0xc2b2ae35;
const FIRST_INVERSE = 0xa5cb9243;
const SECOND_INVERSE = 0x7ed1b41d;
/** Arbitrary number. Another number would change all customers of the sandbox. */
const SEED = 0x5eed_0b07;

/** Prime number near 2^32 divided by the golden ratio. Modulo 2^32, its multiples are far apart. */
const SALT_FACTOR = 0x9e3779b1;

/** Maps each 32-bit number to a different one that looks random. */
export function scramble(value: number): number {
  let word = (value ^ SEED) >>> 0;
  word = Math.imul(word ^ (word >>> 16), FIRST_MULTIPLIER);
  word = Math.imul(word ^ (word >>> 13), SECOND_MULTIPLIER);
  return (word ^ (word >>> 16)) >>> 0;
}

export function unscramble(value: number): number {
  let word = value ^ (value >>> 16);
  word = Math.imul(word, SECOND_INVERSE);
  word ^= (word >>> 13) ^ (word >>> 26);
  word = Math.imul(word, FIRST_INVERSE);
  word ^= word >>> 16;
  return (word ^ SEED) >>> 0;
}

/**
 * Returns a 32-bit number that looks random but depends only on the arguments, in every run and on every machine.
 * @param salt different number for each property that is derived from the same value, so that they are independent
 */
export function hash(value: number, salt: number): number {
  return scramble(scramble(value) + Math.imul(salt + 1, SALT_FACTOR));
}
