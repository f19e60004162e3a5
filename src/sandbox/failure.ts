/** Kind of a failure. A switch changes the response to some kinds. */
type FailureKind = 'unauthorized' | 'other';

/** Error that a handler throws to respond with a failure body (docs/service-interface.md, section 7). */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: number;
  readonly kind: FailureKind;
  /** Value of the header Retry-After, in seconds. */
  retryAfter: number | undefined;

  constructor(code: number, message: string, kind: FailureKind = 'other') {
    super(message);
    this.code = code;
    this.kind = kind;
  }
}
