import { ServiceError, type ServiceProblem } from './errors.ts';
import type { UserRef } from './model.ts';
import { escapedRegex } from './text.ts';

const ELLIPSIS = '…';
/** Minimum length of an ID that is replaced within words. A shorter ID may be a part of any word. */
const MIN_LENGTH_WITHIN_WORD = 6;
/** Minimum length of a truncated ID. A shorter beginning does not identify a user. */
const MIN_TRUNCATED_LENGTH = 4;

/** Removes the ID in every encoding that a message may contain, even an ID that was cut off at the end of the text. */
export function withoutId(text: string, id: string): string {
  const spellings = new Set([id, encoded(id), JSON.stringify(id).slice(1, -1)]);
  let clean = text;
  for (const spelling of spellings) {
    const escaped = escapedRegex(spelling);
    const pattern =
      id.length < MIN_LENGTH_WITHIN_WORD
        ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`
        : escaped;
    clean = clean.replaceAll(new RegExp(pattern, 'giu'), ELLIPSIS);
    // The longest truncated ID is tried first.
    for (
      let length = Math.min(spelling.length, clean.length) - 1;
      length >= MIN_TRUNCATED_LENGTH;
      length--
    ) {
      const truncatedId = spelling.slice(0, length) + ELLIPSIS;
      if (clean.endsWith(truncatedId)) clean = clean.slice(0, -truncatedId.length) + ELLIPSIS;
    }
  }
  return clean;
}

function encoded(id: string): string {
  return encodeURIComponent(id.toWellFormed());
}

/** Removes the user's IDs from the texts of an error, which may repeat the request. `subject` still has the user. */
export function withoutUser(error: ServiceError, { rawUid = '', uid = '' }: UserRef): ServiceError {
  const { endpoint, outcome, bot, subject, retryAfterMs } = error;
  const problem = withoutIds(error.problem, [rawUid, uid]);
  const cleanError = new ServiceError(endpoint, problem, outcome);
  return Object.assign(cleanError, { bot, subject, retryAfterMs });
}

/** Removes IDs from the texts of the service. The extension's own texts contain no ID. */
function withoutIds(problem: ServiceProblem, ids: readonly string[]): ServiceProblem {
  const clean = (text: string): string =>
    ids.reduce((result, id) => (id === '' ? result : withoutId(result, id)), text);
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
