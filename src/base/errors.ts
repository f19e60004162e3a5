import type { EndpointName } from './endpoints.ts';
import type { UserRef } from './model.ts';
import { cutEnd, oneLine } from './safeText.ts';

/** `unknown`: a write that may have been carried out, which only the service can confirm. A read is never `unknown`. */
export type Outcome = 'not-sent' | 'refused' | 'unknown';

/**
 * Texts from outside never contain the token. They may contain any other character, so the code that displays them must
 * escape them.
 */
export type ServiceProblem =
  | {
      readonly kind: 'bad-input';
      readonly field: InputField;
      readonly detail: string;
      /** Whether an ID contains a lone surrogate, which no request can carry. No item has such an ID. */
      readonly isIllFormed?: boolean;
    }
  | {
      readonly kind: 'token-missing';
      /** Why the token cannot be read: VS Code's secret storage failed. Absent: there is no token. */
      readonly detail?: string;
    }
  | { readonly kind: 'read-only'; readonly label: string }
  /** The ID is in the list of another bot of the same service, which is read-only or in production. */
  | {
      readonly kind: 'guarded-elsewhere';
      readonly id: string;
      readonly label: string;
      readonly guard: 'read-only' | 'production';
    }
  /** The service says that the item belongs to another bot. */
  | { readonly kind: 'other-bot'; readonly id: string; readonly botId: string }
  /** The item has another type in the service than the confirmation before the write showed. */
  | { readonly kind: 'other-type'; readonly id: string; readonly type: number }
  /** The write was not sent, because it could not be written to the Journal. */
  | {
      readonly kind: 'not-recorded';
      readonly detail: string;
      /** Kind of storage failure. Absent: the failure has another cause. */
      readonly trouble?: StorageTrouble;
    }
  | {
      readonly kind: 'failure';
      readonly httpStatus: number;
      readonly errorMessage: string | undefined;
      readonly errorCode: number | string | undefined;
    }
  | {
      readonly kind: 'protocol';
      readonly httpStatus: number;
      readonly contentType: string;
      readonly detail: string;
      /** Beginning of an unexpected body. Only for the user, never for a log or a caller of the API. */
      readonly excerpt: string;
    }
  /** The item may have been created, but the response contains no readable ID. */
  | { readonly kind: 'unknown-id' }
  | { readonly kind: 'redirect'; readonly httpStatus: number; readonly location: string }
  | {
      readonly kind: 'connect';
      readonly detail: string;
      /** Whether a retry is useless, because a setting or a certificate has to change. */
      readonly isLasting?: boolean;
    }
  | { readonly kind: 'circuit-open'; readonly retryInMs: number }
  | { readonly kind: 'lost'; readonly detail: string }
  | { readonly kind: 'timeout'; readonly limitMs: number }
  | { readonly kind: 'too-large'; readonly limitBytes: number }
  | { readonly kind: 'paging-loop' }
  | { readonly kind: 'too-many-empty-pages'; readonly pages: number };

/** Problem, found in the catalogue, because of which a write is not sent. */
export type WriteRefusal = Extract<ServiceProblem, { kind: 'read-only' | 'guarded-elsewhere' }>;

export type InputField =
  | 'user'
  | 'channel'
  | 'pageId'
  | 'limit'
  | 'from'
  | 'tagId'
  | 'name'
  | 'botId'
  | 'baseUrl'
  | 'token';

/** Subject of a write, needed to check with the service whether the write was carried out. */
export type WriteSubject =
  | { readonly kind: 'item'; readonly id: string }
  | { readonly kind: 'tagging'; readonly tagId: string; readonly user: UserRef };

