import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Pages } from './pages.ts';

// A process of its own, on the bare socket with bytes that are ready, so that serving costs next to nothing.
const count = Number(process.argv[2]);
const pages = new Pages(count);

function answer(socket: Socket, request: string): void {
  const { head, tail } = pages.page(Number(/[?&]next=key-(\d+)/.exec(request)?.[1] ?? 0));
  const length = head.length + tail.length;
  socket.cork();
  socket.write(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  );
  socket.write(head);
  socket.write(tail);
  socket.uncork();
}

const server = createServer((socket) => {
  let pending = '';
  socket.setNoDelay();
  socket.on('error', () => socket.destroy());
  socket.setEncoding('latin1').on('data', (text: string) => {
    const requests = (pending + text).split('\r\n\r\n');
    pending = requests.pop() ?? '';
    for (const request of requests) answer(socket, request);
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`serving on ${(server.address() as AddressInfo).port}`);
});
