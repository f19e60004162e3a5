import type { Bot } from '../../base/model.ts';
import { MOST_KEPT, type KeptScan, type KeptScanHead, type ScanHistory } from '../aggregate.ts';

/** The history of this window only, for when the database cannot be opened. */
export class MemoryHistory implements ScanHistory {
  /** By bot: the newest first. */
  readonly #kept = new Map<string, readonly KeptScan[]>();
  readonly #catalogue: { bots(): readonly Bot[] };

  /** @param catalogue what is of none of its bots is not there */
  constructor(catalogue: { bots(): readonly Bot[] }) {
    this.#catalogue = catalogue;
  }

  heads(bot: string): readonly KeptScanHead[] {
    return this.#of(bot).map(({ scan, baseUrl, choice, aggregate }) => ({
      ...{ scan, baseUrl, choice, time: aggregate.time, customers: aggregate.customers },
      tags: aggregate.tags.length,
    }));
  }

  scan(bot: string, scan: string): KeptScan | undefined {
    return this.#of(bot).find((kept) => kept.scan === scan);
  }

  keep(scan: KeptScan): void {
    const others = this.#of(scan.bot).filter((kept) => kept.scan !== scan.scan);
    const newest = [scan, ...others].toSorted((a, b) => b.aggregate.time - a.aggregate.time);
    this.#kept.set(scan.bot, newest.slice(0, MOST_KEPT));
  }

  ofTag(bot: string, tagId: string): ReturnType<ScanHistory['ofTag']> {
    return this.#of(bot)
      .toReversed()
      .map(({ scan, aggregate: { time, tags, customers: of } }) => {
        const customers = tags.find(({ id }) => id === tagId)?.customers ?? 0;
        return { scan, time, customers, of };
      });
  }

  #of(bot: string): readonly KeptScan[] {
    const isThere = this.#catalogue.bots().some(({ key }) => key === bot);
    if (!isThere) this.#kept.delete(bot);
    return this.#kept.get(bot) ?? [];
  }
}
