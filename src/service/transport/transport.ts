import type { Endpoint } from '../../base/endpoints.ts';
import { codeOf } from '../../base/errors.ts';

export const DEFAULT_CONCURRENCY = 8;

export interface HttpRequest {
  readonly method: Endpoint['method'];
  readonly origin: string;
  /** Path with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
  /** Time limit from now to the last byte of the response, in ms. */
  readonly limitMs: number;
  /** Maximum size of the body in bytes, both before and after it is decompressed. */
  readonly maxBytes: number;
  /** Called right before the request is sent. If it returns an error, `send` throws it instead. */
  readonly refusal?: (() => Error | undefined) | undefined;
}

export interface HttpAnswer {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly location: string | undefined;
  /** Header Retry-After as received. */
  readonly retryAfter: string | undefined;
  /** Header Date as received. */
  readonly date?: string | undefined;
  /** Decompressed body. */
  readonly body: Uint8Array;
  /** Reason why the body cannot be decompressed. The body is then empty. */
  readonly broken?: string;
}

/** Reason why there is no response. With `wasSent`, the request reached a socket: the service may have acted on it. */
export class TransportError extends Error {
  readonly wasSent: boolean;
  isTooLarge = false;
  /** Whether the time limit was exceeded. */
  isLate = false;
  /** Whether the request would fail again until a setting or a certificate is changed. */
  isLasting = false;

  constructor(message: string, wasSent: boolean) {
    super(message);
    this.wasSent = wasSent;
  }
}

/** Creates an error that occurs again until a setting or a certificate changes. Nothing was sent. */
export function lastingError(message: string): TransportError {
  return Object.assign(new TransportError(message, false), { isLasting: true });
}

export function lateError({ wasSent }: { readonly wasSent: boolean }): TransportError {
  return Object.assign(new TransportError('time limit', wasSent), { isLate: true });
}

/** Matches codes of OpenSSL and Node.js: the certificate is not trusted, has expired, or belongs to another host. */
export function isAboutCertificate(error: unknown): boolean {
  return /CERT|UNABLE_TO_(?:GET|VERIFY)|SELF_SIGNED/.test(codeOf(error));
}

export interface Transport {
  /**
   * Redirects are returned, not followed.
   * @throws {TransportError} if there is no response
   * @throws the error of the request's `refusal`
   */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** Returns the message with its code. If several addresses were tried, the first of their errors is the clearest. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  return error.message === '' || error.message.includes(code)
    ? error.message || code
    : `${error.message} (${code})`;
}
