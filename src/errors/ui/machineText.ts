import { l10n } from 'vscode';
import type { SecretsError, StorageTrouble } from '../../base/errors.ts';
import { sentences } from '../../base/text.ts';

/** Returns the reason why nothing can be saved, for use in parentheses. */
export function storageText(trouble: StorageTrouble, detail: string): string {
  switch (trouble) {
    case 'full':
      return l10n.t('no space left on the disk');
    case 'read-only':
      return l10n.t('no permission to write to the folder in which the extension stores its data');
    case 'failed':
      return l10n.t('disk error: {0}', detail);
  }
}

export function secretsText(step: SecretsError['step'], detail: string): string {
  return sentences([
    failedText(step, detail),
    l10n.t('Unlock or set up the keyring of this machine, then try again.'),
  ]);
}

function failedText(step: SecretsError['step'], detail: string): string {
  switch (step) {
    case 'read':
      return l10n.t(
        'Could not read the token from the secret storage of VS Code ({0}), so nothing was sent.',
        detail,
      );
    case 'save':
      return l10n.t('Could not save the token in the secret storage of VS Code ({0}).', detail);
    case 'delete':
      return l10n.t(
        'Could not delete the token from the secret storage of VS Code ({0}), so the token is still there.',
        detail,
      );
  }
}
