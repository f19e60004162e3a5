import { checkBaseUrl } from '../base/baseUrl.ts';
import { isHeaderToken, withoutBearer } from './tokenText.ts';
import { shellWords, type Shell } from './shellWords.ts';
import { fieldOf, parseJson } from '../base/jsonValues.ts';

/** Maximum length of a command, in UTF-16 units. No user types a longer one. */
export const MAX_CURL_LENGTH = 65_536;

/** Beginning of a command line of `curl`, or of PowerShell's own commands, after an optional shell prompt. */
const COMMAND = /^[$>]?\s*(?:curl(?:\.exe)?|Invoke-RestMethod|Invoke-WebRequest|irm|iwr)\s/i;

const CURL = /^[$>]?\s*curl(?:\.exe)?\s/i;

/** Options whose value is a URL, but not the URL of the request. In original case: `-x` is not `-X`. */
const OTHER_URL_OPTIONS = new Set(['-x', '--proxy', '--preproxy', '-e', '--referer']);
// The following options are in lower case, as `optionAt` returns them.
const HEADER_OPTIONS = new Set(['-h', '--header']);
const BODY_OPTIONS = new Set([
  '-d',
  '--data',
  '--data-raw',
  '--data-binary',
  '--data-ascii',
  '--json',
  '-body',
]);

const HTTP_URL = /^https?:\/\//i;
/** Matches the first name of a form, such as `botId=`. */
const FORM_START = /^[\w.%+-]+=/;

export interface CurlLine {
  /** Base URL as returned by `checkBaseUrl`. */
  readonly baseUrl?: string;
  readonly token?: string;
  readonly botId?: string;
}

/**
 * Reads a pasted `curl` or `Invoke-RestMethod` command, quoted for any supported shell. The command is never run.
 * @returns `undefined` if the text is not such a command, and an empty object if the command is too long
 */
export function readCurlLine(text: string): CurlLine | undefined {
  // The beginning of a long text is enough to recognize a command.
  const line = text.length > MAX_CURL_LENGTH ? text.slice(0, 100) : text;
  const trimmed = line.trim();
  // The added space lets the pattern match a command without arguments.
  if (!COMMAND.test(`${trimmed} `)) return undefined;
  if (text.length > MAX_CURL_LENGTH) return {};
  const readings = shellsOf(trimmed).map((shell) => readWords(shellWords(trimmed, shell)));
  const maxFieldCount = Math.max(...readings.map((reading) => Object.keys(reading).length));
  // Shells are in order of likelihood, so the first of equally complete readings is taken.
  return readings.find((reading) => Object.keys(reading).length === maxFieldCount);
}

/** Returns the shells for which the command may have been written, the most likely one first. */
function shellsOf(line: string): readonly Shell[] {
  // Commands of PowerShell are not written for any other shell.
  if (!CURL.test(`${line} `)) return ['powershell'];
  // A quote within single quotes is written like this in POSIX shells only. If the line were split by the rules of
  // another shell, a part of a quoted ID could become separate words.
  if (line.includes(`'\\''`)) return ['posix'];
  if (line.includes("$'")) return ['posix', 'cmd', 'powershell'];
  if (line.includes('^')) return ['cmd', 'posix', 'powershell'];
  // PowerShell escapes with a backtick. Its users write `curl.exe`, because `curl` can be another command there.
  const isPowershell = /(?<!\\)`/.test(line) || !/^[$>]?\s*curl\s/i.test(line);
  return isPowershell ? ['powershell', 'posix', 'cmd'] : ['posix', 'powershell', 'cmd'];
}

function readWords(words: readonly string[]): CurlLine {
  const urls: string[] = [];
  let token: string | undefined;
  let bodyBotId: string | undefined;
  for (const [index, word] of words.entries()) {
    const [option, value] = optionAt(words, index);
    if (HEADER_OPTIONS.has(option)) token ??= tokenOfHeader(value);
    else if (option === '--oauth2-bearer') token ??= literalToken(value);
    // Words within `@{…}` of PowerShell, such as `@{ Authorization = "…" }`.
    else if (option === 'authorization') token ??= literalToken(value);
    else if (option === 'botid') bodyBotId ??= value;
    else if (BODY_OPTIONS.has(option)) bodyBotId ??= botIdOfBody(value);
    else if (HTTP_URL.test(word) && !isOtherUrlOption(words[index - 1] ?? '')) urls.push(word);
  }
  // Without a URL, the empty text is neither a base URL nor has it a query.
  const url = urls.find((anyUrl) => anyUrl.includes('/v1/api/')) ?? urls[0] ?? '';
  const baseUrl = baseOf(url);
  const botId = botIdOfQuery(url) ?? bodyBotId;
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(token === undefined ? {} : { token }),
    ...(botId === undefined ? {} : { botId }),
  };
}

/** PowerShell ignores the case of its options. */
function isOtherUrlOption(word: string): boolean {
  return OTHER_URL_OPTIONS.has(word) || word.toLowerCase() === '-proxy';
}

/** Returns the word as an option, and its value: the next word, or the rest of the word after a one-letter option. */
function optionAt(words: readonly string[], index: number): readonly [string, string] {
  const word = words[index] ?? '';
  const hasAttachedValue = /^-[Hd](?=[^-])/.test(word) && word.length > 2;
  if (hasAttachedValue) return [word.slice(0, 2).toLowerCase(), word.slice(2)];
  return [word.toLowerCase(), words[index + 1] ?? ''];
}

function tokenOfHeader(header: string): string | undefined {
  const colon = header.indexOf(':');
  if (header.slice(0, colon).trim().toLowerCase() !== 'authorization') return undefined;
  return literalToken(header.slice(colon + 1));
}

/** Returns the token, unless the text is the name of a variable that contains the token. */
function literalToken(value: string): string | undefined {
  const token = withoutBearer(value);
  const isVariable = /^\$[\w{:}]+$|^%\w+%$/.test(token);
  return isHeaderToken(token) && !isVariable ? token : undefined;
}

function baseOf(url: string): string | undefined {
  const [path = ''] = url.split(/[?#]/, 1);
  // The last occurrence counts, because the path of the base URL may contain the same text.
  const end = `${path}/`.lastIndexOf('/v1/api/');
  const result = checkBaseUrl(end < 0 ? path : path.slice(0, end));
  return result.ok ? result.url : undefined;
}

function botIdOfQuery(url: string): string | undefined {
  const start = url.indexOf('?');
  return start < 0 ? undefined : new URLSearchParams(url.slice(start)).get('botId') || undefined;
}

/** PowerShell 5 requires a backslash before quotes within an argument, whichever quotes surround it. */
function botIdOfBody(body: string): string | undefined {
  const botId = fieldOf(parseJson(body) ?? parseJson(body.replaceAll('\\"', '"')), 'botId');
  if (typeof botId === 'string' && botId !== '') return botId;
  // The beginning shows whether the body is form data. JSON whose quotes were removed is not.
  return FORM_START.test(body) ? new URLSearchParams(body).get('botId') || undefined : undefined;
}
