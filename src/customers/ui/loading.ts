import * as vscode from 'vscode';
import type { RetryWait } from '../../base/endpoints.ts';
import { UserError } from '../../base/errors.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import { retryWaits, waitText } from '../../base/ui/progress.ts';
import { setting } from '../../base/ui/settings.ts';
import { plain } from '../../base/ui/sinks.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { CustomerPager, type PagerChange } from '../customerPager.ts';
import type { GridStatus } from '../gridRows.ts';
import type { PanelParts, PanelState, Query } from './panelParts.ts';

/** Loading of the rows of one panel: owns the pager, and the wait before a retry. */
export class Loading {
  readonly #panel: Pick<PanelState, 'bot'>;
  readonly #services: Pick<PanelParts, 'serviceOf'>;
  readonly #onChange: (change: PagerChange) => void;
  readonly #waitListener: { dispose(): void };
  #pager: CustomerPager;
  #pagerListener: { dispose(): void } | undefined;
  #retryWait: RetryWait | undefined;
  #firstLoad = Promise.resolve();

  /** @param onChange called when the pager has more rows, changes its state, or waits for a retry */
  constructor(
    panel: Pick<PanelState, 'bot'>,
    services: Pick<PanelParts, 'serviceOf'>,
    query: Query,
    onChange: (change: PagerChange) => void,
  ) {
    this.#panel = panel;
    this.#services = services;
    this.#onChange = onChange;
    this.#pager = this.#createPager(query);
    this.#waitListener = retryWaits.event((wait) => {
      // The event also fires for requests of other panels and commands.
      if (wait.signal !== this.#pager.signal) return;
      this.#retryWait = wait;
      this.#onChange({ kind: 'status' });
    });
  }

  get pager(): CustomerPager {
    return this.#pager;
  }

  get status(): GridStatus {
    return gridStatusOf(this.#pager, this.#retryWait);
  }

  /** Resolves when the load that `begin` started has ended. */
  get firstLoad(): Promise<void> {
    return this.#firstLoad;
  }

  /** Loads the first page. */
  begin(): Promise<void> {
    this.#firstLoad = this.#pager.loadMore();
    return this.#firstLoad;
  }

  loadPages(count: number): Promise<void> {
    return this.#pager.loadPages(count, setting('botTags.customers.maxRows'));
  }

  /** Discards the loaded rows and sets a new query. `begin` then loads the first page. */
  renew(query: Query): void {
    this.#pager.stop();
    this.#retryWait = undefined;
    this.#pager = this.#createPager(query);
  }

  cancel(): void {
    this.#pager.cancelLoad(cancelReason(this.#pager, this.#retryWait));
  }

  dispose(): void {
    this.#pager.stop();
    this.#pagerListener?.dispose();
    this.#waitListener.dispose();
  }

  #createPager({ limit, from }: Query): CustomerPager {
    const query = { botId: this.#panel.bot.botId, limit, ...(from === null ? {} : { from }) };
    const pager = new CustomerPager(() => this.#services.serviceOf(this.#panel.bot), query);
    this.#pagerListener?.dispose();
    this.#pagerListener = pager.onDidChange((change) => {
      this.#retryWait = undefined;
      this.#onChange(change);
    });
    return pager;
  }
}

export function gridStatusOf(pager: CustomerPager, wait: RetryWait | undefined): GridStatus {
  const { state, rowCount, pages, invalidCount, progress } = pager;
  return {
    state,
    loaded: rowCount,
    pages: pages.length,
    invalidCount,
    error: state === 'error' ? plain('page', describeError(pager.error)) : null,
    progress,
    isWaiting: wait !== undefined,
    note: wait === undefined ? limitText(pager) : waitText(wait),
  };
}

/** Returns the note that loading stopped at the row limit; `null` if it did not. */
function limitText({ isAtRowLimit, state }: CustomerPager): string | null {
  if (!isAtRowLimit || state === 'loading') return null;
  return vscode.l10n.t(
    'Loading stopped at the limit of {0} rows (setting "botTags.customers.maxRows"). Use "Export Customers…" to export all customers.',
    numberText(setting('botTags.customers.maxRows')),
  );
}

/** Returns `undefined` if several pages are being loaded and no retry is pending: then loading ends without error. */
function cancelReason(pager: CustomerPager, wait: RetryWait | undefined): UserError | undefined {
  if (wait !== undefined) {
    const text = vscode.l10n.t(
      'Loading was canceled after a failed attempt ({0}). Use "Retry" to try again.',
      wait.reason,
    );
    return new UserError(text);
  }
  return pager.progress === null
    ? new UserError(vscode.l10n.t('Loading was canceled. Use "Retry" to try again.'))
    : undefined;
}
