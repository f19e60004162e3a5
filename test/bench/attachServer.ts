import { createServer, type AddressInfo, type Socket } from 'node:net';

// Service that answers every request with success, such as a request to attach a tag.
// Runs as a separate process on the bare socket with prepared bytes, so that serving is cheap.
const latency = Number(process.argv[2]);
const BODY = '{"res":"ok","status":200}';
const ANSWER = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
);
const END = '\r\n\r\n';

function answer(socket: Socket): void {
  socket.write(ANSWER);
}

/**
 * Returns the end of the first request in the text.
 * @returns undefined if it is incomplete
 */
function endOf(text: string): number | undefined {
  const head = text.indexOf(END);
  if (head < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1];
  const end = head + END.length + Number(length ?? 0);
  return end <= text.length ? end : undefined;
}

const server = createServer((socket) => {
  let pending = '';
  socket.setNoDelay();
  socket.on('error', () => socket.destroy());
  socket.setEncoding('latin1').on('data', (text: string) => {
    pending += text;
    for (let end = endOf(pending); end !== undefined; end = endOf(pending)) {
      pending = pending.slice(end);
      if (latency === 0) answer(socket);
      else setTimeout(answer, latency, socket);
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`serving on ${(server.address() as AddressInfo).port}`);
});
