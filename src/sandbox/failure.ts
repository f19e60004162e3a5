/** Why a request failed, for those failures that a switch answers in a way of its own. */
type FailureKind = 'unauthorized' | 'other';

/** Thrown by a handler to answer with a failure body (contract, section 7). */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: number;
  readonly kind: FailureKind;
  /** What the header Retry-After says, s. */
  retryAfter: number | undefined;

  constructor(code: number, message: string, kind: FailureKind = 'other') {
    super(message);
    this.code = code;
    this.kind = kind;
  }
}