/** The only error that a call to the service throws, besides the caller's own abort reason. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly endpoint: EndpointName;
  readonly problem: ServiceProblem;
  readonly outcome: Outcome;
  /** Key of the bot that made the call. */
  bot: string | undefined;
  /** Set if the outcome is `unknown` and can be checked with the service. */
  subject: WriteSubject | undefined;
  /** Delay that the service requested before a retry, in ms from its response. May be `Infinity`. */
  retryAfterMs: number | undefined;

  constructor(endpoint: EndpointName, problem: ServiceProblem, outcome: Outcome) {
    const bounded = boundedProblem(problem);
    const text = `${problemText(bounded)}${outcomeText(problem, outcome)}`;
    super(oneLine(`${endpoint}: ${text}`));
    this.endpoint = endpoint;
    this.problem = bounded;
    this.outcome = outcome;
  }

  /** Returns the error without the excerpt, for logs. The excerpt may contain names and phone numbers. */
  static withoutExcerpt(error: ServiceError): ServiceError {
    if (error.problem.kind !== 'protocol' || error.problem.excerpt === '') return error;
    const { endpoint, problem, outcome, bot, subject, retryAfterMs, stack } = error;
    const cleanError = new ServiceError(endpoint, { ...problem, excerpt: '' }, outcome);
    return Object.assign(cleanError, { bot, subject, retryAfterMs, stack });
  }

  /** Returns whether the service reported 404 in a failure body. A 404 page of a proxy does not count. */
  static isGone(error: unknown): boolean {
    if (!(error instanceof ServiceError) || error.problem.kind !== 'failure') return false;
    return error.problem.httpStatus === 404 || Number(error.problem.errorCode) === 404;
  }

  static isUnauthorized(error: unknown): boolean {
    return ServiceError.unauthorizedCode(error) !== undefined;
  }

  /** Returns the 401 or 403 with which the token was refused, as HTTP status or as `errorCode`. */
  static unauthorizedCode(error: unknown): number | undefined {
    if (!(error instanceof ServiceError)) return undefined;
    const { problem } = error;
    if (problem.kind !== 'failure' && problem.kind !== 'protocol') return undefined;
    const codes = [problem.httpStatus, problem.kind === 'failure' ? Number(problem.errorCode) : 0];
    return codes.find((code) => code === 401 || code === 403);
  }

  static isReadOnly(error: unknown): error is ServiceError {
    return error instanceof ServiceError && error.problem.kind === 'read-only';
  }

  /** Returns whether the catalogue forbids the write: see `WriteRefusal`. */
  static isWriteRefused(error: unknown): boolean {
    if (!(error instanceof ServiceError)) return false;
    return ['read-only', 'guarded-elsewhere'].includes(error.problem.kind);
  }

  /** Returns whether the item at the service has another bot or type than the write expected: see `requireItem`. */
  static isMismatch(error: unknown): boolean {
    return (
      error instanceof ServiceError && ['other-bot', 'other-type'].includes(error.problem.kind)
    );
  }

  static isUnreachable(error: unknown): boolean {
    return (
      error instanceof ServiceError &&
      ['connect', 'circuit-open', 'lost', 'timeout'].includes(error.problem.kind)
    );
  }
}

/** Error for the user. Its translated message says what is wrong and what to do next. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** `UserError` for a case in which nothing is wrong: the command has nothing to work on. */
export class NoticeError extends UserError {
  readonly isNotice = true;
}

// `is` of the following errors checks the name, not the class: `extension.cjs` and `store.cjs` throw them, and have their
// own copy of the classes.

/** The database is locked by another window or program. A retry a moment later may succeed. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  constructor(cause?: unknown) {
    super('the list of bots and tags is locked by another window or program', { cause });
  }

  static is(error: unknown): error is BusyError {
    return error instanceof Error && error.name === 'BusyError';
  }
}

/** `failed`: any other error of the disk or the system. */
export type StorageTrouble = 'full' | 'read-only' | 'failed';

/** A change could not be stored on this machine. The stored data is unchanged. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly trouble: StorageTrouble;
  readonly detail: string;

  constructor(trouble: StorageTrouble, cause: Error) {
    super(`the change could not be kept on this machine: ${cause.message}`, { cause });
    this.trouble = trouble;
    this.detail = cause.message;
  }

  static is(error: unknown): error is StorageError {
    return error instanceof Error && error.name === 'StorageError' && 'trouble' in error;
  }
}

/** VS Code's secret storage failed, for example without a keyring or with a locked one. The error contains no token. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError';
  readonly step: 'read' | 'save' | 'delete';
  readonly detail: string;

  constructor(step: 'read' | 'save' | 'delete', cause: unknown) {
    const detail = messageOf(cause);
    super(`VS Code's secret storage could not ${step} a token: ${detail}`, { cause });
    this.step = step;
    this.detail = detail;
  }

  static is(error: unknown): error is SecretsError {
    return error instanceof Error && error.name === 'SecretsError' && 'step' in error;
  }
}

/** The run belongs to another window now, or is no longer in the Journal. This window must not send its requests. */
export class RunTaken extends Error {
  override readonly name = 'RunTaken';

