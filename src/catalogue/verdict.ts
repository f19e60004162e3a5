import { problemText, ServiceError } from '../base/errors.ts';
import { cutEnd, oneLine } from '../base/text.ts';
import { withoutId } from '../base/withoutUser.ts';
import type { Operation, PauseReason } from '../base/operation.ts';

/**
 * How a run takes a failure.
 * - `pause`: nothing was carried out, and nothing else would be.
 * - `busy`: answered 429: not carried out, to be sent again later.
 * - `not-sent`: no connection was made.
 * - `lost`: no answer that says what became of it. Of a write, it may be carried out, or still be on its way.
 * - `gone`: refused, as something is not there.
 * - `refused`: by the service, or by us before it was sent.
 */
export type Verdict =
  | { readonly kind: 'pause'; readonly reason: PauseReason }
  | { readonly kind: 'busy' | 'not-sent' | 'lost' | 'gone' | 'refused' };

const BUSY = 429;
/** Who answers so stands before the service, which may carry it out all the same. */
const GATEWAY = [502, 503, 504];

const LONGEST_WORDS = 300;

export function verdictOf(error: ServiceError): Verdict {
  const { problem, outcome } = error;
  if (ServiceError.isUnauthorized(error) || isAboutToken(error)) return pause('unauthorized');
  if (problem.kind === 'read-only') return pause('read-only');
  const codes = codesOf(error);
  if (codes.includes(BUSY)) return { kind: 'busy' };
  if (codes.some((code) => GATEWAY.includes(code))) {
    return { kind: outcome === 'not-sent' ? 'not-sent' : 'lost' };
  }
  if (problem.kind === 'bad-input' && problem.field === 'baseUrl') return pause('unreachable');
  if (outcome === 'unknown') return { kind: 'lost' };
  if (ServiceError.isUnreachable(error)) {
    return { kind: outcome === 'not-sent' ? 'not-sent' : 'lost' };
  }
  return { kind: ServiceError.isGone(error) ? 'gone' : 'refused' };
}

/** What 20 of them in a row say of the service. */
export function troubleOf(error: ServiceError): PauseReason {
  const isAway = ServiceError.isUnreachable(error) || codesOf(error).some(isGateway);
  return isAway ? 'unreachable' : 'failing';
}

/** The service's words, or ours, on one line; cut, and free of the ID of the operation's user, if it has one. */
export function wordsOf(error: ServiceError, operation?: Operation): string {
  const { problem } = error;
  const said = problem.kind === 'failure' ? problem.errorMessage : undefined;
  const text = said === undefined || said.trim() === '' ? problemText(problem) : said;
  const user = operation?.kind === 'delete' ? undefined : operation?.user;
  const ids = [user?.rawUid, user?.uid];
  let words = text;
  for (const id of ids) if (id !== undefined && id !== '') words = withoutId(words, id);
  return cutEnd(oneLine(words), LONGEST_WORDS);
}

function pause(reason: PauseReason): Verdict {
  return { kind: 'pause', reason };
}

function isAboutToken({ problem }: ServiceError): boolean {
  return (
    problem.kind === 'token-missing' || (problem.kind === 'bad-input' && problem.field === 'token')
  );
}

function isGateway(code: number): boolean {
  return GATEWAY.includes(code);
}

/** Of the answer, as HTTP status and as `errorCode`. */
function codesOf({ problem }: ServiceError): readonly number[] {
  if (problem.kind === 'failure') return [problem.httpStatus, Number(problem.errorCode)];
  return problem.kind === 'protocol' ? [problem.httpStatus] : [];
}
