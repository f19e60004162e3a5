import * as vscode from 'vscode';
import type { CustomerPager } from '../customerPager.ts';
import { UserError } from '../../base/errors.ts';
import type { RetryWait } from '../../base/retryWait.ts';
import type { GridStatus } from '../gridRows.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { numberText } from '../../base/ui/numberText.ts';
import { waitText } from '../../base/ui/progress.ts';
import { setting } from '../../base/ui/settings.ts';
import { plain } from '../../base/ui/sinks.ts';

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
      'Loading was canceled after a failed attempt ({0}). Use "Retry" to try again.',
      wait.reason,
    );
    return new UserError(text);
  }
  return pager.progress === undefined
    ? new UserError(vscode.l10n.t('Loading was canceled. Use "Retry" to try again.'))
    : undefined;
}
