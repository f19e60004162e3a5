import * as vscode from 'vscode';
import type { CustomerPager } from '../../../core/customers/customerPager.ts';
import { UserError } from '../../../core/errors.ts';
import type { RetryWait } from '../../../core/service/retryWait.ts';
import type { PanelFile } from './panelParts.ts';
import type { GridStatus } from '../../../surface/gridRows.ts';
import { describeError } from '../../errors/describeError.ts';
import { numberText } from '../../kit/numberText.ts';
import { waitText } from '../../kit/progress.ts';
import { setting } from '../../kit/settings.ts';
import { plain } from '../../kit/sinks.ts';

/** @param wait what the load under way waits for */
export function gridStatusOf(
  pager: CustomerPager,
  wait: RetryWait | undefined,
  file: PanelFile | undefined,
): GridStatus {
  const { state, rows, pages, bad, progress } = pager;
  return {
    state,
    loaded: rows,
    pages: pages.length,
    bad,
    error: state === 'error' ? plain('page', describeError(pager.error)) : null,
    progress: progress === undefined ? null : { pages: progress.pages, of: progress.of ?? null },
    isWaiting: wait !== undefined,
    note: wait === undefined ? noteOf(pager, file) : waitText(wait),
  };
}

function noteOf(pager: CustomerPager, file: PanelFile | undefined): string | null {
  const limit = limitText(pager, file !== undefined);
  if (file === undefined) return limit;
  const isOver = pager.state === 'end' || pager.state === 'idle';
  return [limit, isOver ? file.note() : plain('page', file.name)]
    .filter((part) => part !== null)
    .join(' · ');
}

function limitText({ isAtLimit, state, rows }: CustomerPager, isFile: boolean): string | null {
  if (!isAtLimit || state === 'loading') return null;
  if (isFile) {
    return vscode.l10n.t(
      'the first {0} of this file are shown (setting "botTags.customers.maxRows")',
      numberText(rows),
    );
  }
  return vscode.l10n.t(
    'stopped before {0} rows (setting "botTags.customers.maxRows"); "Export Customers…" exports all of them',
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
      'Cancelled; "Retry" asks again. The last attempt failed: {0}',
      wait.reason,
    );
    return new UserError(text);
  }
  return pager.progress === undefined
    ? new UserError(vscode.l10n.t('Cancelled. "Retry" asks again.'))
    : undefined;
}
