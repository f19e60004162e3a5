import type { Socket } from 'node:net';

import { lazy } from '../../../src/base/promises.ts';
import { makeAuthority, makeCertificate } from './certificates.ts';
import { odd } from './faultAnswers.ts';
import { describeFaults, TIMED_OUT, row, UNCERTAIN_WRITE, type Fault } from './faultCells.ts';
import { noProxy, proxied, abruptProxy, secured, type Place } from './faultPlaces.ts';
import type { ProxyServer } from './proxyServer.ts';

/** Failure that a retry cannot fix. */
const LASTING = { reads: 'not-sent, 1 try', writes: 'not-sent, 1 try' } as const;
const NOT_SENT = { reads: 'not-sent, 4 tries', writes: 'not-sent, 4 tries' } as const;
const LOST = { reads: 'refused, 4 tries', writes: 'unknown, 1 try' } as const;

const ca = lazy(makeAuthority);
const expired = lazy(async () => makeCertificate('localhost', { ca: await ca(), isExpired: true }));
const selfSigned = lazy(() => makeCertificate('localhost'));
const otherHost = lazy(async () => makeCertificate('other.example', { ca: await ca() }));
/** Certificate of a second authority with the same name as the first one. */
const foreign = lazy(async () => makeCertificate('localhost', { ca: await makeAuthority() }));

const untrusted = (detail: RegExp) => ({ kind: 'connect', isLasting: true, detail });

describeFaults('certificates', [
  row('expired', LASTING, secured(expired, ca), untrusted(/CERT_HAS_EXPIRED/)),
  row('self-signed', LASTING, secured(selfSigned, ca), untrusted(/DEPTH_ZERO_SELF_SIGNED_CERT/)),
  row(
    'of another host',
    LASTING,
    secured(otherHost, ca),
    untrusted(/ERR_TLS_CERT_ALTNAME_INVALID/),
  ),
  row(
    'of an untrusted authority',
    LASTING,
    secured(foreign, ca),
    untrusted(/CERT_SIGNATURE_FAILURE/),
  ),
]);

const refusing = (status: number) => (proxy: ProxyServer) => void (proxy.refuseWith = status);
const requireCredentials = (proxy: ProxyServer) => void (proxy.wanted = 'Basic abc');
const asIs = (): void => undefined;
const hangUp = (socket: Socket): unknown => socket.end();
const reset = (socket: Socket): unknown => socket.resetAndDestroy();
const wait = (): void => undefined;
const talk = (socket: Socket): unknown => socket.end('SSH-2.0-x\r\n');

/** Returns a problem that names the proxy, so that the user knows which one failed. */
const proxyProblem =
  (what: string) =>
  ({ proxy = '' }: Place) => ({
    kind: 'connect',
    detail: `the proxy ${proxy} ${what}`,
  });
const proxyFailed =
  (why: string) =>
  ({ proxy = '' }: Place) => ({
    kind: 'connect',
    detail: new RegExp(`^the proxy ${proxy} failed: .*(?:${why})`),
  });
const credentialsRequired = (place: Place) => ({
  ...proxyProblem('requires a user name and password (HTTP 407)')(place),
  isLasting: true,
});
const distrusted = (place: Place) => ({
  ...proxyFailed('UNABLE_TO_VERIFY')(place),
  isLasting: true,
});
const lost = { kind: 'lost', detail: /^(?:other side closed|read ECONNRESET)/ };
const page = (httpStatus: number) =>
  odd('the body is not a JSON object', '<html>no</html>', { httpStatus, contentType: '' });
const gone = 'other side closed|ECONNRESET';

const tunnels: readonly Fault[] = [
  row('refused', NOT_SENT, proxied('https', refusing(403)), proxyProblem('failed: HTTP 403')),
  row(
    'temporarily refused',
    NOT_SENT,
    proxied('https', refusing(502)),
    proxyProblem('failed: HTTP 502'),
  ),
  row('asks for credentials', LASTING, proxied('https', requireCredentials), credentialsRequired),
  row('cannot be reached', NOT_SENT, noProxy('https'), proxyFailed('ECONNREFUSED')),
  row('hangs up', NOT_SENT, abruptProxy('https', hangUp), proxyFailed(gone)),
  row('resets', NOT_SENT, abruptProxy('https', reset), proxyFailed(gone)),
  row('is a black hole', NOT_SENT, abruptProxy('https', wait), TIMED_OUT),
  row(
    'is not a proxy',
    NOT_SENT,
    abruptProxy('https', talk),
    proxyFailed('Parse Error|does not match'),
  ),
  row('is not trusted', LASTING, proxied('https', asIs, foreign), distrusted),
];

const plain: readonly Fault[] = [
  { ...row('refuses', UNCERTAIN_WRITE, proxied('http', refusing(403)), page(403)), arrived: 0 },
  { ...row('cannot forward', LOST, proxied('http', refusing(502)), page(502)), arrived: 0 },
  row('asks for credentials', LASTING, proxied('http', requireCredentials), credentialsRequired),
  row('cannot be reached', NOT_SENT, noProxy('http'), proxyFailed('ECONNREFUSED')),
  row('hangs up', LOST, abruptProxy('http', hangUp), lost),
  row('resets', LOST, abruptProxy('http', reset), lost),
  row('is a black hole', LOST, abruptProxy('http', wait), TIMED_OUT),
  row('is not trusted', LASTING, proxied('http', asIs, foreign), distrusted),
];

const host = {
  runs: false,
  because: 'VS Code configures the proxy of its own fetch, and this process has no proxy',
} as const;
describeFaults(
  'a proxy and its tunnel',
  tunnels.map((fault) => ({ ...fault, host })),
);
describeFaults(
  'a proxy for plain HTTP',
  plain.map((fault) => ({ ...fault, host })),
);
