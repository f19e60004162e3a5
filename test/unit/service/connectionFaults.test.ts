import type { Socket } from 'node:net';

import { goodBody } from '../../fuzz/fuzzCalls.ts';
import { odd } from './faultAnswers.ts';
import { describeFaults, TIMED_OUT, row, UNCERTAIN_WRITE } from './faultCells.ts';
import { broken, nobody, withoutTls } from './faultPlaces.ts';
import { httpAnswer } from './rawServer.ts';
import type { EndpointName } from '../../../src/base/endpoints.ts';

const good = (name: EndpointName): string => httpAnswer(goodBody(name));
const HEAD_END = '\r\n\r\n';

/** Sends the first `length` bytes of a good answer, and then calls `then`. */
function after(length: (answer: string) => number, then: (socket: Socket) => unknown) {
  return broken((socket, name) => {
    const start = good(name).slice(0, length(good(name)));
    if (start === '') return then(socket);
    return socket.write(start, () => then(socket));
  });
}

const reset = (socket: Socket): unknown => socket.resetAndDestroy();
const hangUp = (socket: Socket): unknown => socket.end();
const plainText = (socket: Socket): unknown => socket.end('HTTP/1.1 400 No\r\n\r\n');
const wait = (): void => undefined;
const nothing = (): number => 0;
const halfTheHead = (answer: string): number => answer.indexOf(HEAD_END) - 10;
const theHead = (answer: string): number => answer.indexOf(HEAD_END) + 4;
const allButTheEnd = (answer: string): number => answer.length - 1;

/** Sends a TLS record that claims 65,535 bytes; TLS allows 16,384. */
function endlessRecord(socket: Socket): void {
  socket.write(Buffer.from([0x16, 3, 3, 0xff, 0xff, 0]));
}

/** Sends bytes one at a time, without end. */
function trickle(start: string, byte: string) {
  return broken((socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(byte), 5);
    socket.on('close', () => clearInterval(timer));
  });
}

/** Sends an answer whose content length is wrong by `more` bytes. */
function ofLength(more: number, then: (socket: Socket) => unknown = wait) {
  return broken((socket, name) => {
    const body = goodBody(name);
    const length = Buffer.byteLength(body) + more;
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}`;
    socket.write(`${head}${HEAD_END}${body}`, () => then(socket));
  });
}

function ofChunks(...chunks: readonly string[]) {
  const head = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked${HEAD_END}`;
  return broken((socket) => socket.end(head + chunks.join('')));
}

/** The request was not sent, so a write may be retried too. */
const NOT_SENT = { reads: 'not-sent, 4 tries', writes: 'not-sent, 4 tries' } as const;
/** Reads are retried. The outcome of a write is unknown. */
const LOST = { reads: 'refused, 4 tries', writes: 'unknown, 1 try' } as const;

const connect = (detail: RegExp) => ({ kind: 'connect', detail });
const lost = (detail: RegExp) => ({ kind: 'lost', detail });
const gone =
  /^(?:other side closed|read ECONNRESET|aborted|terminated) ?\(?(?:UND_ERR_SOCKET|ECONNRESET)?\)?$/;
const notWhole = odd('the body is not a JSON object', (name) => goodBody(name).slice(0, -1));
const noHttp = /^(?:Parse Error|Response does not match the HTTP\/1\.1 protocol)/;

const NO_CONNECTION_INFO = 'fetch does not report whether it had a connection';

describeFaults('broken connections', [
  row('refused', NOT_SENT, nobody, connect(/^connect ECONNREFUSED 127\.0\.0\.1:\d+$/)),
  row('closed in the TLS handshake', NOT_SENT, withoutTls(hangUp), connect(/before secure TLS/)),
  {
    ...row('reset in the TLS handshake', NOT_SENT, withoutTls(reset), connect(/ECONNRESET/)),
    host: { because: NO_CONNECTION_INFO, problem: lost(/ECONNRESET/), ...LOST, arrived: 0 },
  },
  row('plain text for TLS', NOT_SENT, withoutTls(plainText), connect(/wrong version number/)),
  {
    ...row(
      'a TLS record without end',
      NOT_SENT,
      withoutTls(endlessRecord),
      connect(/length too long/),
    ),
    host: { because: NO_CONNECTION_INFO, problem: lost(/length too long/), ...LOST, arrived: 0 },
  },
  {
    ...row('a black hole for TLS', NOT_SENT, withoutTls(wait), TIMED_OUT),
    host: { because: NO_CONNECTION_INFO, ...LOST, arrived: 0 },
  },
  row('reset before the headers', LOST, after(nothing, reset), lost(gone)),
  row('closed before the headers', LOST, after(nothing, hangUp), lost(gone)),
  row('reset during the headers', LOST, after(halfTheHead, reset), lost(gone)),
  row('closed during the headers', LOST, after(halfTheHead, hangUp), lost(gone)),
  row('reset after the headers', LOST, after(theHead, reset), lost(gone)),
  row('reset before the last byte', LOST, after(allButTheEnd, reset), lost(gone)),
  row('body cut short', LOST, after(allButTheEnd, hangUp), lost(gone)),
  row('chunks without an end', LOST, ofChunks('2\r\n{}\r\n'), lost(gone)),
  row('chunks with an invalid size', LOST, ofChunks('x\r\n{}\r\n'), lost(noHttp)),
  row('a black hole', LOST, broken(wait), TIMED_OUT),
  row('slow headers', LOST, trickle('HTTP/1.1 200 OK\r\nx: ', 'x'), TIMED_OUT),
  row(
    'a slow body',
    LOST,
    trickle(`HTTP/1.1 200 OK\r\ncontent-length: 9999${HEAD_END}`, ' '),
    TIMED_OUT,
  ),
  row('content length too large', LOST, ofLength(1), TIMED_OUT),
  row('content length too large, then closed', LOST, ofLength(1, hangUp), lost(gone)),
  row('content length too small', UNCERTAIN_WRITE, ofLength(-1), notWhole),
  row('invalid content length', LOST, ofLength(NaN), lost(noHttp)),
  row(
    'not HTTP',
    LOST,
    broken((socket) => socket.end('SSH-2.0-x\r\n')),
    lost(noHttp),
  ),
]);
