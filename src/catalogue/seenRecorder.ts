import type { Lazy } from '../base/promises.ts';
import type { Catalogue } from './catalogue.ts';
import { recordSeenTags, tagsOnPage } from './seenTags.ts';
import type { CustomerPage, UserTag, UserTagList } from '../base/model.ts';
import type { Log } from '../base/ports.ts';

/** Adds tags to the catalogue that the window has loaded for another purpose, such as the Customers panel. */
export class SeenRecorder {
  readonly #catalogue: Lazy<Catalogue>;
  readonly #log: Log;

  constructor(catalogue: Lazy<Catalogue>, log: Log) {
    this.#catalogue = catalogue;
    this.#log = log;
  }

  /** Records the tags of the customers on a page. */
  recordPage(bot: string, page: CustomerPage): void {
    void this.#record(bot, tagsOnPage(page));
  }

  /** Records the tags of users. */
  recordTagLists(bot: string, lists: readonly UserTagList[]): void {
    void this.#record(
      bot,
      lists.flatMap(({ tags }) => tags),
    );
  }

  /** Records tags in the catalogue. Only logs a failure, because the user already has the requested data. */
  async #record(bot: string, tags: readonly UserTag[]): Promise<void> {
    try {
      const catalogue = await this.#catalogue();
      await catalogue.whenFree(() => recordSeenTags(catalogue, bot, tags));
    } catch (error) {
      this.#log.warn(`Tags that were seen could not be kept: ${String(error)}`);
    }
  }
}
