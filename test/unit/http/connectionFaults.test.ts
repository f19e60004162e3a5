import type { Socket } from 'node:net';

import type { EndpointName } from '../../../src/core/errors.ts';
import { goodBody } from '../../fuzz/fuzzCalls.ts';
import { describeFaults, LATE, type Fault } from './faultCells.ts';
import { broken, nobody, noTls } from './faultPlaces.ts';
import { httpAnswer } from './rawServer.ts';

const good = (name: EndpointName): string => httpAnswer(goodBody(name));
const HEAD_END = '\r\n\r\n';

/** The first `length` bytes of a good answer, and then this. */
function after(length: (answer: string) => number, then: (socket: Socket) => unknown) {
  return broken((socket, name) => {
    const start = good(name).slice(0, length(good(name)));
    if (start === '') return then(socket);
    return socket.write(start, () => then(socket));
  });
}

const reset = (socket: Socket): unknown => socket.resetAndDestroy();
const hangUp = (socket: Socket): unknown => socket.end();
const wait = (): void => undefined;
const nothing = (): number => 0;
const halfTheHead = (answer: string): number => answer.indexOf(HEAD_END) - 10;
const theHead = (answer: string): number => answer.indexOf(HEAD_END) + 4;
const allButTheEnd = (answer: string): number => answer.length - 1;

/** Bytes that come one by one, for ever. */
function trickle(start: string, byte: string) {
  return broken((socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(byte), 5);
    socket.on('close', () => clearInterval(timer));
  });
}

/** The answer with another content length. */
function ofLength(change: (length: number) => unknown, then: (socket: Socket) => unknown = wait) {
  return broken((socket, name) => {
    const body = goodBody(name);
    const length = String(change(Buffer.byteLength(body)));
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}`;
    socket.write(`${head}${HEAD_END}${body}`, () => then(socket));
  });
}

function ofChunks(...chunks: readonly string[]) {
  const head = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked${HEAD_END}`;
  return broken((socket) => socket.end(head + chunks.join('')));
}

/** Nothing was sent, so a write may be sent again too. */
const NOT_SENT = { reads: 'not-sent, 4 tries', writes: 'not-sent, 4 tries' } as const;
/** Reads are repeated; of a write nobody can tell what became of it. */
const LOST = { reads: 'refused, 4 tries', writes: 'unknown, 1 try' } as const;

/** An answer that will be the same again; what a write did before it nobody can tell. */
const REFUSED = { reads: 'refused, 1 try', writes: 'unknown, 1 try' } as const;

const connect = (detail: RegExp) => ({ kind: 'connect', detail });
const lost = (detail: RegExp) => ({ kind: 'lost', detail });
const gone =
  /^(?:other side closed|read ECONNRESET|aborted|terminated) ?\(?(?:UND_ERR_SOCKET|ECONNRESET)?\)?$/;
const notWhole = (_place: unknown, name: EndpointName) => ({
  ...{ kind: 'protocol', httpStatus: 200, contentType: 'application/json' },
  ...{ detail: 'the body is not JSON', excerpt: goodBody(name).slice(0, -1).slice(0, 200) },
});
const noHttp = /^(?:Parse Error|Response does not match the HTTP\/1\.1 protocol)/;

const untoldByFetch = 'fetch does not tell whether it had a connection';

describeFaults('broken connections', [
  {
    fault: 'refused',
    open: nobody,
    problem: connect(/^connect ECONNREFUSED 127\.0\.0\.1:\d+$/),
    ...NOT_SENT,
  },
  {
    fault: 'hung up on in the TLS handshake',
    open: noTls(hangUp),
    problem: connect(/before secure TLS connection/),
    ...NOT_SENT,
  },
  {
    fault: 'reset in the TLS handshake',
    open: noTls(reset),
    problem: connect(/ECONNRESET/),
    ...NOT_SENT,
    host: { because: untoldByFetch, problem: lost(/ECONNRESET/), ...LOST, arrived: 0 },
  },
  {
    fault: 'plain text for TLS',
    open: noTls((s) => s.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    problem: connect(/wrong version number|packet length too long/),
    ...NOT_SENT,
  },
  {
    fault: 'a black hole for TLS',
    open: noTls(wait),
    problem: LATE,
    ...NOT_SENT,
    host: { because: untoldByFetch, ...LOST, arrived: 0 },
  },
  { fault: 'reset before the headers', open: after(nothing, reset), problem: lost(gone), ...LOST },
  {
    fault: 'hung up on before the headers',
    open: after(nothing, hangUp),
    problem: lost(gone),
    ...LOST,
  },
  {
    fault: 'reset while the headers come',
    open: after(halfTheHead, reset),
    problem: lost(gone),
    ...LOST,
  },
  {
    fault: 'hung up on while the headers come',
    open: after(halfTheHead, hangUp),
    problem: lost(gone),
    ...LOST,
  },
  { fault: 'reset after the headers', open: after(theHead, reset), problem: lost(gone), ...LOST },
  {
    fault: 'reset before the last byte',
    open: after(allButTheEnd, reset),
    problem: lost(gone),
    ...LOST,
  },
  { fault: 'body cut short', open: after(allButTheEnd, hangUp), problem: lost(gone), ...LOST },
  { fault: 'chunks without an end', open: ofChunks('2\r\n{}\r\n'), problem: lost(gone), ...LOST },
  { fault: 'chunks of no size', open: ofChunks('x\r\n{}\r\n'), problem: lost(noHttp), ...LOST },
  { fault: 'a black hole', open: broken(wait), problem: LATE, ...LOST },
  { fault: 'slow headers', open: trickle('HTTP/1.1 200 OK\r\nx: ', 'x'), problem: LATE, ...LOST },
  {
    fault: 'a slow body',
    open: trickle(`HTTP/1.1 200 OK\r\ncontent-length: 9999${HEAD_END}`, ' '),
    problem: LATE,
    ...LOST,
  },
  {
    fault: 'content length too large',
    open: ofLength((length) => length + 1),
    problem: LATE,
    ...LOST,
  },
  {
    fault: 'content length too large, and hung up on',
    open: ofLength((length) => length + 1, hangUp),
    problem: lost(gone),
    ...LOST,
  },
  {
    fault: 'content length too small',
    open: ofLength((length) => length - 1),
    problem: notWhole,
    ...REFUSED,
  },
  {
    fault: 'content length of no number',
    open: ofLength(() => 'x'),
    problem: lost(noHttp),
    ...LOST,
  },
  { fault: 'no HTTP', open: broken((s) => s.end('SSH-2.0-x\r\n')), problem: lost(noHttp), ...LOST },
] satisfies readonly Fault[]);
