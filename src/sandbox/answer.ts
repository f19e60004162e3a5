import { Failure } from './failure.ts';
import { oddJson, outsideText } from './spoiledData.ts';
import type { Switches } from './switches.ts';

export interface SandboxAnswer {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly body: string;
  /** Header Retry-After, in seconds. */
  readonly retryAfter?: number | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const page = (title: string): string =>
  `<!doctype html>\n<html><body><h1>${title}</h1></body></html>\n`;

/** Response of a gateway in front of the service that got no response from it. */
export const GATEWAY_ANSWER: SandboxAnswer = {
  httpStatus: 502,
  contentType: 'text/html',
  body: page('502 Bad Gateway'),
};

/** Contract, section 1: a success carries `res` and `status`. */
export function successAnswer(res: unknown, spelling: Switches['numberSpelling']): SandboxAnswer {
  const value = { res, status: 200 };
  const body = spelling === 'odd' ? oddJson(value) : JSON.stringify(value);
  return { httpStatus: 200, contentType: JSON_TYPE, body };
}

/** Contract, section 7. Any error other than a `Failure` becomes a 500 with its message. */
export function failureAnswer(error: unknown, switches: Switches): SandboxAnswer {
  const failure = error instanceof Failure ? error : new Failure(500, String(error));
  const message = outsideText(failure.message, switches.outsideText, false);
  if (failure.kind === 'unauthorized') return unauthorizedAnswer(message, switches);
  const httpStatus = switches.failureStatus === 'ok' ? 200 : failure.code;
  const { retryAfter } = failure;
  return { ...failureBody(httpStatus, failure.code, message), retryAfter };
}

function unauthorizedAnswer(message: string, switches: Switches): SandboxAnswer {
  switch (switches.unauthorized) {
    case 'http-401':
      return failureBody(401, 401, message);
    case 'ok-401':
      return failureBody(200, 401, message);
    case 'http-403':
      return failureBody(403, 403, message);
    case 'html':
      return {
        httpStatus: 401,
        contentType: 'text/html',
        body: page('401 Authorization Required'),
      };
  }
}

function failureBody(httpStatus: number, errorCode: number, errorMessage: string): SandboxAnswer {
  const body = JSON.stringify({ errorMessage, errorCode });
  return { httpStatus, contentType: JSON_TYPE, body };
}
