import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import * as tls from 'node:tls';

import { endpoints, type EndpointName } from '../../../src/base/endpoints.ts';
import type { NetworkOptions } from '../../../src/base/networkOptions.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { onCleanup } from '../cleanup.ts';
import type { KeyPair } from './certificates.ts';
import { openHttpServer, type HttpServer } from './httpServer.ts';
import { openProxy, type ProxyServer } from './proxyServer.ts';
import { closedPortUrl, openRawServer } from './rawServer.ts';

/** Server that answers the client, and the connection to it. */
export interface TestServer {
  readonly baseUrl: string;
  /** Base URL at which a misdirected request would arrive. */
  readonly elsewhere?: string;
  readonly network?: Partial<NetworkOptions>;
  readonly proxy?: string;
  /** Returns the number of requests of this call that arrived at the service. */
  readonly arrived: (name: EndpointName) => number;
}

/** Returns the call to which a request belongs, by its request line. */
export function callOf(line: string): EndpointName {
  const [method = '', target = ''] = line.split(' ', 2);
  const [path = ''] = target.split('?');
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const pattern = `^${endpoint.path.replace('{tagId}', '[^/]+')}$`;
    // The method is also compared, because the path of "create" matches the pattern of "get".
    if (endpoint.method === method && new RegExp(pattern).test(path)) return name as EndpointName;
  }
  throw new Error(`no call of the service: ${line}`);
}

function counting(lines: () => readonly string[]): TestServer['arrived'] {
  return (name) => lines().filter((line) => callOf(line) === name).length;
}

/** Returns a function that opens a server, which calls `respond` for each request. */
export function brokenServer(
  respond: (socket: Socket, name: EndpointName) => unknown,
): () => Promise<TestServer> {
  return async () => {
    const { baseUrl, requests } = await openRawServer(
      (socket, request) => void respond(socket, callOf(request)),
    );
    return { baseUrl, arrived: counting(() => requests) };
  };
}

/** Returns a function that opens a server, which calls `respond` on the first data instead of doing a TLS handshake. */
export function withoutTls(respond: (socket: Socket) => unknown): () => Promise<TestServer> {
  return async () => {
    const server = await openRawServer();
    const { baseUrl, requests } = server;
    server.onConnection((socket) => void socket.once('data', () => void respond(socket)));
    return {
      baseUrl: baseUrl.replace('http:', 'https:').replace('127.0.0.1', 'localhost'),
      arrived: counting(() => requests),
    };
  };
}

export async function closedPort(): Promise<TestServer> {
  return { baseUrl: await closedPortUrl(), arrived: () => 0 };
}

/** Returns a function that opens an HTTPS server with this certificate, for a client that trusts the authority. */
export function secured(pair: () => Promise<KeyPair>, authority: () => Promise<KeyPair>) {
  return async (transport: NetworkOptions['transport']): Promise<TestServer> => {
    const server = await openHttpServer(undefined, await pair());
    const folder = temporaryFolder('pem');
    onCleanup(() => folder.remove());
    const { cert } = await authority();
    const ca = join(folder.path, 'authority.pem');
    writeFileSync(ca, cert);
    if (transport === 'host') trustEverywhere(cert);
    const baseUrl = server.baseUrl.replace('127.0.0.1', 'localhost');
    return { baseUrl, network: { ca }, arrived: counting(() => linesOf(server)) };
  };
}

/** Trusts a certificate in the whole process: the host's fetch ignores the extension's settings. */
function trustEverywhere(cert: string): void {
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, cert]);
  onCleanup(() => tls.setDefaultCACertificates(trusted));
}

function linesOf({ requests }: HttpServer): readonly string[] {
  return requests.map(({ method, url }) => `${method} ${url}`);
}

/** Returns a function that opens a working service behind a real proxy, which `spoil` modifies. */
export function proxied(
  protocol: 'http' | 'https',
  spoil: (proxy: ProxyServer) => void,
  pair?: () => Promise<KeyPair>,
): () => Promise<TestServer> {
  return async () => {
    const server = await openHttpServer();
    const proxy = await openProxy(server.baseUrl, await pair?.());
    spoil(proxy);
    return serverBehindProxy(
      protocol,
      proxy.url,
      counting(() => linesOf(server)),
    );
  };
}

/** Returns a function that opens a proxy, which calls `respond` on each connection after it has read a request. */
export function abruptProxy(
  protocol: 'http' | 'https',
  respond: (socket: Socket) => unknown,
): () => Promise<TestServer> {
  return async () => {
    const proxy = await openRawServer((socket) => void respond(socket));
    // Requests to a plain HTTP proxy count as arrived, because the proxy may have forwarded them.
    const arrivedLines = (): readonly string[] =>
      proxy.requests
        .filter((request) => !request.startsWith('CONNECT '))
        .map((request) => request.replace(/ http:\/\/[^/]+/, ' '));
    return serverBehindProxy(protocol, proxy.baseUrl, counting(arrivedLines));
  };
}

/** Returns a function that configures a proxy at an address where nothing listens. */
export function unreachableProxy(protocol: 'http' | 'https'): () => Promise<TestServer> {
  return async () => serverBehindProxy(protocol, await closedPortUrl(), () => 0);
}

function serverBehindProxy(
  protocol: string,
  proxy: string,
  arrived: TestServer['arrived'],
): TestServer {
  const baseUrl = `${protocol}://service.invalid`;
  const withPassword = proxy.replace('//', '//user:hidden@');
  const network = { proxy: withPassword, useProxy: true };
  return { baseUrl, network, proxy: new URL(proxy).host, arrived };
}

/** Writes a chunk several times, as fast as it is read. Stops when the connection is closed. */
export async function writeMany(socket: Socket, chunk: Buffer, times: number): Promise<void> {
  for (let time = 0; time < times && !socket.destroyed; time++) {
    if (!socket.write(chunk)) await drained(socket);
  }
}

/** Waits until the socket can take more data, or is closed. */
async function drained(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const go = (): void => resolve();
  socket.once('drain', go).once('close', go);
  await promise;
  socket.off('drain', go).off('close', go);
}
