import type { EndpointName } from '../../../src/base/endpoints.ts';
import { USER } from './client.ts';
import type { ExpectedProblem } from './faultCells.ts';
import { brokenServer, type Place } from './faultPlaces.ts';
import { httpAnswer } from './rawServer.ts';

export const JSON_TYPE = 'content-type: application/json';

/** Text, or a function that returns the text for each call. */
export type Text = string | ((name: EndpointName) => string);

function textOf(text: Text, name: EndpointName): string {
  return typeof text === 'string' ? text : text(name);
}

/** Returns a server with a complete answer of this body. */
export function answering(
  body: Text,
  status = '200 OK',
  headers: readonly string[] = [JSON_TYPE],
): () => Promise<Place> {
  return brokenServer((socket, name) => {
    socket.write(httpAnswer(textOf(body, name), { status, headers: [...headers] }));
  });
}

/** Returns a server with a good answer whose body is these bytes. */
export function sending(
  body: (name: EndpointName) => Uint8Array,
  headers: readonly string[] = [],
): () => Promise<Place> {
  return brokenServer((socket, name) => {
    const bytes = body(name);
    const fields = [JSON_TYPE, `content-length: ${bytes.length}`, ...headers];
    socket.write(`HTTP/1.1 200 OK\r\n${fields.join('\r\n')}\r\n\r\n`);
    socket.write(bytes);
  });
}

/** Returns the beginning of a text as an error shows it, without the requested user. */
function startOf(text: string): string {
  return text.slice(0, 200).replaceAll(USER.rawUid, '…');
}

/** Returns the problem of an answer that violates docs/service-interface.md. */
export function unexpectedAnswer(
  detail: string | RegExp,
  excerpt: Text | RegExp = '',
  change: ExpectedProblem = {},
) {
  return (_place: Place, name: EndpointName): ExpectedProblem => ({
    kind: 'protocol',
    httpStatus: 200,
    contentType: 'application/json',
    detail,
    excerpt: excerpt instanceof RegExp ? excerpt : startOf(textOf(excerpt, name)),
    ...change,
  });
}

/** Returns the problem that the service reported a failure. */
export function fails(
  httpStatus: number,
  errorMessage = 'no',
  errorCode?: number,
): ExpectedProblem {
  return { kind: 'failure', httpStatus, errorMessage, errorCode };
}
