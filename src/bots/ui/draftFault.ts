import { l10n } from 'vscode';
import { ServiceError } from '../../base/errors.ts';
import { describeError, describeProblem } from '../../errors/ui/describeError.ts';
import type { Refusal } from '../../base/ui/askText.ts';

/** Fields of a new bot that the service is asked about, in the order of their steps. */
export const CHECKED_FIELDS = ['baseUrl', 'token', 'botId'] as const;
export type CheckedField = (typeof CHECKED_FIELDS)[number];

/** A reason not to add the bot, and the field in which it can be corrected. */
export interface Fault {
  readonly field: CheckedField;
  readonly refusal: Refusal;
}

/**
 * Describes why the service did not accept a new bot. The next steps of `describeError` do not fit here: they name
 * commands on a bot that is not in the list yet.
 */
export function faultIn(error: unknown): Fault {
  const code = ServiceError.unauthorizedCode(error);
  if (code !== undefined) {
    const message = l10n.t('The service rejected this token ({0}).', code);
    return { field: 'token', refusal: { message } };
  }
  if (!ServiceError.is(error))
    return { field: 'botId', refusal: { message: describeError(error) } };
  const problem = describeProblem(error);
  if (ServiceError.isUnreachable(error)) {
    const message = l10n.t('{0} Press Enter to try again, or select "Add Anyway".', problem);
    return { field: 'baseUrl', refusal: { message, anyway: l10n.t('Add Anyway') } };
  }
  if (error.problem.kind === 'redirect') return { field: 'baseUrl', refusal: { message: problem } };
  if (error.problem.kind === 'protocol') {
    return { field: 'baseUrl', refusal: { message: l10n.t('{0} Check the base URL.', problem) } };
  }
  const message = ServiceError.isGone(error)
    ? l10n.t('{0} Check the bot ID.', problem)
    : describeError(error);
  return { field: 'botId', refusal: { message } };
}
