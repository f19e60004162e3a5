import { ServiceError, type ServiceProblem } from './errors.ts';
import type { UserRef } from './model.ts';
import { withoutId } from './withoutId.ts';

/** The same, about a user whom no text of it names: what the service says may repeat the call. Their subject stays. */
export function withoutUser(error: ServiceError, { rawUid = '', uid = '' }: UserRef): ServiceError {
  const { endpoint, outcome, bot, subject, retryAfterMs } = error;
  const problem = withoutIds(error.problem, [rawUid, uid]);
  const clean = new ServiceError(endpoint, problem, outcome);
  return Object.assign(clean, { bot, subject, retryAfterMs });
}

/** In what came from outside; our own words have no ID of anybody. */
function withoutIds(problem: ServiceProblem, ids: readonly string[]): ServiceProblem {
  const clean = (text: string): string =>
    ids.reduce((left, id) => (id === '' ? left : withoutId(left, id)), text);
  switch (problem.kind) {
    case 'failure': {
      const { errorMessage, errorCode } = problem;
      return {
        ...problem,
        errorMessage: errorMessage && clean(errorMessage),
        errorCode: typeof errorCode === 'string' ? clean(errorCode) : errorCode,
      };
    }
    case 'protocol': {
      const { contentType, detail, excerpt } = problem;
      const texts = { contentType: clean(contentType), detail: clean(detail) };
      return { ...problem, ...texts, excerpt: clean(excerpt) };
    }
    case 'redirect':
      return { ...problem, location: clean(problem.location) };
    default:
      return problem;
  }
}
