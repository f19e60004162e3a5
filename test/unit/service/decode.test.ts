import assert from 'node:assert/strict';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { decodeBody } from '../../../src/service/transport/decodeBody.ts';
import { failureOf } from './sending.ts';

const TEXT = Buffer.from('{"res":"ok","status":200}');

describe('decodeBody', () => {
  it('undoes the codings in reverse order, with any spelling', async () => {
    const twice = brotliCompressSync(gzipSync(TEXT));
    for (const [body, encoding] of [
      [TEXT, ''],
      [TEXT, 'identity'],
      [gzipSync(TEXT), 'GZIP'],
      [gzipSync(TEXT), ' x-gzip '],
      [twice, 'gzip, br'],
      [new Uint8Array(), 'gzip'],
    ] as const) {
      const decoded = await decodeBody(body, encoding, 1000);
      assert.equal(decoded.broken, undefined);
      assert.equal(
        Buffer.from(decoded.body).toString(),
        body.length === 0 ? '' : TEXT.toString(),
        encoding,
      );
    }
  });

  it('rejects unknown codings, and too many codings', async () => {
    for (const encoding of [
      'compress',
      '__proto__',
      'constructor',
      'gzip, gzip, gzip',
      'x'.repeat(999),
    ]) {
      const { body, broken = '' } = await decodeBody(gzipSync(TEXT), encoding, 1000);
      assert.match(broken, /^the body (?:has the unknown encoding|is compressed too many times)/);
      assert.ok(broken.length < 100);
      assert.equal(body.length, 0);
    }
  });

  it('reports which coding is broken', async () => {
    const noise = Buffer.from('no compressed data at all');
    for (const [body, encoding, broken] of [
      [noise, 'gzip', 'gzip'],
      [gzipSync(noise), 'br, gzip', 'br'],
      [noise, 'br, gzip', 'gzip'],
    ] as const) {
      const decoded = await decodeBody(body, encoding, 1000);
      assert.match(
        decoded.broken ?? '',
        new RegExp(`the body contains damaged ${broken} data: .+`),
      );
    }
  });

  it('stops at the exact byte limit', async () => {
    const body = gzipSync(Buffer.alloc(1000));
    assert.equal((await decodeBody(body, 'gzip', 1000)).body.length, 1000);
    assert.ok((await failureOf(decodeBody(body, 'gzip', 999))).isTooLarge);
  });
});
