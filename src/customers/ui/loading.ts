import { CustomerPager, type PagerChange } from '../customerPager.ts';
import type { PageSource } from '../../base/ports.ts';
import type { RetryWait } from '../../base/retryWait.ts';
import type { GridStatus } from '../gridRows.ts';
import { retryWaits } from '../../base/ui/progress.ts';
import { setting } from '../../base/ui/settings.ts';
import { gridStatusOf, whyCancelled } from './gridStatus.ts';
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
