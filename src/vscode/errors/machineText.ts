import { l10n } from 'vscode';
import type { StorageTrouble } from '../../core/errors.ts';
import type { SecretsError } from '../../core/secretsError.ts';

/** Why nothing is kept, as a part of a sentence. @param detail as the system says it */
export function storageText(trouble: StorageTrouble, detail: string): string {
  switch (trouble) {
    case 'full':
      return l10n.t('there is no space left on the disk');
    case 'read-only':
      return l10n.t("the extension's folder cannot be written");
    case 'failed':
      return l10n.t('the disk failed ({0})', detail);
  }
}

/** What did not happen because VS Code's secret storage failed, and what to do. */
export function secretsText(step: SecretsError['step'], detail: string): string {
  switch (step) {
    case 'read':
      return l10n.t(
        "VS Code's secret storage did not give the token ({0}), so nothing was sent. Unlock or set up the keyring of this machine, then try again.",
        detail,
      );
    case 'save':
      return l10n.t(
        "VS Code's secret storage did not take the token ({0}), so it was not saved. Unlock or set up the keyring of this machine, then try again.",
        detail,
      );
    case 'delete':
      return l10n.t(
        "VS Code's secret storage did not delete the token ({0}), so it is still there. Unlock or set up the keyring of this machine, then try again.",
        detail,
      );
  }
}
