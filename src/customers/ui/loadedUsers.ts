import type { ListedTags, RecentUser } from '../../service/userMemory.ts';
import type { RunTagging } from '../../service/tagActions.ts';
import type { CustomerPage, UserRef } from '../../base/model.ts';
import { type Clock, steadyClock } from '../../base/ports.ts';
import type { CustomerPanel } from './customerPanel.ts';
import { findUser, nameOf, usersOf } from './rows.ts';

type OpenPanels = ReadonlyMap<string, Pick<CustomerPanel, 'pager' | 'showTagged'>>;

/** Facts about users, read from the pages that are loaded in open Customers panels. */
export class LoadedUsers {
  readonly #clock: Clock;
  readonly #panels: OpenPanels;
  /** Load time of each page, in ms: `time` by the system clock, `steadyTime` by a monotonic clock. */
  readonly #times = new WeakMap<
    CustomerPage,
    { readonly time: number; readonly steadyTime: number }
  >();

  constructor(clock: Clock, panels: OpenPanels) {
    this.#clock = clock;
    this.#panels = panels;
  }

  recordLoadTime(page: CustomerPage): void {
    this.#times.set(page, { time: this.#clock.now(), steadyTime: steadyClock.now() });
  }

  /** Removes the load times of a bot's pages, so that their tags, which may have changed, are no longer used. */
  removeLoadTimes(botKey: string): void {
    for (const page of this.#panels.get(botKey)?.pager.pages ?? []) this.#times.delete(page);
  }

  /**
   * Shows tag changes of a run in the bot's open panel, and removes the load times of its pages.
   * @param changes called only if the panel is open
   */
  showTagged(botKey: string, changes: () => readonly RunTagging[]): void {
    this.removeLoadTimes(botKey);
    this.#panels.get(botKey)?.showTagged(changes());
  }

  /** Returns the name of a user as last loaded; `undefined` if the user is not loaded or has no name. */
  nameOf(botKey: string, user: UserRef): string | undefined {
    return nameOf(this.#find(botKey, user)?.customer);
  }

  /** Yields, for each loaded page, its users that can be tagged. */
  *pagesOf(botKey: string): Generator<readonly RecentUser[]> {
    for (const page of this.#panels.get(botKey)?.pager.pages ?? []) yield usersOf(page);
  }

  /** Returns `undefined` if the user is not loaded or has no valid tags, or if the load time was removed. */
  tagsOf(
    botKey: string,
    user: UserRef,
  ): (ListedTags & { readonly steadyTime: number }) | undefined {
    const foundRecord = this.#find(botKey, user);
    const times = foundRecord && this.#times.get(foundRecord.page);
    const tags = foundRecord?.customer.tags;
    if (foundRecord === undefined || times === undefined || tags === undefined) return undefined;
    const fields = foundRecord.page.problems.get(foundRecord.index)?.fields ?? [];
    return { ...times, tags, isPartial: fields.some(({ field }) => field === 'tags') };
  }

  /** Returns the users that have the tag according to the loaded pages, with the load time of the page. */
  holdersOf(
    botKey: string,
    tagId: string,
  ): readonly { readonly user: UserRef; readonly time: number }[] {
    const pager = this.#panels.get(botKey)?.pager;
    return (pager?.pages ?? []).flatMap((page) => {
      const times = this.#times.get(page);
      if (times === undefined) return [];
      const holders = usersOf(page, ({ tags }) => tags?.some(({ id }) => id === tagId) === true);
      return holders.map(({ user }) => ({ user, time: times.time }));
    });
  }

  #find(botKey: string, user: UserRef): ReturnType<typeof findUser> {
    const pager = this.#panels.get(botKey)?.pager;
    return pager && findUser(pager, user);
  }
}
