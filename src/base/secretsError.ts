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
