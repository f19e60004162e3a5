import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { onCleanup } from '../cleanup.ts';
import type { KeyPair } from './certificates.ts';

export interface ProxyServer {
  readonly url: string;
  /** Host and port of the proxy. */
  readonly name: string;
  /** Request line and headers of every request that the proxy could read. */
  readonly seen: { readonly line: string; readonly headers: IncomingMessage['headers'] }[];
  /** HTTP status with which the proxy refuses requests. `undefined` if the proxy forwards them. */
  refuseWith: number | undefined;
  /** Required Proxy-Authorization header. `undefined` if none is required. */
  requiredAuth: string | undefined;
}

/** Opens a proxy that forwards every request, for any host, to the service at `target`, a base URL. */
export async function openProxy(target: string, tls?: KeyPair): Promise<ProxyServer> {
  const server: Server = tls === undefined ? createServer() : createTlsServer(tls);
  const targetAddress = { host: '127.0.0.1', port: Number(new URL(target).port) };
  const seen: ProxyServer['seen'] = [];
  const checkRequest = (message: IncomingMessage): number => {
    const { method, url, headers } = message;
    seen.push({ line: `${method} ${url}`, headers });
    if (proxy.refuseWith !== undefined) return proxy.refuseWith;
    return proxy.requiredAuth !== undefined && headers['proxy-authorization'] !== proxy.requiredAuth
      ? 407
      : 200;
  };
  server.on('request', (message, answer) => {
    const status = checkRequest(message);
    if (status !== 200) return void answer.writeHead(status).end('<html>no</html>');
    const { method, url = '', headers } = message;
    const { pathname, search } = new URL(url);
    const onward = request(
      { ...targetAddress, method, headers, path: pathname + search },
      (forwarded) => {
        forwarded.pipe(answer.writeHead(forwarded.statusCode ?? 0, forwarded.headers));
      },
    );
    onward.on('error', () => answer.destroy());
    message.pipe(onward);
  });
  const open = new Set<Duplex>();
  server.on('connection', (socket: Duplex) => open.add(socket));
  server.on('connect', (message: IncomingMessage, socket: Duplex) => {
    const status = checkRequest(message);
    if (status !== 200)
      return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    const onward = connect(targetAddress, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    open.add(onward);
    for (const end of [onward, socket])
      end
        .on('error', () => end.destroy())
        .on('close', () => [onward, socket].map((s) => s.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onCleanup(async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  // The certificate is valid for a host name.
  const [kind, host] = tls === undefined ? ['http', '127.0.0.1'] : ['https', 'localhost'];
  const name = `${host}:${(server.address() as AddressInfo).port}`;
  const url = `${kind}://${name}`;
  const proxy: ProxyServer = { url, name, seen, refuseWith: undefined, requiredAuth: undefined };
  return proxy;
}
