import type { Socket } from 'node:net';

import { goodBody } from '../../fuzz/fuzzCalls.ts';
import { protocolProblem } from './faultAnswers.ts';
import { describeFaults, TIMED_OUT, row, UNCERTAIN_WRITE } from './faultCells.ts';
import { brokenServer, closedPort, withoutTls } from './faultServers.ts';
import { httpAnswer } from './rawServer.ts';
import type { EndpointName } from '../../../src/base/endpoints.ts';

const goodAnswer = (name: EndpointName): string => httpAnswer(goodBody(name));
const HEAD_END = '\r\n\r\n';

/** Sends the first bytes of a good answer, as many as `lengthOf` returns, and then calls `finish`. */
function sendPartThen(lengthOf: (answer: string) => number, finish: (socket: Socket) => unknown) {
  return brokenServer((socket, name) => {
    const start = goodAnswer(name).slice(0, lengthOf(goodAnswer(name)));
    if (start === '') return finish(socket);
    return socket.write(start, () => finish(socket));
  });
}

const reset = (socket: Socket): unknown => socket.resetAndDestroy();
const hangUp = (socket: Socket): unknown => socket.end();
const plainText = (socket: Socket): unknown => socket.end('HTTP/1.1 400 No\r\n\r\n');
const stayIdle = (): void => undefined;
const noBytes = (): number => 0;
const cutHeadLength = (answer: string): number => answer.indexOf(HEAD_END) - 10;
const headLength = (answer: string): number => answer.indexOf(HEAD_END) + 4;
const lengthWithoutLastByte = (answer: string): number => answer.length - 1;

/** Sends a TLS record that claims 65,535 bytes; TLS allows 16,384. */
function endlessRecord(socket: Socket): void {
  socket.write(Buffer.from([0x16, 3, 3, 0xff, 0xff, 0]));
}

/** Sends bytes one at a time, without end. */
function trickle(start: string, byte: string) {
  return brokenServer((socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(byte), 5);
    socket.on('close', () => clearInterval(timer));
  });
}

