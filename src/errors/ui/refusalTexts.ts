import { l10n } from 'vscode';
import type { BaseUrlProblem } from '../../base/baseUrl.ts';
import { ServiceError, type ServiceProblem, type WriteRefusal } from '../../base/errors.ts';
import { FOLDER, TAG } from '../../base/model.ts';

/** Says which bot prevents a write, because the bot is read-only or in production. */
export function guardedText(problem: WriteRefusal): string {
  const { label } = problem;
  if (problem.kind === 'read-only') {
    return l10n.t(
      '"{0}" is read-only, so nothing was sent. To allow changes, use "Bot Settings…" on the bot.',
      label,
    );
  }
  return problem.guard === 'production'
    ? l10n.t(
        'Nothing was sent, because the list of another bot, "{1}", also has an item with the ID {0}, and "{1}" is in production. If the item belongs to "{1}", make this change in the list of "{1}". Otherwise, use "Remove from List" on the item in the list of "{1}", then try again.',
        problem.id,
        label,
      )
    : l10n.t(
        'Nothing was sent, because the list of another bot, "{1}", also has an item with the ID {0}, and "{1}" is read-only. If the item belongs to "{1}", allow changes in the "Bot Settings…" of "{1}", then make this change in the list of "{1}". Otherwise, use "Remove from List" on the item in the list of "{1}", then try again.',
        problem.id,
        label,
      );
}

/** Says that the service reports another bot or another type of an item than the list does. */
export function mismatchText(
  problem: Extract<ServiceProblem, { kind: 'other-bot' | 'other-type' }>,
): string {
  const { id } = problem;
  if (problem.kind === 'other-bot') {
    return l10n.t(
      'The ID {0} belongs to another bot ({1}), so nothing was sent. Make the change in the list of that bot, or remove the item from this list with "Remove from List".',
      id,
      problem.botId,
    );
  }
  switch (problem.type) {
    case FOLDER:
      return l10n.t(
        'In the service, {0} is a folder and not a tag, so nothing was sent. Use "Refresh" to update the list. Deleting a folder also deletes everything in the folder, so check the contents first.',
        id,
      );
    case TAG:
      return l10n.t(
        'In the service, {0} is a tag and not a folder, so nothing was sent. Use "Refresh" to update the list, then try again.',
        id,
      );
    default:
      return l10n.t(
        'In the service, {0} has an unknown type ({1}), so nothing was sent. Ask the operator of the service about this type.',
        id,
        String(problem.type),
      );
  }
}

export function baseUrlText(problem: BaseUrlProblem): string {
  switch (problem) {
    case 'invalid':
      return l10n.t('This is not a URL. Example: https://api.example.com');
    case 'credentials':
      return l10n.t(
        'Remove the user name and password from the URL. You will enter the token in the next step.',
      );
    case 'too-long':
    case 'scheme':
    case 'query':
    case 'fragment':
      return baseUrlFormatText();
  }
}

/** Warns about a base URL with plain http to another machine. */
export function exposedText(url: string): string {
  return l10n.t(
    '{0} uses plain http, so anyone on the network path can read the token and the customer data. Use https:// if the service supports it.',
    url,
  );
}

export function baseUrlFormatText(): string {
  return l10n.t(
    'The base URL must begin with https:// (or http:// for tests). It must not contain a user name, a question mark, or #, and must have at most 2,048 characters.',
  );
}

export function goneBotText(label: string): string {
  return l10n.t(
    'The bot "{0}" is no longer in the list. Add the bot again with the same base URL and bot ID, then try again.',
    label,
  );
}

/** Codes of a service that is busy or down, as HTTP status or as `errorCode`. */
const TEMPORARY_CODES = new Set([429, 500, 502, 503, 504]);

/** Returns what to do after a call that was not carried out, unless the description of the problem already says it. */
export function nextStep(error: ServiceError): string | undefined {
  const { problem } = error;
  switch (problem.kind) {
    case 'bad-input':
      return describesNextStep(problem)
        ? undefined
        : l10n.t('Nothing was sent. Correct the value, then try again.');
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

/**
 * Returns whether the whole error text, which is the description and the next step, says that nothing was sent. Not for
 * problems that `isWriteRefused` or `isMismatch` recognizes.
 */
export function saysNothingSent({ problem }: ServiceError): boolean {
  if (problem.kind === 'not-recorded') return true;
  // `detail` is set if the secret storage failed. Its description says that nothing was sent.
  if (problem.kind === 'token-missing') return problem.detail !== undefined;
  return problem.kind === 'bad-input' && !describesNextStep(problem);
}

/** Returns whether the description already says what to do, as for an ill-formed ID and an invalid token. */
function describesNextStep({
  isIllFormed,
  field,
}: Extract<ServiceProblem, { kind: 'bad-input' }>): boolean {
  return isIllFormed === true || field === 'token';
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
