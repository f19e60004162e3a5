import { BlockList, isIP } from 'node:net';

import { isLoopback } from '../../base/baseUrl.ts';
import type { NetworkOptions } from '../../base/networkOptions.ts';
import { lastingError } from './transport.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Proxy {
  /** URL of the proxy, without credentials. */
  readonly url: string;
  /** Host and port, for messages. */
  readonly name: string;
  /** Value of the header Proxy-Authorization. */
  readonly authorization: string | undefined;
}

/**
 * Returns the proxy for an origin. VS Code's settings take precedence over the environment. This
 * machine itself is never reached through a proxy, so that the sandbox works with one.
 */
export function proxyFor(
  origin: string,
  options: NetworkOptions,
  environment: Environment,
): Proxy | undefined {
  if (!options.useProxy) return undefined;
  const target = new URL(origin);
  if (isLoopback(target.hostname)) return undefined;
  const [source, text] = proxyText(target.protocol, options, environment);
  if (text === '') return undefined;
  const noProxyEntries = options.noProxy.length > 0 ? options.noProxy : noProxyOf(environment);
  if (noProxyEntries.some((entry) => matchesEntry(target, entry.trim().toLowerCase())))
    return undefined;
  return parseProxy(source, text, options.proxyAuthorization);
}

function proxyText(
  protocol: string,
  options: NetworkOptions,
  environment: Environment,
): readonly [source: string, text: string] {
  if (options.proxy !== '') return ['http.proxy', options.proxy];
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  return [name, readVariable(environment, name)];
}

/** Reads a variable. The lower-case name takes precedence, as in curl. */
function readVariable(environment: Environment, name: string): string {
  return (environment[name.toLowerCase()] || environment[name] || '').trim();
}

function noProxyOf(environment: Environment): readonly string[] {
  return readVariable(environment, 'NO_PROXY').split(',');
}

function parseProxy(source: string, text: string, authorization: string): Proxy {
  const url = URL.parse(/^[a-z\d+.-]+:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || url.hostname === '') {
    throw lastingError(`the value of ${source} is not a proxy URL`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const scheme = `${url.protocol}//`;
    throw lastingError(
      `${source}: only http:// and https:// are supported; for ${scheme}, set botTags.network.transport to host`,
    );
  }
  const { username, password } = url;
  const urlAuthorization = username === '' ? undefined : basicAuthorization(username, password);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return {
    url: url.origin,
    name: `${url.hostname}:${port}`,
    authorization: authorization === '' ? urlAuthorization : authorization,
  };
}

function basicAuthorization(username: string, password: string): string {
  const text = `${decodePercent(username)}:${decodePercent(password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

/** Decodes percent escapes. A `%` that begins no escape is kept. */
function decodePercent(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (part) =>
    Buffer.from(part.replaceAll('%', ''), 'hex').toString(),
  );
}

/**
 * Checks whether an entry of a no-proxy list matches this host. An entry is a name, which includes
 * its subdomains, an address, or a range.
 */
function matchesEntry(target: URL, entry: string): boolean {
  if (entry === '*') return true;
  const [, name = '', port] =
    /^(.*?)(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? [];
  if (name === '') return false;
  const actualPort = target.port || (target.protocol === 'https:' ? '443' : '80');
  if (port !== undefined && port !== actualPort) return false;
  const host = target.hostname.toLowerCase().replace(/\.$/, '');
  if (name.includes('/')) return isInRange(host, name);
  const suffix = name.replace(/^\*?\./, '');
  return host === suffix || host.endsWith(`.${suffix}`);
}

/** Removes the brackets around an IPv6 address, as in `[::1]`. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function isInRange(host: string, range: string): boolean {
  const address = withoutBrackets(host);
  const [network = '', bits = ''] = withoutBrackets(range).split('/');
  const family = isIP(network);
  const width = /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  const isValidWidth = width >= 0 && width <= (family === 6 ? 128 : 32);
  if (family === 0 || isIP(address) !== family || !isValidWidth) return false;
  const list = new BlockList();
  const type = family === 6 ? 'ipv6' : 'ipv4';
  list.addSubnet(network, width, type);
  return list.check(address, type);
}
