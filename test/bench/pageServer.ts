import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Pages } from './pages.ts';

// Service that answers with a page of customers or with a tag.
// Runs as a separate process on the bare socket with prepared bytes, so that serving is cheap.
const [count, latency] = process.argv.slice(2).map(Number);
const pages = new Pages(count ?? 0);

function answer(socket: Socket, request: string): void {
  const id = /^GET \/v1\/api\/tag\/(\S+)/.exec(request)?.[1];
  if (id === undefined) {
    const { head, tail } = pages.page(Number(/[?&]next=key-(\d+)/.exec(request)?.[1] ?? 0));
    return send(socket, head, tail);
  }
  const res = { id, name: 'A tag with a name as tags have them', botId: 'b', type: 0 };
  const created = 1_700_000_000_000;
  send(socket, Buffer.from(JSON.stringify({ status: 200, res: { ...res, created, sort: 12 } })));
}

function send(socket: Socket, ...parts: readonly Buffer[]): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  socket.cork();
  socket.write(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  );
  for (const part of parts) socket.write(part);
  socket.uncork();
}

const server = createServer((socket) => {
  let pending = '';
  socket.setNoDelay();
  socket.on('error', () => socket.destroy());
  socket.setEncoding('latin1').on('data', (text: string) => {
    const requests = (pending + text).split('\r\n\r\n');
    pending = requests.pop() ?? '';
    for (const request of requests) {
      if (latency === 0) answer(socket, request);
      else setTimeout(answer, latency, socket, request);
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`serving on ${(server.address() as AddressInfo).port}`);
});
