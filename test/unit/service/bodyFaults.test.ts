import * as zlib from 'node:zlib';

import type { EndpointName } from '../../../src/base/endpoints.ts';
import { MAX_BODY } from '../../../src/service/call.ts';
import { goodBody } from '../../fuzz/fuzzCalls.ts';
import { SECRET } from './answers.ts';
import { answering, odd, sending } from './faultAnswers.ts';
import { describeFaults, row, UNCERTAIN_WRITE } from './faultCells.ts';
import { broken, writeMany } from './faultPlaces.ts';

const MEGABYTE = 1024 * 1024;

const noise = (): Buffer => Buffer.from('no compressed data at all');

/** Good answer, compressed with this coding and truncated. */
function cut(coding: string, pack: (body: Uint8Array) => Buffer) {
  const body = (name: EndpointName) => pack(Buffer.from(goodBody(name))).subarray(0, -12);
  return sending(body, [`content-encoding: ${coding}`]);
}

const coded = (coding: string) => sending(noise, [`content-encoding: ${coding}`]);
const unread = (why: string) => odd(new RegExp(`^the body contains damaged ${why}`));

const hundredMegabytes = broken((socket) => {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${100 * MEGABYTE}\r\n\r\n`);
  void writeMany(socket, Buffer.alloc(MEGABYTE, ' '), 100);
});
let packed: Buffer | undefined;
const packedMegabytes = sending(
  () => (packed ??= zlib.gzipSync(Buffer.alloc(100 * MEGABYTE))),
  ['content-encoding: gzip'],
);
const tooLarge = { kind: 'too-large', limitBytes: MAX_BODY };

const page = `<html>${SECRET}${'x'.repeat(1000)}</html>`;
const contentType = 'text/html; charset=utf-8';
const html = (status: string) => answering(page, status, [`content-type: ${contentType}`]);
const webPage = (httpStatus: number) =>
  odd('the body is not a JSON object', `<html>***${'x'.repeat(191)}`, { httpStatus, contentType });

const half = (name: EndpointName) => goodBody(name).slice(0, 12);
/** Names of customers may be in any encoding. */
const misspelt = (name: EndpointName) =>
  goodBody(name, '"note":"\ufffd",').replace(/春季|VIP|陳怡君/g, '\ufffd');
const inLatin1 = (name: EndpointName): Buffer => {
  const spelt = Buffer.from(misspelt(name)).toString('latin1');
  return Buffer.from(spelt.replaceAll('\xef\xbf\xbd', '\xff'), 'latin1');
};

/** A gateway reports that the service did not respond. */
const GATEWAY = { reads: 'refused, 4 tries', writes: 'unknown, 1 try' } as const;
const DONE = { reads: 'done, 1 try', writes: 'done, 1 try' } as const;

const because =
  'fetch returns the available part of a truncated body, and a body with an unknown coding';
const part = odd('the body is not a JSON object', /^\{"res":/);

describeFaults('invalid bodies', [
  row(
    'not JSON',
    UNCERTAIN_WRITE,
    answering('res=ok'),
    odd('the body is not a JSON object', 'res=ok'),
  ),
  row(
    'JSON cut short',
    UNCERTAIN_WRITE,
    answering(half),
    odd('the body is not a JSON object', half),
  ),
  row(
    'JSON that is not an object',
    UNCERTAIN_WRITE,
    answering('[0]'),
    odd('the body is not a JSON object', '[0]'),
  ),
  row('an empty body', UNCERTAIN_WRITE, answering(''), odd('the body is empty')),
  row('only white space', UNCERTAIN_WRITE, answering(' \n'), odd('the body is empty', ' \n')),
  row('an HTML page', UNCERTAIN_WRITE, html('200 OK'), webPage(200)),
  row('an HTML page, 401', UNCERTAIN_WRITE, html('401 No'), webPage(401)),
  row('an HTML page, 500', UNCERTAIN_WRITE, html('500 No'), webPage(500)),
  row('an HTML page, 502', GATEWAY, html('502 No'), webPage(502)),
  row('an HTML page, 504', GATEWAY, html('504 No'), webPage(504)),
  row(
    'invalid UTF-8',
    UNCERTAIN_WRITE,
    sending(() => Buffer.from([0xff, 40])),
    odd(/not a JSON object/, '\ufffd('),
  ),
  { ...row('invalid UTF-8 in a name', DONE, sending(inLatin1)), readAs: misspelt },
  row('broken gzip', UNCERTAIN_WRITE, coded('gzip'), unread('gzip data: incorrect header check')),
  row('broken brotli', UNCERTAIN_WRITE, coded('br'), unread('br data: Decompression failed')),
  row('broken zstd', UNCERTAIN_WRITE, coded('zstd'), unread('zstd data: Unknown frame')),
  {
    ...row('gzip cut short', UNCERTAIN_WRITE, cut('gzip', zlib.gzipSync), unread('gzip data: un')),
    host: { because, problem: part },
  },
  {
    ...row(
      'brotli cut short',
      UNCERTAIN_WRITE,
      cut('br', zlib.brotliCompressSync),
      unread('br data: '),
    ),
    host: { because, problem: part },
  },
  {
    ...row(
      'an unknown coding',
      UNCERTAIN_WRITE,
      coded('compress'),
      odd(/^the body has the unknown encoding compress$/),
    ),
    host: { because, problem: odd('the body is not a JSON object', noise().toString()) },
  },
  { ...row('100 MB', UNCERTAIN_WRITE, hundredMegabytes, tooLarge), isLarge: true },
  { ...row('100 MB in 100 KB of gzip', UNCERTAIN_WRITE, packedMegabytes, tooLarge), isLarge: true },
]);
