import type { EndpointName } from './endpoints.ts';
import type { UserRef } from './model.ts';
import { cutEnd, oneLine } from './text.ts';

/**
 * What became of the request: it never left (`not-sent`), the service did not carry it out (`refused`), or it may have
 * been carried out, and only the service can tell (`unknown`). A read is never `unknown`: nothing hangs on it.
 */
export type Outcome = 'not-sent' | 'refused' | 'unknown';

/**
 * Everything that can go wrong with a call. Texts that came from outside are free of the token and, in an error, no
 * longer than `LONGEST` says; they may hold anything else, and are made plain by whoever shows them.
 */
export type ServiceProblem =
  | {
      readonly kind: 'bad-input';
      readonly field: InputField;
      readonly detail: string;
      /** An ID has half of a character, which no request can carry: there is no such ID. */
      readonly isIllFormed?: boolean;
    }
  | {
      readonly kind: 'token-missing';
      /** Why it cannot be read: VS Code's secret storage failed. Absent: there is none. */
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
  /** The service gives the item another type than the question before the write did. */
  | { readonly kind: 'other-type'; readonly id: string; readonly type: number }
  /** It could not be written into the Journal. */
  | {
      readonly kind: 'not-recorded';
      readonly detail: string;
      /** Absent: it is something else. */
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
      /** How a body begins that is not what the contract says: for the person only, never for a log or a caller. */
      readonly excerpt: string;
    }
  | { readonly kind: 'unknown-id' }
  | { readonly kind: 'redirect'; readonly httpStatus: number; readonly location: string }
  | {
      readonly kind: 'connect';
      readonly detail: string;
      /** Trying again is of no use: a setting or a certificate has to change. */
      readonly isLasting?: boolean;
    }
  | { readonly kind: 'circuit-open'; readonly retryInMs: number }
  | { readonly kind: 'lost'; readonly detail: string }
  | { readonly kind: 'timeout'; readonly limitMs: number }
  | { readonly kind: 'too-large'; readonly limitBytes: number }
  | { readonly kind: 'paging-loop' }
  | { readonly kind: 'too-many-empty-pages'; readonly pages: number };

/** Why a write may not be sent, as far as the catalogue knows. */
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

/** What a write was about, for asking the service what became of it. */
export type WriteSubject =
  | { readonly kind: 'item'; readonly id: string }
  | { readonly kind: 'tagging'; readonly tagId: string; readonly user: UserRef };

/**
 * The only error that a call to the service throws, besides the caller's own abort reason. Its message says in words
 * when a write may have been carried out, for callers that see nothing else of it.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly endpoint: EndpointName;
  readonly problem: ServiceProblem;
  readonly outcome: Outcome;
  /** The key of the bot whose call it was. */
  bot: string | undefined;
  /** Set when the outcome is `unknown` and can be asked for. */
  subject: WriteSubject | undefined;
  /** When the service says to come back, ms from when it said so; may be `Infinity`. */
  retryAfterMs: number | undefined;

  constructor(endpoint: EndpointName, problem: ServiceProblem, outcome: Outcome) {
    const bounded = boundedProblem(problem);
    const text = `${problemText(bounded)}${outcomeText(problem, outcome)}`;
    super(oneLine(`${endpoint}: ${text}`));
    this.endpoint = endpoint;
    this.problem = bounded;
    this.outcome = outcome;
  }

  /** By shape and not by class: each bundle carries its own copy of this class. */
  static is(error: unknown): error is ServiceError {
    return error instanceof Error && error.name === 'ServiceError' && 'problem' in error;
  }

  /** The same for whoever may log it: a body that is cut or a proxy's page may hold names and phone numbers. */
  static withoutExcerpt(error: ServiceError): ServiceError {
    if (error.problem.kind !== 'protocol' || error.problem.excerpt === '') return error;
    const { endpoint, problem, outcome, bot, subject, retryAfterMs, stack } = error;
    const clean = new ServiceError(endpoint, { ...problem, excerpt: '' }, outcome);
    return Object.assign(clean, { bot, subject, retryAfterMs, stack });
  }

  /** The service said that the item is not there, as a failure body and not as some proxy's page. */
  static isGone(error: unknown): boolean {
    if (!ServiceError.is(error) || error.problem.kind !== 'failure') return false;
    return error.problem.httpStatus === 404 || Number(error.problem.errorCode) === 404;
  }

  /** The token was refused (as HTTP status or as `errorCode`). */
  static isUnauthorized(error: unknown): boolean {
    return ServiceError.unauthorizedCode(error) !== undefined;
  }

  /** Returns the 401 or 403 with which the token was refused, as HTTP status or as `errorCode`. */
  static unauthorizedCode(error: unknown): number | undefined {
    if (!ServiceError.is(error)) return undefined;
    const { problem } = error;
    if (problem.kind !== 'failure' && problem.kind !== 'protocol') return undefined;
    const codes = [problem.httpStatus, problem.kind === 'failure' ? Number(problem.errorCode) : 0];
    return codes.find((code) => code === 401 || code === 403);
  }

  /** The bot is read-only, so that a write did not leave. */
  static isReadOnly(error: unknown): error is ServiceError {
    return ServiceError.is(error) && error.problem.kind === 'read-only';
  }

  /** The catalogue does not let the write leave: see `WriteRefusal`. */
  static isForbidden(error: unknown): boolean {
    if (!ServiceError.is(error)) return false;
    return ['read-only', 'guarded-elsewhere'].includes(error.problem.kind);
  }

  /** The service does not know the item as the write would have had it: see `requireItem`. */
  static isMismatch(error: unknown): boolean {
    return ServiceError.is(error) && ['other-bot', 'other-type'].includes(error.problem.kind);
  }

  /** No answer came from the service at all. */
  static isUnreachable(error: unknown): boolean {
    return (
      ServiceError.is(error) &&
      ['connect', 'circuit-open', 'lost', 'timeout'].includes(error.problem.kind)
    );
  }
}

