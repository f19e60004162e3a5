import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

import type { NetworkOptions } from '../../base/networkOptions.ts';
import { reasonOf, lastingError } from './transport.ts';

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
    throw lastingError(`the file that is set in ${setting} cannot be used: ${reasonOf(error)}`);
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
    const reason = reasonOf(error);
    throw lastingError(`the file that is set in ${setting} cannot be used: ${reason}`);
  }
}

function contextOf(options: tls.SecureContextOptions): tls.SecureContext {
  try {
    return tls.createSecureContext(options);
  } catch (error) {
    const settings = 'botTags.network.clientCertificate / botTags.network.clientKey';
    throw lastingError(`the file that is set in ${settings} cannot be used: ${reasonOf(error)}`);
  }
}

/** Cached result of `trustedBySystem`, which may be `undefined`. */
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
