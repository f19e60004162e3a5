import type { EndpointName } from '../../../src/base/endpoints.ts';
import { goodBody } from '../../fuzz/fuzzCalls.ts';
import { SECRET } from './answers.ts';
import { answeringText, failureProblem, JSON_TYPE, protocolProblem } from './faultAnswers.ts';
import { describeFaults, row, UNCERTAIN_WRITE, type Expected } from './faultCells.ts';
import { brokenServer, type TestServer } from './faultServers.ts';

/** The service refused the request. */
const REFUSED = { reads: 'refused, 1 try', writes: 'refused, 1 try' } as const;
/** The service refused the request and may accept it later. */
const BUSY = { reads: 'refused, 4 tries', writes: 'refused, 1 try' } as const;
const DONE = { reads: 'done, 1 try', writes: 'done, 1 try' } as const;

/** JSON list that is nested 100,000 deep. */
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const withStatus = (status: string) => (name: EndpointName) =>
  goodBody(name).replace(/200\}$/, `${status}}`);
const withMembers = (members: string) => answeringText((name) => goodBody(name, members));
const statusIs = (status: string) =>
  protocolProblem(`the status is ${status}, not 200`, withStatus(status));

const TOO_DEEP = 'a value that is nested too deeply to be shown';
const LONG_AGO = 'Fri, 21 Nov 2025 00:00:00 GMT';
const failsWithCode = (errorCode: number) => ({
  ...failureProblem(200, '', errorCode),
  errorMessage: undefined,
});
const leaky = `{"errorMessage":"bad ${SECRET}"}`;
const answeringFailure = (
  status: string,
  errorCode: number | null = null,
  headers: readonly string[] = [],
) =>
  answeringText(JSON.stringify({ errorMessage: 'no', errorCode }), status, [JSON_TYPE, ...headers]);
const busyFor = (when: string) => answeringFailure('429 No', null, [`retry-after: ${when}`]);

const QUERY = `?token=${SECRET}`;
const samePath = (): string => `/v1/api/${SECRET}/x`;
const otherOrigin = (elsewhere: string): string => `${elsewhere}/v1/api/tag/x`;

/** Returns a row for a redirect with the token in its location. No request may follow the redirect. */
function redirect(status: string, to: (elsewhere: string) => string, ending: Expected) {
  const open = async (): Promise<TestServer> => {
    const elsewhere = await brokenServer((socket) => socket.end())();
    const headers = [`location: ${to(elsewhere.baseUrl)}${QUERY}`];
    const redirecting = await answeringText(goodBody, status, headers)();
    const arrived: TestServer['arrived'] = (name) =>
      redirecting.arrived(name) + elsewhere.arrived(name);
    return { ...redirecting, elsewhere: elsewhere.baseUrl, arrived };
  };
  const httpStatus = Number(status.slice(0, 3));
  const origin = to === samePath ? 'the same origin' : 'another origin';
  return row(`${httpStatus} to ${origin}`, ending, open, ({ elsewhere = '' }) => ({
    kind: 'redirect',
    httpStatus,
    location: to(elsewhere).replaceAll(SECRET, '***'),
  }));
}

describeFaults('unusual JSON', [
  {
    ...row(
      'nested deeply',
      UNCERTAIN_WRITE,
      answeringText(`{"res":${deep},"status":200}`),
      protocolProblem(/^res: /),
    ),
    create: { kind: 'unknown-id' },
  },
  row('nested deeply in an unused field', DONE, withMembers(`"more":${deep},`)),
  row(
    'a deep message',
    REFUSED,
    answeringText(`{"errorMessage":${deep}}`),
    failureProblem(200, TOO_DEEP),
  ),
  row('duplicate keys: the last one counts', DONE, withMembers('"res":0,"status":500,')),
  row(
    'duplicate keys: an error',
    REFUSED,
    withMembers('"errorCode":null,"errorCode":7,'),
    failsWithCode(7),
  ),
  row('`status` 500', UNCERTAIN_WRITE, answeringText(withStatus('500')), statusIs('500')),
  row('`status` 503', UNCERTAIN_WRITE, answeringText(withStatus('503')), statusIs('503')),
  row('`status` "200"', UNCERTAIN_WRITE, answeringText(withStatus('"200"')), statusIs('"200"')),
  row(
    'no `res`',
    UNCERTAIN_WRITE,
    answeringText('{"status":200}'),
    protocolProblem('the field "res" is missing in the response', '{"status":200}'),
  ),
]);

describeFaults('refusals', [
  row('`errorCode` 7 with HTTP 200', REFUSED, withMembers('"errorCode":7,'), failsWithCode(7)),
  row(
    '`errorCode` 401 with HTTP 200',
    REFUSED,
    withMembers('"errorCode":401,'),
    failsWithCode(401),
  ),
  row('`errorCode` 503 with HTTP 200', BUSY, withMembers('"errorCode":503,'), failsWithCode(503)),
  row(
    '`errorCode` 401 with HTTP 503',
    REFUSED,
    answeringFailure('503 No', 401),
    failureProblem(503, 'no', 401),
  ),
  row(
    'the token in the message',
    REFUSED,
    answeringText(leaky, '400 No'),
    failureProblem(400, 'bad ***'),
  ),
  row('401', REFUSED, answeringFailure('401 No'), failureProblem(401)),
  row('403', REFUSED, answeringFailure('403 No'), failureProblem(403)),
  row('404', REFUSED, answeringFailure('404 No'), failureProblem(404)),
  row('500', REFUSED, answeringFailure('500 No'), failureProblem(500)),
  row('502', BUSY, answeringFailure('502 No'), failureProblem(502)),
  row('503', BUSY, answeringFailure('503 No'), failureProblem(503)),
  row('504', BUSY, answeringFailure('504 No'), failureProblem(504)),
  row('429 without Retry-After', BUSY, answeringFailure('429 No'), failureProblem(429)),
  {
    ...row('429 with Retry-After: 7', BUSY, busyFor('7'), failureProblem(429)),
    waits: [7000, 7000, 7000],
  },
  row('429 with a Retry-After in the past', BUSY, busyFor(LONG_AGO), failureProblem(429)),
  row('429 with an invalid Retry-After', BUSY, busyFor('soon'), failureProblem(429)),
  // All tries of a call together take at most 60 s.
  row('429 with a Retry-After beyond the limit', REFUSED, busyFor('61'), failureProblem(429)),
]);

/** The bodies of these redirects would be successes. */
describeFaults('redirects', [
  redirect('301 Moved', otherOrigin, REFUSED),
  redirect('302 Found', samePath, REFUSED),
  redirect('302 Found', otherOrigin, REFUSED),
  redirect('303 See Other', samePath, UNCERTAIN_WRITE),
  redirect('307 Same', samePath, REFUSED),
  redirect('307 Same', otherOrigin, REFUSED),
  redirect('308 Same', otherOrigin, REFUSED),
  redirect('300 Choices', samePath, REFUSED),
  redirect('399 Unknown', otherOrigin, REFUSED),
]);
