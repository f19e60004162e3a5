import { oddJson, hostileText } from './spoiledData.ts';
import type { Switches } from './switches.ts';

/** Error that a handler throws to respond with a failure body (docs/service-interface.md, section 7). */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** Error code in the body. Also the HTTP status, unless a switch changes it. */
  readonly code: number;
  /** Value of the header Retry-After, in seconds. */
  readonly retryAfter: number | undefined;

  constructor(code: number, message: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export interface SandboxAnswer {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly body: string;
  /** Header Retry-After, in seconds. */
  readonly retryAfter?: number | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const htmlPage = (title: string): string =>
  `<!doctype html>\n<html><body><h1>${title}</h1></body></html>\n`;

/** Response of a gateway that got no response from the service behind the gateway. */
export const GATEWAY_ANSWER: SandboxAnswer = {
  httpStatus: 502,
  contentType: 'text/html',
  body: htmlPage('502 Bad Gateway'),
};

/** Creates the response of a success, which has `res` and `status` (docs/service-interface.md, section 1). */
export function successAnswer(res: unknown, jsonStyle: Switches['numberSpelling']): SandboxAnswer {
  const value = { res, status: 200 };
  const body = jsonStyle === 'odd' ? oddJson(value) : JSON.stringify(value);
  return { httpStatus: 200, contentType: JSON_TYPE, body };
}

/** Creates a failure response (docs/service-interface.md, section 7). Errors other than `Failure` get code 500. */
export function failureAnswer(error: unknown, switches: Switches): SandboxAnswer {
  const failure = error instanceof Failure ? error : new Failure(500, String(error));
  // The switch can make the message hostile: with links, control characters, or very long.
  const message = hostileText(failure.message, switches.outsideText, 'message');
  if (failure.code === 401) return unauthorizedAnswer(message, switches);
  const httpStatus = switches.failureStatus === 'ok' ? 200 : failure.code;
  const { retryAfter } = failure;
  return { ...jsonFailure(httpStatus, failure.code, message), retryAfter };
}

function unauthorizedAnswer(message: string, switches: Switches): SandboxAnswer {
  switch (switches.unauthorized) {
    case 'http-401':
      return jsonFailure(401, 401, message);
    case 'ok-401':
      return jsonFailure(200, 401, message);
    case 'http-403':
      return jsonFailure(403, 403, message);
    case 'html':
      return {
        httpStatus: 401,
        contentType: 'text/html',
        body: htmlPage('401 Authorization Required'),
      };
  }
}

function jsonFailure(httpStatus: number, errorCode: number, errorMessage: string): SandboxAnswer {
  const body = JSON.stringify({ errorMessage, errorCode });
  return { httpStatus, contentType: JSON_TYPE, body };
}