/** Sends an answer whose content length differs from its real length by `extraBytes`, which may be negative or NaN. */
function withLengthOffBy(extraBytes: number, finish: (socket: Socket) => unknown = stayIdle) {
  return brokenServer((socket, name) => {
    const body = goodBody(name);
    const length = Buffer.byteLength(body) + extraBytes;
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}`;
    socket.write(`${head}${HEAD_END}${body}`, () => finish(socket));
  });
}

function withChunks(...chunks: readonly string[]) {
  const head = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked${HEAD_END}`;
  return brokenServer((socket) => socket.end(head + chunks.join('')));
}

/** The request was not sent, so a write may be retried too. */
const NOT_SENT_RETRIED = { reads: 'not-sent, 4 tries', writes: 'not-sent, 4 tries' } as const;
/** Reads are retried. The outcome of a write is unknown. */
const LOST_AFTER_SENDING = { reads: 'refused, 4 tries', writes: 'unknown, 1 try' } as const;

const connectProblem = (detail: RegExp) => ({ kind: 'connect', detail });
const lostProblem = (detail: RegExp) => ({ kind: 'lost', detail });
const CLOSED_OR_RESET =
  /^(?:other side closed|read ECONNRESET|aborted|terminated) ?\(?(?:UND_ERR_SOCKET|ECONNRESET)?\)?$/;
const truncatedJson = protocolProblem('the body is not a JSON object', (name) =>
  goodBody(name).slice(0, -1),
);
const notHttp = /^(?:Parse Error|Response does not match the HTTP\/1\.1 protocol)/;

const NO_CONNECTION_INFO = 'fetch does not report whether it had a connection';

describeFaults('broken connections', [
  row(
    'refused',
    NOT_SENT_RETRIED,
    closedPort,
    connectProblem(/^connect ECONNREFUSED 127\.0\.0\.1:\d+$/),
  ),
  row(
    'closed in the TLS handshake',
    NOT_SENT_RETRIED,
    withoutTls(hangUp),
    connectProblem(/before secure TLS/),
  ),
  {
    ...row(
      'reset in the TLS handshake',
      NOT_SENT_RETRIED,
      withoutTls(reset),
      connectProblem(/ECONNRESET/),
    ),
    host: {
      reason: NO_CONNECTION_INFO,
      problem: lostProblem(/ECONNRESET/),
      ...LOST_AFTER_SENDING,
      arrived: 0,
    },
  },
  row(
    'plain text for TLS',
    NOT_SENT_RETRIED,
    withoutTls(plainText),
    connectProblem(/wrong version number/),
  ),
  {
    ...row(
      'a TLS record without end',
      NOT_SENT_RETRIED,
      withoutTls(endlessRecord),
      connectProblem(/length too long/),
    ),
    host: {
      reason: NO_CONNECTION_INFO,
      problem: lostProblem(/length too long/),
      ...LOST_AFTER_SENDING,
      arrived: 0,
    },
  },
  {
    ...row('no response to the TLS handshake', NOT_SENT_RETRIED, withoutTls(stayIdle), TIMED_OUT),
    host: { reason: NO_CONNECTION_INFO, ...LOST_AFTER_SENDING, arrived: 0 },
  },
  row(
    'reset before the headers',
    LOST_AFTER_SENDING,
    sendPartThen(noBytes, reset),
    lostProblem(CLOSED_OR_RESET),
  ),
  row(
    'closed before the headers',
    LOST_AFTER_SENDING,
    sendPartThen(noBytes, hangUp),
    lostProblem(CLOSED_OR_RESET),
  ),
  row(
    'reset during the headers',
    LOST_AFTER_SENDING,
    sendPartThen(cutHeadLength, reset),
    lostProblem(CLOSED_OR_RESET),
  ),
  row(
    'closed during the headers',
    LOST_AFTER_SENDING,
    sendPartThen(cutHeadLength, hangUp),
    lostProblem(CLOSED_OR_RESET),
  ),
  row(
    'reset after the headers',
    LOST_AFTER_SENDING,
    sendPartThen(headLength, reset),
    lostProblem(CLOSED_OR_RESET),
  ),
  row(
    'reset before the last byte',
    LOST_AFTER_SENDING,
    sendPartThen(lengthWithoutLastByte, reset),
    lostProblem(CLOSED_OR_RESET),
  ),
  row(
    'body cut short',
    LOST_AFTER_SENDING,
    sendPartThen(lengthWithoutLastByte, hangUp),
    lostProblem(CLOSED_OR_RESET),
  ),
  row(
    'chunks without an end',
    LOST_AFTER_SENDING,
    withChunks('2\r\n{}\r\n'),
    lostProblem(CLOSED_OR_RESET),
  ),
  row(
    'chunks with an invalid size',
    LOST_AFTER_SENDING,
    withChunks('x\r\n{}\r\n'),
    lostProblem(notHttp),
  ),
  row('no response', LOST_AFTER_SENDING, brokenServer(stayIdle), TIMED_OUT),
  row('slow headers', LOST_AFTER_SENDING, trickle('HTTP/1.1 200 OK\r\nx: ', 'x'), TIMED_OUT),
  row(
    'a slow body',
    LOST_AFTER_SENDING,
    trickle(`HTTP/1.1 200 OK\r\ncontent-length: 9999${HEAD_END}`, ' '),
    TIMED_OUT,
  ),
  row('content length too large', LOST_AFTER_SENDING, withLengthOffBy(1), TIMED_OUT),
  row(
    'content length too large, then closed',
    LOST_AFTER_SENDING,
    withLengthOffBy(1, hangUp),
    lostProblem(CLOSED_OR_RESET),
  ),
  row('content length too small', UNCERTAIN_WRITE, withLengthOffBy(-1), truncatedJson),
  row('invalid content length', LOST_AFTER_SENDING, withLengthOffBy(NaN), lostProblem(notHttp)),
  row(
    'not HTTP',
    LOST_AFTER_SENDING,
    brokenServer((socket) => socket.end('SSH-2.0-x\r\n')),
    lostProblem(notHttp),
  ),
]);