  constructor() {
    super('another window runs it, or it is no longer in the Journal');
  }

  static is(error: unknown): error is RunTaken {
    return error instanceof Error && error.name === 'RunTaken';
  }
}

/** The part of VS Code's `CancellationToken` that commands read. */
export interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): { dispose(): void };
}

/** The user canceled. Never shown. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';

  static is(error: unknown): boolean {
    if (!(error instanceof Error)) return false;
    return ['Cancelled', 'Canceled', 'AbortError'].includes(error.name);
  }
}

/** Maximum lengths in characters. The service may put a stack trace or a whole page into a field. */
const MAX_LENGTHS: Readonly<Record<string, number>> = {
  errorCode: 50,
  contentType: 100,
  excerpt: 200,
};
const DEFAULT_MAX_LENGTH = 300;

function boundedProblem(problem: ServiceProblem): ServiceProblem {
  const fields = Object.entries(problem).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? cutEnd(value, MAX_LENGTHS[name] ?? DEFAULT_MAX_LENGTH) : value,
  ]);
  return Object.fromEntries(fields) as ServiceProblem;
}

/** Returns the problem in English, for the log and callers of the API. The UI shows `describeError` instead. */
export function problemText(problem: ServiceProblem): string {
  switch (problem.kind) {
    case 'bad-input':
      return `${problem.field}: ${problem.detail}`;
    case 'token-missing':
      return problem.detail === undefined
        ? 'the bot has no token; enter one first'
        : `the token cannot be read from VS Code's secret storage: ${problem.detail}`;
    case 'read-only':
      return `"${problem.label}" is read-only, so nothing was sent. To allow changes, use "Bot Settings…" on the bot.`;
    case 'guarded-elsewhere':
      return `${problem.id} is in the list of "${problem.label}", which is ${problem.guard === 'production' ? 'in production' : 'read-only'}, so nothing was sent. Make the change from that bot.`;
    case 'other-bot':
      return `${problem.id} belongs to another bot (${problem.botId}), so nothing was sent. Make the change from that bot.`;
    case 'other-type':
      return `the service says that ${problem.id} has the type ${problem.type}, so nothing was sent. Look at it in the tree first.`;
    case 'not-recorded':
      return `the change could not be written to the Journal, so nothing was sent: ${problem.detail}`;
    case 'failure':
      return failureText(problem);
    case 'protocol':
      return `unexpected response (${problem.detail}, HTTP ${problem.httpStatus}, ${problem.contentType || 'no content type'})`;
    case 'unknown-id':
      return 'the item may have been created, but its ID could not be read from the response';
    case 'redirect':
      return `the service redirects to ${problem.location} (HTTP ${problem.httpStatus}); the token was not sent there`;
    case 'connect':
      return `no connection: ${problem.detail}`;
    case 'circuit-open':
      return `the service could not be reached several times; nothing is sent for ${problem.retryInMs} ms`;
    case 'lost':
      return `the connection was lost: ${problem.detail}`;
    case 'timeout':
      return `no complete response within ${problem.limitMs} ms`;
    case 'too-large':
      return `the response is larger than ${problem.limitBytes} bytes`;
    case 'paging-loop':
      return 'the service returned a paging key that it had returned before';
    case 'too-many-empty-pages':
      return `the service returned ${problem.pages} empty pages in a row`;
  }
}

/** Warns callers that see only the message. The text of `unknown-id` already contains the warning. */
function outcomeText({ kind }: ServiceProblem, outcome: Outcome): string {
  if (outcome !== 'unknown' || kind === 'unknown-id') return '';
  return '; the request may have been carried out: check with the service before you send it again';
}

function failureText(problem: Extract<ServiceProblem, { kind: 'failure' }>): string {
  const code = problem.errorCode === undefined ? '' : ` (errorCode ${problem.errorCode})`;
  return `${problem.errorMessage ?? 'the service reported an error'}${code}`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the code of a system error, such as `ENOENT`, or `''` for any other value. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
