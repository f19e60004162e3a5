import * as vscode from 'vscode';
import type { RetryWait } from '../../base/endpoints.ts';
import { UserError } from '../../base/errors.ts';
import type { PageSource } from '../../base/ports.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import { retryWaits, waitText } from '../../base/ui/progress.ts';
import { setting } from '../../base/ui/settings.ts';
import { plain } from '../../base/ui/sinks.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { CustomerPager, type PagerChange } from '../customerPager.ts';
import type { GridStatus } from '../gridRows.ts';
import type { Query } from './panelParts.ts';

interface LoadingParts {
  readonly botId: () => string;
  readonly service: () => Promise<PageSource>;
  /** Told when the pager has more, or is in another state, or waits. */
  readonly onChange: (change: PagerChange) => void;
}

/** How the rows of a panel come: and in which state that is. */
export class Loading {
  readonly #parts: LoadingParts;
  readonly #waits: { dispose(): void };
  #pager: CustomerPager;
  #listening: { dispose(): void } | undefined;
  #wait: RetryWait | undefined;
  #first = Promise.resolve();

  constructor(parts: LoadingParts, query: Query) {
    this.#parts = parts;
    this.#pager = this.#newPager(query);
    this.#waits = retryWaits.event((wait) => {
      if (wait.signal !== this.#pager.signal) return;
      this.#wait = wait;
      parts.onChange({ kind: 'status' });
    });
  }

  get pager(): CustomerPager {
    return this.#pager;
  }

  get status(): GridStatus {
    return gridStatusOf(this.#pager, this.#wait);
  }

  /** Ends when `begin` has. */
  get first(): Promise<void> {
    return this.#first;
  }

  /** The first page. */
  begin(): Promise<void> {
    this.#first = this.#pager.loadMore();
    return this.#first;
  }

  /** @param count `Infinity` for all; it stops at the row limit of the settings */
  loadPages(count: number): Promise<void> {
    return this.#pager.loadPages(count, setting('botTags.customers.maxRows'));
  }

  /** Forgets what was loaded. */
  renew(query: Query): void {
    this.#pager.stop();
    this.#wait = undefined;
    this.#pager = this.#newPager(query);
  }

  cancel(): void {
    this.#pager.giveUp(whyCancelled(this.#pager, this.#wait));
  }

  dispose(): void {
    this.#pager.stop();
    this.#listening?.dispose();
    this.#waits.dispose();
  }

  #newPager({ limit, from }: Query): CustomerPager {
    const { botId, service, onChange } = this.#parts;
    const query = { botId: botId(), limit, ...(from === null ? {} : { from }) };
    const pager = new CustomerPager(service, query);
    this.#listening?.dispose();
    this.#listening = pager.onDidChange((change) => {
      this.#wait = undefined;
      onChange(change);
    });
    return pager;
  }
}

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
function whyCancelled(pager: CustomerPager, wait: RetryWait | undefined): UserError | undefined {
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
