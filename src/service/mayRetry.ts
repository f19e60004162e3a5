import { endpoints } from '../base/endpoints.ts';
import { ServiceError } from '../base/errors.ts';

const BUSY = new Set([429, 502, 503, 504]);

/**
 * Whether sending it again can do no harm and may help. A write is sent again only when it never left: a
 * second create makes a second item, and the answer to a second delete or detach is another one.
 */
export function mayRetry(error: ServiceError): boolean {
  const { problem, endpoint } = error;
  if (problem.kind === 'connect' && problem.isLasting === true) return false;
  const isConnecting = problem.kind === 'connect' || problem.kind === 'timeout';
  if (isConnecting && error.outcome === 'not-sent') return true;
  if (!endpoints[endpoint].isRead || ServiceError.isUnauthorized(error)) return false;
  switch (problem.kind) {
    case 'lost':
    case 'timeout':
      return true;
    case 'failure':
      return BUSY.has(problem.httpStatus) || BUSY.has(Number(problem.errorCode));
    case 'protocol':
      return BUSY.has(problem.httpStatus);
    default:
      return false;
  }
}
