import type { EndpointName } from '../../../src/base/endpoints.ts';
import { USER } from './client.ts';
import type { ExpectedProblem } from './faultCells.ts';
import { brokenServer, type TestServer } from './faultServers.ts';
import { httpAnswer } from './rawServer.ts';

export const JSON_TYPE = 'content-type: application/json';

/** Text, or a function that returns the text for each call. */
export type Text = string | ((name: EndpointName) => string);

function textOf(text: Text, name: EndpointName): string {
  return typeof text === 'string' ? text : text(name);
}

/** Returns a function that opens a server, which sends a complete answer with this body. */
export function answeringText(
  body: Text,
  status = '200 OK',
  headers: readonly string[] = [JSON_TYPE],
): () => Promise<TestServer> {
  return brokenServer((socket, name) => {
    socket.write(httpAnswer(textOf(body, name), { status, headers: [...headers] }));
  });
}

/** Returns a function that opens a server, which sends a successful answer with these bytes as the body. */
export function answeringBytes(
  body: (name: EndpointName) => Uint8Array,
  headers: readonly string[] = [],
): () => Promise<TestServer> {
  return brokenServer((socket, name) => {
    const bytes = body(name);
    const fields = [JSON_TYPE, `content-length: ${bytes.length}`, ...headers];
    socket.write(`HTTP/1.1 200 OK\r\n${fields.join('\r\n')}\r\n\r\n`);
    socket.write(bytes);
  });
}

/** Returns the first 200 characters of a text as an error shows them, with the requested user replaced by "…". */
function startOf(text: string): string {
  return text.slice(0, 200).replaceAll(USER.rawUid, '…');
}

/** Returns the expected problem of an answer that violates docs/service-interface.md. */
export function protocolProblem(
  detail: string | RegExp,
  excerpt: Text | RegExp = '',
  overrides: ExpectedProblem = {},
) {
  return (_server: TestServer, name: EndpointName): ExpectedProblem => ({
    kind: 'protocol',
    httpStatus: 200,
    contentType: 'application/json',
    detail,
    excerpt: excerpt instanceof RegExp ? excerpt : startOf(textOf(excerpt, name)),
    ...overrides,
  });
}

/** Returns the expected problem of an answer in which the service reports a failure. */
export function failureProblem(
  httpStatus: number,
  errorMessage = 'no',
  errorCode?: number,
): ExpectedProblem {
  return { kind: 'failure', httpStatus, errorMessage, errorCode };
}
