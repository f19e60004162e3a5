import { ServiceError, type ServiceProblem } from './errors.ts';
import type { UserRef } from './model.ts';

const HIDDEN = '…';
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;
/** Shorter ones may be a part of any word. */
const OWN_WORD = 6;
/** A shorter beginning tells of nobody. */
const TELLING = 4;

/** A text without the ID of a user, in each of the spellings that a message may have it in, and where it was cut within it. */
export function withoutId(text: string, id: string): string {
  const spellings = new Set([id, encoded(id), JSON.stringify(id).slice(1, -1)]);
  let clean = text;
  for (const spelling of spellings) {
    const escaped = spelling.replaceAll(SYNTAX, String.raw`\$&`);
    const pattern =
      id.length < OWN_WORD ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped;
    clean = clean.replaceAll(new RegExp(pattern, 'giu'), HIDDEN);
    for (let length = Math.min(spelling.length, clean.length) - 1; length >= TELLING; length--) {
      const start = spelling.slice(0, length) + HIDDEN;
      if (clean.endsWith(start)) clean = clean.slice(0, -start.length) + HIDDEN;
    }
  }
  return clean;
}

function encoded(id: string): string {
  return encodeURIComponent(id.toWellFormed());
}

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
