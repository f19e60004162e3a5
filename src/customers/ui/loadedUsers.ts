import type { CustomerPager } from '../customerPager.ts';
import type { SaidTags } from '../../service/userMemory.ts';
import type { RecentUser } from '../../service/taggingMemory.ts';
import type { CustomerPage, UserRef } from '../../base/model.ts';
import type { Clock } from '../../base/ports.ts';
import { steadyClock } from '../../base/steadyClock.ts';
import { findUser, nameOf, usersOf, usersWith } from './rows.ts';

type PagerOf = (bot: string) => CustomerPager | undefined;

/** What the pages in open Customers panels say of users. */
export class LoadedUsers {
  readonly #clock: Clock;
  readonly #pagerOf: PagerOf;
  readonly #times = new WeakMap<CustomerPage, { readonly time: number; readonly steady: number }>();

  constructor(clock: Clock, pagerOf: PagerOf) {
    this.#clock = clock;
    this.#pagerOf = pagerOf;
  }

  /** A page was loaded just now. */
  note(page: CustomerPage): void {
    this.#times.set(page, { time: this.#clock.now(), steady: steadyClock.now() });
  }

  /** Many users' tags are other ones now than the pages say, or may be. */
  forgetTags(bot: string): void {
    for (const page of this.#pagerOf(bot)?.pages ?? []) this.#times.delete(page);
  }

  nameOf(bot: string, user: UserRef): string | undefined {
    return nameOf(this.#find(bot, user)?.customer);
  }

  /** The users of each loaded page that can be tagged. */
  *pagesOf(bot: string): Generator<readonly RecentUser[]> {
    for (const page of this.#pagerOf(bot)?.pages ?? []) yield usersOf(page);
  }

  /** With their time by a clock that nobody sets, too. */
  tagsOf(bot: string, user: UserRef): (SaidTags & { readonly steady: number }) | undefined {
    const found = this.#find(bot, user);
    const times = found && this.#times.get(found.page);
    const tags = found?.customer.tags;
    if (found === undefined || times === undefined || tags === undefined) return undefined;
    const fields = found.page.problems.get(found.index)?.fields ?? [];
    return { ...times, tags, isPartial: fields.some(({ field }) => field === 'tags') };
  }

  /** Who has the tag by the pages that are loaded, and when each page said so. */
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
