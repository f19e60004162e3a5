import * as zlib from 'node:zlib';

import type { EndpointName } from '../../../src/base/endpoints.ts';
import { MAX_BODY } from '../../../src/service/call.ts';
import { goodBody } from '../../fuzz/fuzzCalls.ts';
import { SECRET } from './answers.ts';
import { answeringText, protocolProblem, answeringBytes } from './faultAnswers.ts';
import { describeFaults, row, UNCERTAIN_WRITE } from './faultCells.ts';
import { brokenServer, writeMany } from './faultServers.ts';

const MEGABYTE = 1024 * 1024;

const uncompressedBody = (): Buffer => Buffer.from('no compressed data at all');

/** Returns a function that opens a server, which sends a good body, compressed with this coding, without its last 12 bytes. */
function truncatedBody(coding: string, pack: (body: Uint8Array) => Buffer) {
  const body = (name: EndpointName) => pack(Buffer.from(goodBody(name))).subarray(0, -12);
  return answeringBytes(body, [`content-encoding: ${coding}`]);
}

const wronglyCompressed = (coding: string) =>
  answeringBytes(uncompressedBody, [`content-encoding: ${coding}`]);
const damagedProblem = (detail: string) =>
  protocolProblem(new RegExp(`^the body contains damaged ${detail}`));

const hundredMegabytes = brokenServer((socket) => {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${100 * MEGABYTE}\r\n\r\n`);
  void writeMany(socket, Buffer.alloc(MEGABYTE, ' '), 100);
});
let compressedCache: Buffer | undefined;
const compressedMegabytes = answeringBytes(
  () => (compressedCache ??= zlib.gzipSync(Buffer.alloc(100 * MEGABYTE))),
  ['content-encoding: gzip'],
);
const tooLarge = { kind: 'too-large', limitBytes: MAX_BODY };

const webPageBody = `<html>${SECRET}${'x'.repeat(1000)}</html>`;
const contentType = 'text/html; charset=utf-8';
const answeringWebPage = (status: string) =>
  answeringText(webPageBody, status, [`content-type: ${contentType}`]);
/** Returns the problem with the first 200 characters of the page: a tag of 6, the redacted token of 3, and 191 more. */
const webPageProblem = (httpStatus: number) =>
  protocolProblem('the body is not a JSON object', `<html>***${'x'.repeat(191)}`, {
    httpStatus,
    contentType,
  });

const startOfGoodBody = (name: EndpointName) => goodBody(name).slice(0, 12);
/** Returns a good body as the client reads it if the names in the body are not valid UTF-8. */
const withReplacementCharacters = (name: EndpointName) =>
  goodBody(name, '"note":"\ufffd",').replace(/春季|VIP|陳怡君/g, '\ufffd');
const withInvalidUtf8 = (name: EndpointName): Buffer => {
  const latin1Text = Buffer.from(withReplacementCharacters(name)).toString('latin1');
  return Buffer.from(latin1Text.replaceAll('\xef\xbf\xbd', '\xff'), 'latin1');
};

/** A gateway reports that the service did not respond. */
const GATEWAY = { reads: 'refused, 4 tries', writes: 'unknown, 1 try' } as const;
const DONE = { reads: 'done, 1 try', writes: 'done, 1 try' } as const;

const HOST_DIFFERENCE =
  'fetch returns the available part of a truncated body, and a body with an unknown coding';
const truncatedJson = protocolProblem('the body is not a JSON object', /^\{"res":/);

describeFaults('invalid bodies', [
  row(
    'not JSON',
    UNCERTAIN_WRITE,
    answeringText('res=ok'),
    protocolProblem('the body is not a JSON object', 'res=ok'),
  ),
  row(
    'JSON cut short',
    UNCERTAIN_WRITE,
    answeringText(startOfGoodBody),
    protocolProblem('the body is not a JSON object', startOfGoodBody),
  ),
  row(
    'JSON that is not an object',
    UNCERTAIN_WRITE,
    answeringText('[0]'),
    protocolProblem('the body is not a JSON object', '[0]'),
  ),
  row('an empty body', UNCERTAIN_WRITE, answeringText(''), protocolProblem('the body is empty')),
  row(
    'only white space',
    UNCERTAIN_WRITE,
    answeringText(' \n'),
    protocolProblem('the body is empty', ' \n'),
  ),
  row('an HTML page', UNCERTAIN_WRITE, answeringWebPage('200 OK'), webPageProblem(200)),
  row('an HTML page, 401', UNCERTAIN_WRITE, answeringWebPage('401 No'), webPageProblem(401)),
  row('an HTML page, 500', UNCERTAIN_WRITE, answeringWebPage('500 No'), webPageProblem(500)),
  row('an HTML page, 502', GATEWAY, answeringWebPage('502 No'), webPageProblem(502)),
  row('an HTML page, 504', GATEWAY, answeringWebPage('504 No'), webPageProblem(504)),
  row(
    'invalid UTF-8',
    UNCERTAIN_WRITE,
    // The second byte is an opening parenthesis.
    answeringBytes(() => Buffer.from([0xff, 40])),
    protocolProblem(/not a JSON object/, '\ufffd('),
  ),
  {
    ...row('invalid UTF-8 in a name', DONE, answeringBytes(withInvalidUtf8)),
    readAs: withReplacementCharacters,
  },
  row(
    'broken gzip',
    UNCERTAIN_WRITE,
    wronglyCompressed('gzip'),
    damagedProblem('gzip data: incorrect header check'),
  ),
  row(
    'broken brotli',
    UNCERTAIN_WRITE,
    wronglyCompressed('br'),
    damagedProblem('br data: Decompression failed'),
  ),
  row(
    'broken zstd',
    UNCERTAIN_WRITE,
    wronglyCompressed('zstd'),
    damagedProblem('zstd data: Unknown frame'),
  ),
  {
    ...row(
      'gzip cut short',
      UNCERTAIN_WRITE,
      truncatedBody('gzip', zlib.gzipSync),
      damagedProblem('gzip data: un'),
    ),
    host: { reason: HOST_DIFFERENCE, problem: truncatedJson },
  },
  {
    ...row(
      'brotli cut short',
      UNCERTAIN_WRITE,
      truncatedBody('br', zlib.brotliCompressSync),
      damagedProblem('br data: '),
    ),
    host: { reason: HOST_DIFFERENCE, problem: truncatedJson },
  },
  {
    ...row(
      'an unknown coding',
      UNCERTAIN_WRITE,
      wronglyCompressed('compress'),
      protocolProblem(/^the body has the unknown encoding compress$/),
    ),
    host: {
      reason: HOST_DIFFERENCE,
      problem: protocolProblem('the body is not a JSON object', uncompressedBody().toString()),
    },
  },
  { ...row('100 MB', UNCERTAIN_WRITE, hundredMegabytes, tooLarge), isLarge: true },
  {
    ...row('100 MB in 100 KB of gzip', UNCERTAIN_WRITE, compressedMegabytes, tooLarge),
    isLarge: true,
  },
]);
