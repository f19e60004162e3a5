import { l10n } from 'vscode';
import { MAX_PLAN_LINES, type PlanProblem } from '../../base/plan.ts';
import { numberText } from '../../base/ui/localeTexts.ts';

export function planProblemText({ kind, about }: Pick<PlanProblem, 'kind' | 'about'>): string {
  switch (kind) {
    case 'syntax':
      return l10n.t('The JSON has a syntax error ({0}).', about);
    case 'unknown-field':
      return l10n.t('The field "{0}" is not allowed here.', about);
    case 'repeated-field':
      return l10n.t('The field "{0}" appears here twice.', about);
    case 'missing-field':
      return l10n.t('"{0}" is missing.', about);
    case 'wrong-value':
      return l10n.t('This value is not allowed here: {0}.', about);
    case 'version':
      return l10n.t(
        'This version of the extension does not support plans of version {0}. Update the extension, or create a new plan.',
        about,
      );
    case 'too-many-lines':
      return l10n.t(
        'A plan can have at most {0} lines. Move the remaining lines to another file.',
        numberText(MAX_PLAN_LINES),
      );
    case 'twice':
      return l10n.t(
        'This customer is already listed on an earlier line. Delete one of the two lines.',
      );
    case 'no-user':
      return l10n.t('This line has no customer. Add a user ID, or delete the line.');
    case 'two-users':
      return l10n.t(
        'This line has both a user ID and an encrypted user ID. Delete one of the two.',
      );
  }
}

/** Returns the message for a problem without the quoted value. Field names are kept. */
export function unquotedProblemText({ kind, about }: Pick<PlanProblem, 'kind' | 'about'>): string {
  const isValue = kind === 'syntax' || kind === 'wrong-value';
  return planProblemText({ kind, about: isValue ? '…' : about });
}
