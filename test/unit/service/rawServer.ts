import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import { onCleanup } from '../cleanup.ts';

export interface RawServer {
  readonly baseUrl: string;
  /** Requests so far with head and body, as received. */
  readonly requests: string[];
  /** Connections so far. */
  readonly connections: Socket[];
  readonly onConnection: (listener: (socket: Socket) => void) => void;
}

/** Opens a server that answers each complete request with what `respond` writes to the socket. */
export async function openRawServer(
  respond: (socket: Socket, request: string) => void = () => undefined,
): Promise<RawServer> {
  const requests: string[] = [];
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    socket.on('error', () => socket.destroy());
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let end = endOf(text); end <= text.length; end = endOf(text)) {
        const request = text.slice(0, end);
        text = text.slice(end);
        requests.push(request);
        respond(socket, request);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onCleanup(async () => {
    for (const socket of connections) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    connections,
    onConnection: (listener) => void server.on('connection', listener),
  };
}

/** Returns the end of the first request in the text, or `Infinity` if the request is incomplete. */
function endOf(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return Infinity;
  const length = /^content-length: *(\d+)/im.exec(text.slice(0, head))?.[1] ?? '0';
  return head + 4 + Number(length);
}

/** Returns a complete HTTP answer. */
export function httpAnswer(
  body: string,
  { status = '200 OK', headers = ['content-type: application/json'] } = {},
): string {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return `HTTP/1.1 ${status}\r\n${[...headers, length].join('\r\n')}\r\n\r\n${body}`;
}

/** Returns the base URL of a local port on which nothing listens. */
export async function closedPortUrl(): Promise<string> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

/** Waits until the connection is closed for any reason. */
export async function untilClosed(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  if (!socket.closed) await promise;
}
