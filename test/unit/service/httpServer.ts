import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

import { onCleanup } from '../cleanup.ts';

export interface HttpServer {
  readonly baseUrl: string;
  /** Requests received so far. */
  readonly requests: IncomingMessage[];
}

export const answerOk: RequestListener = (request, answer) => {
  request.resume().on('end', () => answer.end('{"res":"ok","status":200}'));
};

/** Opens Node's own HTTP server, or an HTTPS server if TLS options are given. */
export async function openHttpServer(
  respond: RequestListener = answerOk,
  tls?: ServerOptions,
): Promise<HttpServer> {
  const server: Server = tls === undefined ? createServer() : createTlsServer(tls);
  // The server never closes idle connections, because that is up to the client.
  server.keepAliveTimeout = 0;
  const requests: IncomingMessage[] = [];
  server.on('request', (request, answer) => {
    requests.push(request);
    respond(request, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onCleanup(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http${tls === undefined ? '' : 's'}://127.0.0.1:${port}`, requests };
}

/**
 * Opens an HTTPS server with HTTP/2, which most clients prefer.
 * @returns the base URL, and the HTTP version of each request, such as `1.1`
 */
export async function openHttp2Server(
  tls: ServerOptions,
): Promise<{ readonly baseUrl: string; readonly versions: readonly string[] }> {
  const server = createSecureServer({ ...tls, allowHTTP1: true });
  const versions: string[] = [];
  server.on('request', (request, answer) => {
    versions.push(request.httpVersion);
    request.resume().on('end', () => answer.end('{"res":"ok","status":200}'));
  });
  const sockets = new Set<Socket>();
  server.on('secureConnection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onCleanup(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `https://127.0.0.1:${port}`, versions };
}
