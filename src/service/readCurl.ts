import { checkBaseUrl } from '../base/baseUrl.ts';
import { isHeaderToken, withoutBearer } from './tokenText.ts';
import { shellWords, type Shell } from './shellWords.ts';

/** Characters; what is longer is no line that anybody has written. */
const MAX_LENGTH = 65_536;

const COMMAND = /^[$>]?\s*(?:curl(?:\.exe)?|Invoke-RestMethod|Invoke-WebRequest|irm|iwr)\s/i;

const CURL = /^[$>]?\s*curl(?:\.exe)?\s/i;

/** Options whose value is an address, but not that of the request. */
const OTHER_ADDRESS = new Set(['-x', '--proxy', '--preproxy', '-e', '--referer', '-Proxy']);
const ADDRESS = new Set(['--url', '-uri']);
const HEADER = new Set(['-h', '--header']);
const BODY = new Set([
  '-d',
  '--data',
  '--data-raw',
  '--data-binary',
  '--data-ascii',
  '--json',
  '-body',
]);

const FORM = /^[\w.%+-]+=/;

/** What a command line for the interface tells of a bot. */
export interface CurlLine {
  /** As `checkBaseUrl` gives it. */
  readonly baseUrl?: string;
  readonly token?: string;
  readonly botId?: string;
}

/**
 * Reads a pasted `curl` line (or PowerShell's `Invoke-RestMethod`), quoted for whatever shell; it is never run.
 * `undefined`: the text is none. One that is too long is a line that tells nothing.
 */
export function readCurlLine(text: string): CurlLine | undefined {
  const line = text.length > MAX_LENGTH ? text.slice(0, 100) : text;
  const trimmed = line.trim();
  if (!COMMAND.test(`${trimmed} `)) return undefined;
  if (text.length > MAX_LENGTH) return {};
  const readings = shellsOf(trimmed).map((shell) => readWords(shellWords(trimmed, shell)));
  const most = Math.max(...readings.map((reading) => Object.keys(reading).length));
  // Of equal ones the shell whose own characters the line has is the likeliest.
  return readings.find((reading) => Object.keys(reading).length === most);
}

function shellsOf(line: string): readonly Shell[] {
  // Its own commands are written for no other shell.
  if (!CURL.test(`${line} `)) return ['powershell'];
  // A quote within single quotes, as no other shell has it. Read as theirs, what an ID holds could be words of the line.
  if (line.includes(`'\\''`)) return ['posix'];
  if (line.includes("$'")) return ['posix', 'cmd', 'powershell'];
  if (line.includes('^')) return ['cmd', 'posix', 'powershell'];
  const isPowershell = /(?<!\\)`/.test(line) || !/^[$>]?\s*curl\s/i.test(line);
  return isPowershell ? ['powershell', 'posix', 'cmd'] : ['posix', 'powershell', 'cmd'];
}

function readWords(words: readonly string[]): CurlLine {
  const urls: string[] = [];
  let token: string | undefined;
  let bodyId: string | undefined;
  for (const [index, word] of words.entries()) {
    const [option, value] = optionAt(words, index);
    if (HEADER.has(option)) token ??= tokenOfHeader(value);
    else if (option === '--oauth2-bearer') token ??= usable(value);
    else if (option === 'authorization') token ??= usable(value);
    else if (option === 'botid') bodyId ??= value;
    else if (BODY.has(option)) bodyId ??= botIdOfBody(value);
    else if (ADDRESS.has(option)) urls.push(value);
    else if (!OTHER_ADDRESS.has(words[index - 1] ?? '')) urls.push(word);
  }
  const addresses = urls.filter((url) => /^https?:\/\//i.test(url));
  const url = addresses.find((one) => one.includes('/v1/api/')) ?? addresses[0];
  const baseUrl = baseOf(url);
  const botId = botIdOfQuery(url) ?? bodyId;
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(token === undefined ? {} : { token }),
    ...(botId === undefined ? {} : { botId }),
  };
}

/** The word as an option, and the value behind it or, with one of a single letter, in it. */
function optionAt(words: readonly string[], index: number): readonly [string, string] {
  const word = words[index] ?? '';
  const glued = /^-[Hd](?=[^-])/.test(word) && word.length > 2;
  if (glued) return [word.slice(0, 2).toLowerCase(), word.slice(2)];
  return [word.toLowerCase(), words[index + 1] ?? ''];
}

function tokenOfHeader(header: string): string | undefined {
  const colon = header.indexOf(':');
  if (header.slice(0, colon).trim().toLowerCase() !== 'authorization') return undefined;
  return usable(header.slice(colon + 1));
}

/** Not the name of a variable that holds it. */
function usable(value: string): string | undefined {
  const token = withoutBearer(value);
  const isVariable = /^\$[\w{:}]+$|^%\w+%$/.test(token);
  return isHeaderToken(token) && !isVariable ? token : undefined;
}

function baseOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const [path = ''] = url.split(/[?#]/, 1);
  // The last one: the base URL may have the same in its path.
  const end = `${path}/`.lastIndexOf('/v1/api/');
  const checked = checkBaseUrl(end < 0 ? path : path.slice(0, end));
  return checked.ok ? checked.url : undefined;
}

function botIdOfQuery(url: string | undefined): string | undefined {
  const start = url?.indexOf('?') ?? -1;
  if (url === undefined || start < 0) return undefined;
  return new URLSearchParams(url.slice(start)).get('botId') || undefined;
}

/** PowerShell 5 wants the quotes within an argument with a backslash, whatever quotes are around it. */
function botIdOfBody(body: string): string | undefined {
  const value = parsed(body) ?? parsed(body.replaceAll('\\"', '"'));
  if (typeof value === 'object' && value !== null && 'botId' in value) {
    return typeof value.botId === 'string' && value.botId !== '' ? value.botId : undefined;
  }
  // JSON, read for a shell that takes its quotes off, is no form.
  return FORM.test(body) ? new URLSearchParams(body).get('botId') || undefined : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
