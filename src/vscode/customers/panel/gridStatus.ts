import * as vscode from 'vscode';
import type { CustomerPager } from '../../../core/customers/customerPager.ts';
import { UserError } from '../../../core/errors.ts';
import type { RetryWait } from '../../../core/service/retryWait.ts';
import type { GridStatus } from '../../../surface/gridRows.ts';
import { describeError } from '../../errors/describeError.ts';
import { numberText } from '../../kit/numberText.ts';
import { waitText } from '../../kit/progress.ts';
import { setting } from '../../kit/settings.ts';
import { plain } from '../../kit/sinks.ts';

/** @param wait what the load under way waits for */
export function gridStatusOf(pager: CustomerPager, wait: RetryWait | undefined): GridStatus {
  const { state, rows, pages, bad, progress } = pager;
  return {
    state,
    loaded: rows,
    pages: pages.length,
    bad,
    error: state === 'error' ? plain('page', describeError(pager.error)) : null,
    progress: progress === undefined ? null : { pages: progress.pages, of: progress.of ?? null },
    isWaiting: wait !== undefined,
    note: wait === undefined ? limitText(pager) : waitText(wait),
  };
}

function limitText({ isAtLimit, state }: CustomerPager): string | null {
  if (!isAtLimit || state === 'loading') return null;
  return vscode.l10n.t(
    'Loading stopped at the limit of {0} rows (setting "botTags.customers.maxRows"). Use "Export Customers…" to export all customers.',
    numberText(setting('botTags.customers.maxRows')),
  );
}

/**
 * With what the pager gives up its request: what waits for its turn says why. `undefined`: many pages were being
 * loaded, which simply ends.
 */
export function whyCancelled(
  pager: CustomerPager,
  wait: RetryWait | undefined,
): UserError | undefined {
  if (wait !== undefined) {
    const text = vscode.l10n.t(
      'Canceled after a failed attempt ({0}). Use "Retry" to try again.',
      wait.reason,
    );
    return new UserError(text);
  }
  return pager.progress === undefined
    ? new UserError(vscode.l10n.t('Canceled. Use "Retry" to try again.'))
    : undefined;
}