/** An error made for people: its message says what is wrong and what to do next, already translated. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** A `UserError` after which nothing is wrong: there is just nothing that the command could work on. */
export class NoticeError extends UserError {
  readonly isNotice = true;
}

/** Another window or program has the database locked; a moment later the same step may succeed. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  constructor(cause?: unknown) {
    super('the list of bots and tags is locked by another window or program', { cause });
  }

  static is(error: unknown): error is BusyError {
    return error instanceof Error && error.name === 'BusyError';
  }
}

/** Why a database takes nothing: `failed` is what the disk or the system says besides. */
export type StorageTrouble = 'full' | 'read-only' | 'failed';

/** What was to be kept on this machine could not be; what was kept before is there as it was. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly trouble: StorageTrouble;
  /** As the system says it. */
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

/** The part of VS Code's `CancellationToken` that commands read. */
export interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): { dispose(): void };
}

/** The user changed their mind; never shown. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';

  static is(error: unknown): boolean {
    if (!(error instanceof Error)) return false;
    return ['Cancelled', 'Canceled', 'AbortError'].includes(error.name);
  }
}

/** Characters. A service may answer with a stack trace or a whole page in any of these. */
const LONGEST: Readonly<Record<string, number>> = {
  errorMessage: 300,
  errorCode: 50,
  contentType: 100,
  location: 300,
  excerpt: 200,
};
const LONGEST_OTHER = 300;

function boundedProblem<T extends ServiceProblem>(problem: T): T {
  const fields = Object.entries(problem).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? cutEnd(value, LONGEST[name] ?? LONGEST_OTHER) : value,
  ]);
  return Object.fromEntries(fields) as T;
}

/** English, for the log and for callers of the API; people see the translated text of `describeError`. */
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

/** Of an item without a readable ID the problem says it already. */
function outcomeText({ kind }: ServiceProblem, outcome: Outcome): string {
  if (outcome !== 'unknown' || kind === 'unknown-id') return '';
  return '; the request may have been carried out: check with the service before you send it again';
}

function failureText(problem: Extract<ServiceProblem, { kind: 'failure' }>): string {
  const code = problem.errorCode === undefined ? '' : ` (errorCode ${problem.errorCode})`;
  return `${problem.errorMessage ?? 'the service reported an error'}${code}`;
}

/** VS Code's secret storage failed, as it does where there is no keyring or it is locked. No token is in it. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError';
  readonly step: 'read' | 'save' | 'delete';
  /** As VS Code says it. */
  readonly detail: string;

  constructor(step: 'read' | 'save' | 'delete', cause: unknown) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    super(`VS Code's secret storage could not ${step} a token: ${detail}`, { cause });
    this.step = step;
    this.detail = detail;
  }

  /** By shape: each bundle has its own copy of this class. */
  static is(error: unknown): error is SecretsError {
    return error instanceof Error && error.name === 'SecretsError' && 'step' in error;
  }
}
