import { l10n } from 'vscode';
import { ServiceError } from '../../base/errors.ts';

/** Codes of a service that is busy or down, as HTTP status or as `errorCode`. */
const TEMPORARY_CODES = new Set([429, 500, 502, 503, 504]);

/**
 * Returns what to do after a call that was certainly not carried out.
 * @returns undefined if the description of the problem already contains the next step
 */
export function nextStep(error: ServiceError): string | undefined {
  const { problem } = error;
  switch (problem.kind) {
    case 'bad-input':
      return saysNothingSent(error)
        ? l10n.t('Nothing was sent. Correct the value, then try again.')
        : undefined;
    case 'failure':
      return refusedStep(error, [problem.httpStatus, Number(problem.errorCode)]);
    case 'protocol':
      return ServiceError.isUnauthorized(error) ? tokenStep() : connectionStep();
    case 'unknown-id':
    case 'circuit-open':
      return connectionStep();
    case 'lost':
    case 'timeout':
      return l10n.t('Try again in a moment.');
    case 'paging-loop':
    case 'too-many-empty-pages':
      return l10n.t(
        'The data read so far is kept. Report this problem to the operator of the service.',
      );
    default:
      return undefined;
  }
}

/** Returns whether the description of the problem or its next step says that nothing was sent. */
export function saysNothingSent({ problem }: ServiceError): boolean {
  if (problem.kind === 'not-recorded') return true;
  // With a detail, the secret storage failed, and the description says that nothing was sent.
  if (problem.kind === 'token-missing') return problem.detail !== undefined;
  return problem.kind === 'bad-input' && problem.isIllFormed !== true && problem.field !== 'token';
}

function refusedStep(error: ServiceError, codes: readonly number[]): string {
  if (ServiceError.isUnauthorized(error)) return tokenStep();
  if (ServiceError.isGone(error)) return l10n.t('Use "Refresh" to update the list.');
  return codes.some((code) => TEMPORARY_CODES.has(code))
    ? l10n.t('Try again in a moment.')
    : l10n.t('Check your input, then try again.');
}

function tokenStep(): string {
  return l10n.t('Choose "Bot Settings…" in the menu of the bot, and enter another token.');
}

function connectionStep(): string {
  return l10n.t('Use "Check Connection" on the bot to find the cause.');
}
