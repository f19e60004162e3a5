/** Characters; longer than what servers and proxies take, and than anybody enters. */
const MAX_LENGTH = 2048;

export type BaseUrlProblem =
  'too-long' | 'invalid' | 'scheme' | 'credentials' | 'query' | 'fragment';

export type BaseUrlCheck =
  | {
      readonly ok: true;
      /** Without a slash at the end. */
      readonly url: string;
      /** Plain http to another machine: whoever is on the way can read the token. */
      readonly isExposed: boolean;
    }
  | { readonly ok: false; readonly problem: BaseUrlProblem };

/** What may stand before `/v1/api/…`: http or https, a host, perhaps a path, and nothing else. */
export function checkBaseUrl(text: string): BaseUrlCheck {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return { ok: false, problem: 'too-long' };
  if (!URL.canParse(trimmed)) return { ok: false, problem: 'invalid' };
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { ok: false, problem: 'scheme' };
  }
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'credentials' };
  // An empty query or fragment leaves `search` and `hash` empty, so the text itself is looked at.
  if (trimmed.includes('#')) return { ok: false, problem: 'fragment' };
  if (trimmed.includes('?')) return { ok: false, problem: 'query' };
  const whole = `${url.origin}${withoutEndSlashes(url.pathname)}`;
  // Percent-encoded it is longer than it was typed.
  if (whole.length > MAX_LENGTH) return { ok: false, problem: 'too-long' };
  const isExposed = url.protocol === 'http:' && !isLoopback(url.hostname);
  return { ok: true, url: whole, isExposed };
}

/** Not by a pattern: it would try anew at each slash of many in the middle. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Whether it is this machine. The URL parser has already turned every spelling of an IPv4 address into dotted decimals. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(name)
  );
}
