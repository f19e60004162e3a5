import type { ListedTags, RecentUser } from '../../service/userMemory.ts';
import type { RunTagging } from '../../service/tagActions.ts';
import type { CustomerPage, UserRef } from '../../base/model.ts';
import { type Clock, steadyClock } from '../../base/ports.ts';
import type { CustomerPanel } from './customerPanel.ts';
import { findUser, nameOf, usersOf, usersWith } from './rows.ts';

/** Open Customers panels by the key of their bot. */
type OpenPanels = ReadonlyMap<string, Pick<CustomerPanel, 'pager' | 'showTagged'>>;

/** Facts about users, read from the pages that are loaded in open Customers panels. */
export class LoadedUsers {
  readonly #clock: Clock;
  readonly #panels: OpenPanels;
  /** Load time of each page, in ms: `time` by the system clock, `steady` by a monotonic clock. */
  readonly #times = new WeakMap<CustomerPage, { readonly time: number; readonly steady: number }>();

  constructor(clock: Clock, panels: OpenPanels) {
    this.#clock = clock;
    this.#panels = panels;
  }

  /** Records that a page was loaded just now. */
  recordLoadTime(page: CustomerPage): void {
    this.#times.set(page, { time: this.#clock.now(), steady: steadyClock.now() });
  }

  /** Forgets the load times of a bot's pages, because many users' tags may have changed since. */
  forgetLoadTimes(bot: string): void {
    for (const page of this.#panels.get(bot)?.pager.pages ?? []) this.#times.delete(page);
  }

  /** Shows tag changes of a run in the bot's open panel, and forgets the load times of its pages. */
  showTagged(bot: string, changes: () => readonly RunTagging[]): void {
    this.forgetLoadTimes(bot);
    this.#panels.get(bot)?.showTagged(changes());
  }

  nameOf(bot: string, user: UserRef): string | undefined {
    return nameOf(this.#find(bot, user)?.customer);
  }

  /** Yields the users of each loaded page that can be tagged. */
  *pagesOf(bot: string): Generator<readonly RecentUser[]> {
    for (const page of this.#panels.get(bot)?.pager.pages ?? []) yield usersOf(page);
  }

  /** Returns the tags of a user as last loaded, with the load time by the system clock and by a monotonic clock. */
  tagsOf(bot: string, user: UserRef): (ListedTags & { readonly steady: number }) | undefined {
    const found = this.#find(bot, user);
    const times = found && this.#times.get(found.page);
    const tags = found?.customer.tags;
    if (found === undefined || times === undefined || tags === undefined) return undefined;
    const fields = found.page.problems.get(found.index)?.fields ?? [];
    return { ...times, tags, isPartial: fields.some(({ field }) => field === 'tags') };
  }

  /** Returns the users that have the tag according to the loaded pages, with the load time of the page. */
  holdersOf(
    bot: string,
    tagId: string,
  ): readonly { readonly user: UserRef; readonly time: number }[] {
    const pager = this.#panels.get(bot)?.pager;
    return (pager?.pages ?? []).flatMap((page) => {
      const times = this.#times.get(page);
      if (times === undefined) return [];
      return usersWith(page, tagId).map((user) => ({ user, time: times.time }));
    });
  }

  #find(bot: string, user: UserRef): ReturnType<typeof findUser> {
    const pager = this.#panels.get(bot)?.pager;
    return pager && findUser(pager, user);
  }
}
