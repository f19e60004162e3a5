import { userOf } from '../base/customerUser.ts';
import type { Customer, UserRef } from '../base/model.ts';
import { SeenUsers } from '../base/seenUsers.ts';
import type { AudienceFormat, LeftOut } from '../base/audience.ts';

/** A user of an audience. */
export type Member = UserRef & { readonly rawUid: string };

const PLATFORMS: Readonly<Record<AudienceFormat, readonly string[]>> = {
  line: ['LINE'],
  userIds: ['LINE', 'FB'],
};

/** Who of the customers is in an audience. It knows whom it met. */
export class AudienceSorter {
  readonly #format: AudienceFormat;
  readonly #seen = new SeenUsers();
  readonly #leftOut = { otherPlatform: 0, withoutId: 0, doubles: 0, untaggable: 0 };

  constructor(format: AudienceFormat) {
    this.#format = format;
  }

  get leftOut(): LeftOut {
    return { ...this.#leftOut };
  }

  /** @returns `undefined` for whom is left out, and counts why */
  take(customer: Customer | undefined): Member | undefined {
    const found = this.#sorted(customer);
    if (typeof found !== 'string') return found;
    this.#leftOut[found]++;
    return undefined;
  }

  #sorted(customer: Customer | undefined): Member | keyof LeftOut {
    if (customer === undefined) return 'untaggable';
    const { id = '', platform } = customer;
    const isElsewhere = platform !== undefined && !PLATFORMS[this.#format].includes(platform);
    if (isElsewhere) return 'otherPlatform';
    if (!/\S/.test(id)) return 'withoutId';
    const user = userOf(customer);
    if (typeof user === 'string' || !isId(id) || !/\S/.test(user.pageId)) return 'untaggable';
    return this.#seen.add(user) ? { ...user, rawUid: id } : 'doubles';
  }
}

/** A space or a line break within an ID would make two of it, and a mark before the first one another encoding. */
function isId(text: string): boolean {
  return text.isWellFormed() && !/[\s\p{Cc}]/u.test(text);
}
