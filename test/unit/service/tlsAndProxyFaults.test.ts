import type { Socket } from 'node:net';

import { lazy } from '../../../src/base/promises.ts';
import { makeAuthority, makeCertificate } from './certificates.ts';
import { protocolProblem } from './faultAnswers.ts';
import { describeFaults, TIMED_OUT, row, UNCERTAIN_WRITE, type Fault } from './faultCells.ts';
import {
  unreachableProxy,
  proxied,
  abruptProxy,
  secured,
  type TestServer,
} from './faultServers.ts';
import type { ProxyServer } from './proxyServer.ts';

/** The request was not sent, and a retry cannot help. */
const NOT_SENT_NO_RETRY = { reads: 'not-sent, 1 try', writes: 'not-sent, 1 try' } as const;
/** The request was not sent, so a write may be retried too. */
const NOT_SENT_RETRIED = { reads: 'not-sent, 4 tries', writes: 'not-sent, 4 tries' } as const;
/** Reads are retried. The outcome of a write is unknown. */
const LOST_AFTER_SENDING = { reads: 'refused, 4 tries', writes: 'unknown, 1 try' } as const;

const ca = lazy(makeAuthority);
const expired = lazy(async () => makeCertificate('localhost', { ca: await ca(), isExpired: true }));
const selfSigned = lazy(() => makeCertificate('localhost'));
const otherHost = lazy(async () => makeCertificate('other.example', { ca: await ca() }));
/** Certificate of a second authority with the same name as the first one. */
const otherAuthority = lazy(async () =>
  makeCertificate('localhost', { ca: await makeAuthority() }),
);

const untrusted = (detail: RegExp) => ({ kind: 'connect', isLasting: true, detail });

describeFaults('certificates', [
  row('expired', NOT_SENT_NO_RETRY, secured(expired, ca), untrusted(/CERT_HAS_EXPIRED/)),
  row(
    'self-signed',
    NOT_SENT_NO_RETRY,
    secured(selfSigned, ca),
    untrusted(/DEPTH_ZERO_SELF_SIGNED_CERT/),
  ),
  row(
    'of another host',
    NOT_SENT_NO_RETRY,
    secured(otherHost, ca),
    untrusted(/ERR_TLS_CERT_ALTNAME_INVALID/),
  ),
  row(
    'of an untrusted authority',
    NOT_SENT_NO_RETRY,
    secured(otherAuthority, ca),
    untrusted(/CERT_SIGNATURE_FAILURE/),
  ),
]);

const refusing = (status: number) => (proxy: ProxyServer) => void (proxy.refuseWith = status);
const requireCredentials = (proxy: ProxyServer) => void (proxy.requiredAuth = 'Basic abc');
const unchanged = (): void => undefined;
const hangUp = (socket: Socket): unknown => socket.end();
const reset = (socket: Socket): unknown => socket.resetAndDestroy();
const stayIdle = (): void => undefined;
const answerAsSsh = (socket: Socket): unknown => socket.end('SSH-2.0-x\r\n');

/** Returns a problem that names the proxy, so that the user knows which one failed. */
const proxyProblem =
  (failure: string) =>
  ({ proxy = '' }: TestServer) => ({
    kind: 'connect',
    detail: `the proxy ${proxy} ${failure}`,
  });
const proxyFailed =
  (pattern: string) =>
  ({ proxy = '' }: TestServer) => ({
    kind: 'connect',
    detail: new RegExp(`^the proxy ${proxy} failed: .*(?:${pattern})`),
  });
const credentialsRequired = (server: TestServer) => ({
  ...proxyProblem('requires a user name and password (HTTP 407)')(server),
  isLasting: true,
});
const untrustedProxy = (server: TestServer) => ({
  ...proxyFailed('UNABLE_TO_VERIFY')(server),
  isLasting: true,
});
const connectionLost = { kind: 'lost', detail: /^(?:other side closed|read ECONNRESET)/ };
const proxyErrorPage = (httpStatus: number) =>
  protocolProblem('the body is not a JSON object', '<html>no</html>', {
    httpStatus,
    contentType: '',
  });
/** Start of the system's texts for a connection that the proxy closed or reset. */
const CLOSED_OR_RESET = 'other side closed|ECONNRESET';

const tunnelFaults: readonly Fault[] = [
  row(
    'refused',
    NOT_SENT_RETRIED,
    proxied('https', refusing(403)),
    proxyProblem('failed: HTTP 403'),
  ),
  row(
    'temporarily refused',
    NOT_SENT_RETRIED,
    proxied('https', refusing(502)),
    proxyProblem('failed: HTTP 502'),
  ),
  row(
    'asks for credentials',
    NOT_SENT_NO_RETRY,
    proxied('https', requireCredentials),
    credentialsRequired,
  ),
  row(
    'cannot be reached',
    NOT_SENT_RETRIED,
    unreachableProxy('https'),
    proxyFailed('ECONNREFUSED'),
  ),
  row('hangs up', NOT_SENT_RETRIED, abruptProxy('https', hangUp), proxyFailed(CLOSED_OR_RESET)),
  row('resets', NOT_SENT_RETRIED, abruptProxy('https', reset), proxyFailed(CLOSED_OR_RESET)),
  row('never responds', NOT_SENT_RETRIED, abruptProxy('https', stayIdle), TIMED_OUT),
  row(
    'is not a proxy',
    NOT_SENT_RETRIED,
    abruptProxy('https', answerAsSsh),
    proxyFailed('Parse Error|does not match'),
  ),
  row(
    'is not trusted',
    NOT_SENT_NO_RETRY,
    proxied('https', unchanged, otherAuthority),
    untrustedProxy,
  ),
];

const plainHttpFaults: readonly Fault[] = [
  {
    ...row('refuses', UNCERTAIN_WRITE, proxied('http', refusing(403)), proxyErrorPage(403)),
    arrived: 0,
  },
  {
    ...row(
      'cannot forward',
      LOST_AFTER_SENDING,
      proxied('http', refusing(502)),
      proxyErrorPage(502),
    ),
    arrived: 0,
  },
  row(
    'asks for credentials',
    NOT_SENT_NO_RETRY,
    proxied('http', requireCredentials),
    credentialsRequired,
  ),
  row('cannot be reached', NOT_SENT_RETRIED, unreachableProxy('http'), proxyFailed('ECONNREFUSED')),
  row('hangs up', LOST_AFTER_SENDING, abruptProxy('http', hangUp), connectionLost),
  row('resets', LOST_AFTER_SENDING, abruptProxy('http', reset), connectionLost),
  row('never responds', LOST_AFTER_SENDING, abruptProxy('http', stayIdle), TIMED_OUT),
  row(
    'is not trusted',
    NOT_SENT_NO_RETRY,
    proxied('http', unchanged, otherAuthority),
    untrustedProxy,
  ),
];

const skippedForHost = {
  isTested: false,
  reason: 'VS Code configures the proxy of its own fetch, and this process has no proxy',
} as const;
describeFaults(
  'a proxy and its tunnel',
  tunnelFaults.map((fault) => ({ ...fault, host: skippedForHost })),
);
describeFaults(
  'a proxy for plain HTTP',
  plainHttpFaults.map((fault) => ({ ...fault, host: skippedForHost })),
);
