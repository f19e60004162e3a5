import type { Lazy } from '../base/promises.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { recordSeenTags } from '../catalogue/seenTags.ts';
import { customerAt, type CustomerPage, type UserTag, type UserTagList } from '../base/model.ts';
import type { Log } from '../base/ports.ts';

/** Puts the tags that were shown anyway into the catalogue. */
export class SeenRecorder {
  readonly #catalogue: Lazy<Catalogue>;
  readonly #log: Log;

  constructor(catalogue: Lazy<Catalogue>, log: Log) {
    this.#catalogue = catalogue;
    this.#log = log;
  }

  page(bot: string, page: CustomerPage): void {
    const customers = [...page.records.keys()].map((index) => customerAt(page, index));
    void this.#record(
      bot,
      customers.flatMap((customer) => customer?.tags ?? []),
    );
  }

  lists(bot: string, lists: readonly UserTagList[]): void {
    void this.#record(
      bot,
      lists.flatMap(({ tags }) => tags),
    );
  }

  /** What the person asked for is there already: that it could not be recorded goes to the log. */
  async #record(bot: string, tags: readonly UserTag[]): Promise<void> {
    try {
      const catalogue = await this.#catalogue();
      await catalogue.whenFree(() => recordSeenTags(catalogue, bot, tags));
    } catch (error) {
      this.#log.warn(`Tags that were seen could not be kept: ${String(error)}`);
    }
  }
}
