import type { CustomerPager } from '../customerPager.ts';
import type { ListedTags } from '../../service/userMemory.ts';
import type { RecentUser } from '../../service/taggingMemory.ts';
import type { CustomerPage, UserRef } from '../../base/model.ts';
import type { Clock } from '../../base/ports.ts';
import { steadyClock } from '../../base/steadyClock.ts';
import { findUser, nameOf, usersOf, usersWith } from './rows.ts';

type PagerOf = (bot: string) => CustomerPager | undefined;

/** Facts about users, read from the pages that are loaded in open Customers panels. */
export class LoadedUsers {
  readonly #clock: Clock;
  readonly #pagerOf: PagerOf;
  readonly #times = new WeakMap<CustomerPage, { readonly time: number; readonly steady: number }>();

  constructor(clock: Clock, pagerOf: PagerOf) {
    this.#clock = clock;
    this.#pagerOf = pagerOf;
  }

  /** Records that a page was loaded just now. */
  note(page: CustomerPage): void {
    this.#times.set(page, { time: this.#clock.now(), steady: steadyClock.now() });
  }

  /** Forgets the load times of a bot's pages, because many users' tags may have changed since. */
  forgetTags(bot: string): void {
    for (const page of this.#pagerOf(bot)?.pages ?? []) this.#times.delete(page);
  }

  nameOf(bot: string, user: UserRef): string | undefined {
    return nameOf(this.#find(bot, user)?.customer);
  }

  /** Yields the users of each loaded page that can be tagged. */
  *pagesOf(bot: string): Generator<readonly RecentUser[]> {
    for (const page of this.#pagerOf(bot)?.pages ?? []) yield usersOf(page);
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
    const pager = this.#pagerOf(bot);
    return (pager?.pages ?? []).flatMap((page) => {
      const times = this.#times.get(page);
      if (times === undefined) return [];
      return usersWith(page, tagId).map((user) => ({ user, time: times.time }));
    });
  }

  #find(bot: string, user: UserRef): ReturnType<typeof findUser> {
    const pager = this.#pagerOf(bot);
    return pager && findUser(pager, user);
  }
}
