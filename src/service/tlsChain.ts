import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import type { ConnectionStep } from './connectionStep.ts';
import type { NetworkOptions } from '../base/networkOptions.ts';
import { tlsOptions } from './transport/tlsOptions.ts';

/**
 * The certificates that a server shows, with their expiry, and whether they are trusted. Rejects with the
 * system's error when no TLS connection can be made.
 */
export async function tlsChain(
  { hostname, port }: URL,
  network: NetworkOptions,
  signal: AbortSignal,
): Promise<Pick<ConnectionStep, 'state' | 'detail'>> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    ...tlsOptions(network),
    // The chain of a server that is not trusted is what one wants to see.
    rejectUnauthorized: false,
    host,
    port: Number(port || 443),
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
  });
  const onAbort = (): void => void socket.destroy(new Error(String(signal.reason)));
  signal.addEventListener('abort', onAbort);
  try {
    await secured(socket);
    return described(socket);
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.destroy();
  }
}

function secured(socket: TLSSocket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('secureConnect', resolve);
  socket.once('error', reject);
  return promise;
}

function described(socket: TLSSocket): Pick<ConnectionStep, 'state' | 'detail'> {
  const chain = certificatesOf(socket.getPeerCertificate(true)).map(
    ({ subject, valid_to: until }) => `${nameOf(subject)} until ${until}`,
  );
  const problem: unknown = socket.authorizationError;
  const detail = [`${socket.getProtocol() ?? 'TLS'}: ${chain.join(' ← ')}`];
  if (!socket.authorized) detail.push(`not trusted: ${String(problem)}`);
  return { state: socket.authorized ? 'ok' : 'failed', detail: detail.join('; ') };
}

/** The last one signs itself. */
function certificatesOf(first: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = [];
  for (let one = first; one?.subject !== undefined; one = one.issuerCertificate) {
    if (chain.some(({ fingerprint256 }) => fingerprint256 === one.fingerprint256)) break;
    chain.push(one);
  }
  return chain;
}

function nameOf(subject: DetailedPeerCertificate['subject']): string {
  const name: string | readonly string[] | undefined = subject.CN ?? subject.O;
  return typeof name === 'string' ? name : (name?.join(' ') ?? 'unnamed');
}
