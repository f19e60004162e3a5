import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';

import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { makeAuthority, makeCertificate, type KeyPair } from './certificates.ts';
import { answerOk, openHttpServer } from './httpServer.ts';
import { failureOf, openWith, requestTo } from './sending.ts';

const run = promisify(execFile);
const TRANSPORT = new URL('../../../src/service/transport/createTransport.ts', import.meta.url)
  .href;

/** Creates files with these contents, and returns their paths by name. */
function writeFiles<K extends string>(contents: Readonly<Record<K, string>>): Record<K, string> {
  const folder = temporaryFolder('pem');
  onCleanup(() => folder.remove());
  const paths: Record<string, string> = {};
  for (const [name, text] of Object.entries<string>(contents)) {
    paths[name] = join(folder.path, name);
    writeFileSync(paths[name], text);
  }
  return paths;
}

/** Replaces the address by the host name, because the certificates here contain no address. */
function withHostName(baseUrl: string): string {
  return baseUrl.replace('127.0.0.1', 'localhost');
}

describe('Certificates', () => {
  let ca: KeyPair;
  let servicePair: KeyPair;

  before(async () => {
    ca = await makeAuthority();
    servicePair = await makeCertificate('localhost', { ca });
  });

  afterEach(cleanUp);

  it('of an authority in the settings are trusted in addition to those of the system', async () => {
    const { baseUrl } = await openHttpServer(undefined, servicePair);
    const { authority } = writeFiles({ authority: ca.cert });
    const opened = openWith({});
    const before = await failureOf(opened.transport.send(requestTo(withHostName(baseUrl))));
    assert.match(before.message, /UNABLE_TO_VERIFY_LEAF_SIGNATURE/);
    opened.network = { ...opened.network, ca: authority };
    const { httpStatus } = await opened.transport.send(requestTo(withHostName(baseUrl)));
    assert.equal(httpStatus, 200);
  });

  it('of the system are trusted', async function () {
    // On other platforms, the certificate store of the system cannot be changed for a single process.
    if (process.platform !== 'linux') this.skip();
    const { baseUrl } = await openHttpServer(undefined, servicePair);
    const { authority } = writeFiles({ authority: ca.cert });
    const send = `
      import { createTransport } from ${JSON.stringify(TRANSPORT)};
      const { signal } = new AbortController();
      const transport = createTransport();
      const { httpStatus } = await transport.send({ method: 'GET', path: '/', headers: {},
        origin: process.argv[1], signal, limitMs: 5000, maxBytes: 1000 });
      await transport.close();
      console.log(httpStatus);`;
    const args = ['--input-type=module', '-e', send, withHostName(baseUrl)];
    const env = { ...process.env, SSL_CERT_FILE: authority };
    assert.equal((await run(process.execPath, args, { env })).stdout, '200\n');
    await assert.rejects(run(process.execPath, args), /UNABLE_TO_VERIFY_LEAF_SIGNATURE/);
  });

  it('that are invalid are accepted with a warning if checks are turned off', async () => {
    const { authority } = writeFiles({ authority: ca.cert });
    for (const pair of [
      await makeCertificate('localhost', { ca, isExpired: true }),
      await makeCertificate('localhost'),
      await makeCertificate('other.example', { ca }),
    ]) {
      const { baseUrl } = await openHttpServer(undefined, pair);
      const unchecked = openWith({ strictSsl: false, ca: authority });
      for (let time = 0; time < 2; time++) {
        assert.equal(
          (await unchecked.transport.send(requestTo(withHostName(baseUrl)))).httpStatus,
          200,
        );
      }
      assert.deepEqual(unchecked.log, ['http.proxyStrictSSL is off: certificates are not checked']);
    }
  });

  it('of the client are sent to a service that requires one', async () => {
    const names: unknown[] = [];
    const options = { ...servicePair, ca: ca.cert, requestCert: true, rejectUnauthorized: true };
    const { baseUrl } = await openHttpServer((request, answer) => {
      names.push((request.socket as TLSSocket).getPeerCertificate().subject.CN);
      answerOk(request, answer);
    }, options);
    const client = await makeCertificate('me', { ca });
    const { authority, cert, key } = writeFiles({
      authority: ca.cert,
      cert: client.cert,
      key: client.key,
    });
    const opened = openWith({ ca: authority });
    await failureOf(opened.transport.send(requestTo(withHostName(baseUrl))));
    opened.network = { ...opened.network, clientCertificate: cert, clientKey: key };
    await opened.transport.send(requestTo(withHostName(baseUrl)));
    assert.deepEqual(names, ['me']);
  });

  it('that cannot be used are reported with their setting, and nothing is sent', async () => {
    const { baseUrl, requests } = await openHttpServer(undefined, servicePair);
    const { text, cut, broken, cert, otherKey } = writeFiles({
      text: 'hello',
      cut: servicePair.cert.slice(0, -40),
      broken: '-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n',
      cert: servicePair.cert,
      otherKey: ca.key,
    });
    const cases = [
      [{ ca: `${text}.missing` }, /botTags\.network\.ca cannot be used: .*ENOENT/],
      [{ ca: text }, /botTags\.network\.ca is not a PEM file/],
      [{ ca: cut }, /botTags\.network\.ca cannot be used/],
      [{ ca: broken }, /botTags\.network\.ca cannot be used/],
      [{ clientCertificate: text, clientKey: text }, /clientCertificate is not a PEM file/],
      [{ clientCertificate: cert, clientKey: text }, /clientKey is not a PEM file/],
      [{ clientCertificate: cert }, /set both .* or neither/],
      [{ clientCertificate: cert, clientKey: otherKey }, /clientKey cannot be used: .*mismatch/i],
    ] as const;
    for (const [settings, reason] of cases) {
      const error = await failureOf(
        openWith(settings).transport.send(requestTo(withHostName(baseUrl))),
      );
      assert.match(error.message, reason);
      assert.equal(error.wasSent, false);
    }
    assert.equal(requests.length, 0);
  });
});
