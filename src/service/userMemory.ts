import type { UserRef, UserTag } from '../base/model.ts';
import type { Clock } from '../base/ports.ts';
import { ByUser } from '../base/userCollections.ts';

/** ms; what was learnt longer ago may have been changed by somebody else. */
export const KNOWN_FOR = 15 * 60_000;

const MAX_USERS = 200;

/** What the service said of a user's tags. */
export interface SaidTags {
  /** ms */
  readonly time: number;
  readonly tags: readonly Pick<UserTag, 'id'>[];
  /** Not all of the tags could be read: one that is not among them may be on the user all the same. */
  readonly isPartial?: boolean;
}

/** What a write of this window left behind; `undefined`: nobody knows. */
interface Written {
  readonly time: number;
  readonly isOn: boolean | undefined;
}

interface Kept {
  readonly listed: SaidTags | undefined;
  /** By tag ID; later than the list. */
  readonly written: ReadonlyMap<string, Written>;
}

/** Whether a tag is on a user, as far as this window knows without asking the service. */
export class KnownTags {
  readonly #clock: Clock;
  readonly #loaded: (bot: string, user: UserRef) => SaidTags | undefined;
  readonly #users = new ByUser<Kept>(MAX_USERS);
  /** Time of the latest write, by bot and tag ID, in ms. */
  readonly #writes = new Map<string, Map<string, number>>();

  /** @param loaded what a loaded customer page says */
  constructor(clock: Clock, loaded: (bot: string, user: UserRef) => SaidTags | undefined) {
    this.#clock = clock;
    this.#loaded = loaded;
  }

  /** The service has listed the user's tags, and no write was under way meanwhile. */
  list(bot: string, user: UserRef, tags: SaidTags['tags']): void {
    const listed = { time: this.#clock.now(), tags };
    this.#users.set(bot, user, { listed, written: new Map() });
  }

  /** @param isOn `undefined`: the write may have been carried out or not */
  write(bot: string, user: UserRef, tagId: string, isOn: boolean | undefined): void {
    const writes = this.#writes.get(bot) ?? new Map();
    this.#writes.set(bot, writes.set(tagId, this.#clock.now()));
    const known = this.#users.get(bot, user);
    const written = new Map(known?.written).set(tagId, { time: this.#clock.now(), isOn });
    this.#users.set(bot, user, { listed: known?.listed, written });
  }

  /**
   * `undefined`: it is not known, or not any more. An own write counts more than a page: that may have been asked for
   * before it.
   */
  isOn(bot: string, user: UserRef, tagId: string): boolean | undefined {
    const known = this.#users.get(bot, user);
    const written = known?.written.get(tagId);
    if (written !== undefined && this.#isFresh(written)) return written.isOn;
    const said = [known?.listed, this.#loaded(bot, user)]
      .filter((one) => one !== undefined && this.#isFresh(one))
      .reduce((a, b) => ((b?.time ?? 0) > (a?.time ?? 0) ? b : a), undefined);
    if (said === undefined) return undefined;
    if (said.tags.some(({ id }) => id === tagId)) return true;
    return said.isPartial === true ? undefined : false;
  }

  /** @returns how long ago this window last attached or detached one of the tags, or may have, in ms */
  sinceWrite(bot: string, tagIds: readonly string[]): number | undefined {
    const times = tagIds.flatMap((id) => this.#writes.get(bot)?.get(id) ?? []);
    return times.length === 0 ? undefined : this.#clock.now() - Math.max(...times);
  }

  forget(bot: string): void {
    this.#users.forget(bot);
    this.#writes.delete(bot);
  }

  #isFresh({ time }: { readonly time: number }): boolean {
    return this.#clock.now() - time <= KNOWN_FOR;
  }
}
