import * as tls from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../../base/baseUrl.ts';
import type { NetworkOptions } from '../../base/networkOptions.ts';
import { lastingError, reasonOf, type TransportError } from './transport.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Proxy {
  /** URL of the proxy, without credentials. */
  readonly url: string;
  /** Host and port, for messages. */
  readonly name: string;
  /** Value of the header Proxy-Authorization. */
  readonly authorization: string | undefined;
}

/** Settings take precedence over the environment. This machine, with the sandbox, is never reached through a proxy. */
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
  const noProxyEntries =
    options.noProxy.length > 0 ? options.noProxy : readVariable(environment, 'NO_PROXY').split(',');
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

function parseProxy(source: string, text: string, authorization: string): Proxy {
  const url = URL.parse(/^[a-z\d+.-]+:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null || url.hostname === '') {
    throw lastingError(`the value of ${source} is not a proxy URL`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const scheme = `${url.protocol}//`;
    throw lastingError(
      `${source}: only http:// and https:// are supported; for ${scheme}, set botTags.network.transport to "host"`,
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

/** An entry of a no-proxy list is a name, which includes its subdomains, an address, or a range. */
function matchesEntry(target: URL, entry: string): boolean {
  if (entry === '*') return true;
  // With brackets, the last group of an IPv6 address is not taken for a port.
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

/** @param range network address and prefix length, such as `10.0.0.0/8` */
function isInRange(host: string, range: string): boolean {
  const address = withoutBrackets(host);
  const [network = '', bits = ''] = withoutBrackets(range).split('/');
  const family = isIP(network);
  const prefixLength = /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  const isValidLength = prefixLength >= 0 && prefixLength <= (family === 6 ? 128 : 32);
  if (family === 0 || isIP(address) !== family || !isValidLength) return false;
  const list = new BlockList();
  const type = family === 6 ? 'ipv6' : 'ipv4';
  list.addSubnet(network, prefixLength, type);
  return list.check(address, type);
}

export interface TlsOptions {
  readonly secureContext?: tls.SecureContext;
  readonly rejectUnauthorized?: boolean;
}

/**
 * Returns the TLS options with the certificates of Node.js and the system, and the user's own from the settings. All
 * connections share one context, because parsing the certificates takes longer than a handshake.
 * @throws {TransportError} if a certificate or key cannot be used
 */
export function tlsOptions(options: NetworkOptions): TlsOptions {
  const added = readCertificates('botTags.network.ca', options.ca);
  const cert = readPem('botTags.network.clientCertificate', options.clientCertificate);
  const key = readPem('botTags.network.clientKey', options.clientKey);
  if ((cert === undefined) !== (key === undefined)) {
    throw lastingError(
      'set both botTags.network.clientCertificate and botTags.network.clientKey, or neither',
    );
  }
  const strictness = options.strictSsl ? {} : { rejectUnauthorized: false };
  const trusted = trustedBySystem();
  if (added === undefined && cert === undefined && trusted === undefined) return strictness;
  const ca = [...(trusted ?? tls.rootCertificates), ...(added ?? [])];
  const secureContext = contextOf({ ca, ...(cert && key ? { cert, key } : {}) });
  return { ...strictness, secureContext };
}

function readPem(setting: string, path: string): string | undefined {
  if (path === '') return undefined;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw unusableFileError(setting, error);
  }
  if (!text.includes('-----BEGIN ')) {
    throw lastingError(`the file that is set in ${setting} is not a PEM file`);
  }
  return text;
}

/** Reads a PEM file. Parses each certificate, because OpenSSL silently skips invalid ones. */
function readCertificates(setting: string, path: string): readonly string[] | undefined {
  const text = readPem(setting, path);
  if (text === undefined) return undefined;
  const blocks = text.match(/-----BEGIN ([A-Z ]+)-----[^]+?-----END \1-----/g) ?? [text];
  try {
    return blocks.map((certificate) => new X509Certificate(certificate).toString());
  } catch (error) {
    throw unusableFileError(setting, error);
  }
}

function contextOf(options: tls.SecureContextOptions): tls.SecureContext {
  try {
    return tls.createSecureContext(options);
  } catch (error) {
    const settings = 'botTags.network.clientCertificate / botTags.network.clientKey';
    throw unusableFileError(settings, error);
  }
}

function unusableFileError(setting: string, error: unknown): TransportError {
  return lastingError(`the file that is set in ${setting} cannot be used: ${reasonOf(error)}`);
}

/** Cached result of `trustedBySystem`. An object, because the result may be `undefined`. */
let cache: { readonly trusted: readonly string[] | undefined } | undefined;

/**
 * Returns the certificates of Node.js and the system, or `undefined` if there are only those of
 * Node.js. Read once, as this is slow.
 */
function trustedBySystem(): readonly string[] | undefined {
  cache ??= { trusted: readTrusted() };
  return cache.trusted;
}

function readTrusted(): readonly string[] | undefined {
  // Older Node.js versions lack this function, although the types declare it.
  if (!('getCACertificates' in tls)) return undefined;
  const standard = new Set(tls.getCACertificates('default'));
  const added = tls.getCACertificates('system').filter((certificate) => !standard.has(certificate));
  return added.length === 0 ? undefined : [...standard, ...added];
}
