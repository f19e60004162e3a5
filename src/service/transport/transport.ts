import type { Endpoint } from '../../base/endpoints.ts';

export interface HttpRequest {
  readonly method: Endpoint['method'];
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
  /** From now to the last byte of the answer, ms. */
  readonly limitMs: number;
  /** Of the body, before and after it is decompressed. */
  readonly maxBytes: number;
  /** Asked right before the request goes out: an error keeps it from that, and is what `send` throws. */
  readonly refusal?: (() => Error | undefined) | undefined;
}

export interface HttpAnswer {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly location: string | undefined;
  /** The header Retry-After as it came. */
  readonly retryAfter: string | undefined;
  /** The header Date as it came. */
  readonly date?: string | undefined;
  /** Decompressed. */
  readonly body: Uint8Array;
  /** Why the body cannot be decompressed; it is empty then. */
  readonly broken?: string;
}

/** Why there is no answer. `wasSent`: the request reached a socket, so the service may have acted on it. */
export class TransportError extends Error {
  readonly wasSent: boolean;
  readonly isTooLarge: boolean;
  /** The time limit was over. */
  isLate = false;
  /** It will fail again until somebody changes a setting or a certificate. */
  isLasting = false;

  constructor(message: string, wasSent: boolean, isTooLarge = false) {
    super(message);
    this.wasSent = wasSent;
    this.isTooLarge = isTooLarge;
  }
}

/** An error that waiting does not mend; nothing was sent. */
export function lastingError(message: string): TransportError {
  return Object.assign(new TransportError(message, false), { isLasting: true });
}

export function lateError(wasSent: boolean): TransportError {
  return Object.assign(new TransportError('time limit', wasSent), { isLate: true });
}

/** Certificates that are not trusted, expired or another host's, by the codes that OpenSSL and Node give. */
export function isAboutCertificate(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /CERT|UNABLE_TO_(?:GET|VERIFY)|SELF_SIGNED/.test(code);
}

export interface Transport {
  /** Throws `TransportError`, or the `refusal` of the request. Redirects are returned, not followed. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** Several addresses were tried: each has its own error, and the first one tells it best. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.message === '' || error.message.includes(code)
    ? error.message || code
    : `${error.message} (${code})`;
}
