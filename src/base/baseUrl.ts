/** Maximum length of a base URL in characters. Servers and proxies do not accept longer URLs, and users type less. */
const MAX_LENGTH = 2048;

export type BaseUrlProblem =
  'too-long' | 'invalid' | 'scheme' | 'credentials' | 'query' | 'fragment';

type BaseUrlCheck =
  | {
      readonly ok: true;
      /** Base URL without a slash at the end. */
      readonly url: string;
      /** Whether the URL is plain http to another machine, so that anyone on the network path can read the token. */
      readonly isExposed: boolean;
    }
  | { readonly ok: false; readonly problem: BaseUrlProblem };

/** Checks a base URL, the part before `/v1/api/…`: http or https, a host, an optional path, and nothing else. */
export function checkBaseUrl(text: string): BaseUrlCheck {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return { ok: false, problem: 'too-long' };
  if (!URL.canParse(trimmed)) return { ok: false, problem: 'invalid' };
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { ok: false, problem: 'scheme' };
  }
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'credentials' };
  // An empty query or fragment leaves `search` and `hash` empty, so the text itself is checked.
  if (trimmed.includes('#')) return { ok: false, problem: 'fragment' };
  if (trimmed.includes('?')) return { ok: false, problem: 'query' };
  const normalizedUrl = `${url.origin}${withoutEndSlashes(url.pathname)}`;
  // Percent-encoding makes the URL longer than the typed text.
  if (normalizedUrl.length > MAX_LENGTH) return { ok: false, problem: 'too-long' };
  const isExposed = url.protocol === 'http:' && !isLoopback(url.hostname);
  return { ok: true, url: normalizedUrl, isExposed };
}

/** Removes trailing slashes. A regular expression would backtrack at each slash in the middle of the path. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Returns whether the host is this machine. The URL parser normalizes IPv4 addresses to dotted decimals. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(name)
  );
}
