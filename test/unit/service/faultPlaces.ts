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
import { deadUrl, openRawServer } from './rawServer.ts';

/** A service as the client finds it. */
export interface Place {
  readonly baseUrl: string;
  /** Where a request that goes astray would turn up. */
  readonly elsewhere?: string;
  readonly network?: Partial<NetworkOptions>;
  readonly proxy?: string;
  /** How many requests of this call have come to the service. */
  readonly arrived: (name: EndpointName) => number;
}

/** The call that a request is one of, by its first line. */
export function callOf(line: string): EndpointName {
  const [method = '', target = ''] = line.split(' ', 2);
  const [path = ''] = target.split('?');
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const pattern = `^${endpoint.path.replace('{tagId}', '[^/]+')}$`;
    // The path of "create" fits that of "get" but for the method, so both have to.
    if (endpoint.method === method && new RegExp(pattern).test(path)) return name as EndpointName;
  }
  throw new Error(`no call of the service: ${line}`);
}

function counting(lines: () => readonly string[]): Place['arrived'] {
  return (name) => lines().filter((line) => callOf(line) === name).length;
}

/** Does this to the connection for each request. */
export function broken(
  respond: (socket: Socket, name: EndpointName) => unknown,
): () => Promise<Place> {
  return async () => {
    const { baseUrl, requests } = await openRawServer(
      (socket, request) => void respond(socket, callOf(request)),
    );
    return { baseUrl, arrived: counting(() => requests) };
  };
}

/** Takes connections, does this to them, and understands nothing. */
export function noTls(respond: (socket: Socket) => unknown): () => Promise<Place> {
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

export async function nobody(): Promise<Place> {
  return { baseUrl: await deadUrl(), arrived: () => 0 };
}

/** HTTPS with this certificate, to a client that trusts the authority. */
export function secured(pair: () => Promise<KeyPair>, authority: () => Promise<KeyPair>) {
  return async (transport: NetworkOptions['transport']): Promise<Place> => {
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

/** The host's own fetch knows no setting of ours. */
function trustEverywhere(cert: string): void {
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, cert]);
  onCleanup(() => tls.setDefaultCACertificates(trusted));
}

function linesOf({ requests }: HttpServer): readonly string[] {
  return requests.map(({ method, url }) => `${method} ${url}`);
}

/** A good service behind a real proxy that does this. */
export function proxied(
  protocol: 'http' | 'https',
  spoil: (proxy: ProxyServer) => void,
  pair?: () => Promise<KeyPair>,
): () => Promise<Place> {
  return async () => {
    const server = await openHttpServer();
    const proxy = await openProxy(server.baseUrl, await pair?.());
    spoil(proxy);
    return behind(
      protocol,
      proxy.url,
      counting(() => linesOf(server)),
    );
  };
}

/** A proxy that does this to each connection as soon as it has read a request. */
export function rudeProxy(
  protocol: 'http' | 'https',
  respond: (socket: Socket) => unknown,
): () => Promise<Place> {
  return async () => {
    const proxy = await openRawServer((socket) => void respond(socket));
    // What a plain proxy was given counts as arrived: it may have passed it on.
    const given = (): readonly string[] =>
      proxy.requests
        .filter((request) => !request.startsWith('CONNECT '))
        .map((request) => request.replace(/ http:\/\/[^/]+/, ' '));
    return behind(protocol, proxy.baseUrl, counting(given));
  };
}

/** Nobody listens where the proxy should be. */
export function noProxy(protocol: 'http' | 'https'): () => Promise<Place> {
  return async () => behind(protocol, await deadUrl(), () => 0);
}

function behind(protocol: string, proxy: string, arrived: Place['arrived']): Place {
  const baseUrl = `${protocol}://service.invalid`;
  const withPassword = proxy.replace('//', '//user:hidden@');
  const network = { proxy: withPassword, useProxy: true };
  return { baseUrl, network, proxy: new URL(proxy).host, arrived };
}

/** Writes so much, as fast as it is read, and no more once nobody does. */
export async function writeMany(socket: Socket, chunk: Buffer, times: number): Promise<void> {
  for (let time = 0; time < times && !socket.destroyed; time++) {
    if (!socket.write(chunk)) await drained(socket);
  }
}

/** Ends when there is room for more, or nobody there to take it. */
async function drained(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const go = (): void => resolve();
  socket.once('drain', go).once('close', go);
  await promise;
  socket.off('drain', go).off('close', go);
}
