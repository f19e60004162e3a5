import type { UserRef, UserTag } from '../model.ts';
import { ByUser } from './byUser.ts';
import { readTag } from './readTag.ts';

/** A user's tags at one time. */
export interface TagMoment {
  /** ms */
  readonly time: number;
  readonly tags: readonly UserTag[];
}

const MAX_USERS = 200;
const MAX_MOMENTS = 20;

/** What this window was told of users' tags, and when. In memory only: it goes with the window. */
export class TagMoments {
  readonly #users = new ByUser<readonly TagMoment[]>(MAX_USERS);

  keep(bot: string, user: UserRef, moment: TagMoment): void {
    this.#users.set(bot, user, [...this.of(bot, user), moment].slice(-MAX_MOMENTS));
  }

  /** Oldest first. */
  of(bot: string, user: UserRef): readonly TagMoment[] {
    return this.#users.get(bot, user) ?? [];
  }

  /** Forgets a bot's users. */
  forget(bot: string): void {
    this.#users.forget(bot);
  }
}

/** The tags that stand in any answer or record about one user, sorted by ID; `undefined` when there are none to find. */
export function tagsIn(value: unknown): readonly UserTag[] | undefined {
  if (Array.isArray(value)) {
    const tags = value.map(tagOf);
    if (tags.every((tag) => tag !== undefined)) return sorted(tags);
    const lists = value.map((entry) => tagsIn(Reflect.get(Object(entry), 'tags')));
    return lists.every((list) => list !== undefined) ? sorted(lists.flat()) : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return tagsIn(Reflect.get(value, 'res') ?? Reflect.get(value, 'tags'));
}

/** As JSON for an editor: what a record counts and a list does not is left out. A time that is not known is `null`. */
export function tagsText(tags: readonly UserTag[]): string {
  const shown = sorted(tags).map(({ id, name, timestamp = null }) => {
    const date = new Date(timestamp ?? Number.NaN);
    const time = Number.isNaN(date.getTime()) ? null : date.toISOString();
    return { id, name, timestamp, time };
  });
  return `${JSON.stringify(shown, undefined, 2)}\n`;
}

function sorted(tags: readonly UserTag[]): readonly UserTag[] {
  return tags.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
}

/** Customers and lists of tags may have an ID and a name too. */
function tagOf(value: unknown): UserTag | undefined {
  const hasTags = typeof value === 'object' && value !== null && 'tags' in value;
  return hasTags ? undefined : readTag(value);
}
