import { problemText, ServiceError } from '../base/errors.ts';
import { cutEnd, oneLine } from '../base/safeText.ts';
import { withoutId } from '../base/withoutUser.ts';
import type { Operation, PauseReason } from '../base/operation.ts';

/**
 * Result of a failed operation of a run.
 * - `pause`: the operation was not carried out, and further operations would fail for the same reason.
 * - `busy`: the service answered 429; the operation was not carried out and is to be sent again later.
 * - `not-sent`: no connection was made.
 * - `lost`: the result is unknown. A write may have been carried out, or may still be carried out.
 * - `gone`: refused by the service because an item or a user does not exist.
 * - `refused`: refused by the service for another reason, or by the client before the request was sent.
 */
type FailureResult =
  | { readonly kind: 'pause'; readonly reason: PauseReason }
  | { readonly kind: 'busy' | 'not-sent' | 'lost' | 'gone' | 'refused' };

const TOO_MANY_REQUESTS = 429;
/** Status codes of a gateway in front of the service. The service may carry out the request nevertheless. */
const GATEWAY_CODES = [502, 503, 504];

const MAX_TEXT_LENGTH = 300;

/** Returns the result of a failed operation. The order of the checks matters, because several may apply to an error. */
export function failureResultOf(error: ServiceError): FailureResult {
  const { problem, outcome } = error;
  if (ServiceError.isUnauthorized(error) || isAboutToken(error)) return pauseResult('unauthorized');
  if (problem.kind === 'read-only') return pauseResult('read-only');
  if (codesOf(error).includes(TOO_MANY_REQUESTS)) return { kind: 'busy' };
  if (problem.kind === 'bad-input' && problem.field === 'baseUrl')
    return pauseResult('unreachable');
  if (outcome === 'unknown') return { kind: 'lost' };
  if (cannotReach(error)) {
    return { kind: outcome === 'not-sent' ? 'not-sent' : 'lost' };
  }
  return { kind: ServiceError.isGone(error) ? 'gone' : 'refused' };
}

/** Returns the reason to show if a run pauses after 20 failures in a row, of which `error` is the last. */
export function pauseReasonOf(error: ServiceError): PauseReason {
  return cannotReach(error) ? 'unreachable' : 'failing';
}

function cannotReach(error: ServiceError): boolean {
  return (
    ServiceError.isUnreachable(error) || codesOf(error).some((code) => GATEWAY_CODES.includes(code))
  );
}

/** Returns the error text of the service, or else of the extension, on one line and without the ID of the user. */
export function errorTextOf(error: ServiceError, operation?: Operation): string {
  const { problem } = error;
  const serviceText = problem.kind === 'failure' ? problem.errorMessage : undefined;
  const text =
    serviceText === undefined || serviceText.trim() === '' ? problemText(problem) : serviceText;
  const user = operation?.kind === 'delete' ? undefined : operation?.user;
  let redacted = text;
  for (const id of [user?.rawUid, user?.uid]) if (id) redacted = withoutId(redacted, id);
  return cutEnd(oneLine(redacted), MAX_TEXT_LENGTH);
}

function pauseResult(reason: PauseReason): FailureResult {
  return { kind: 'pause', reason };
}

function isAboutToken({ problem }: ServiceError): boolean {
  return (
    problem.kind === 'token-missing' || (problem.kind === 'bad-input' && problem.field === 'token')
  );
}

/** Returns the codes of the response: its HTTP status, and its `errorCode` if it has one. */
function codesOf({ problem }: ServiceError): readonly number[] {
  if (problem.kind === 'failure') return [problem.httpStatus, Number(problem.errorCode)];
  return problem.kind === 'protocol' ? [problem.httpStatus] : [];
}
