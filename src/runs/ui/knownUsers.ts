import type { UserRef } from '../../base/model.ts';
import type { WriteRecord } from '../../catalogue/journal.ts';
import type { CustomerServices } from '../../customers/ui/customerServices.ts';
import type { Recorder } from '../recorder.ts';
import { holdersAt } from '../undoing.ts';

interface Needs extends Pick<CustomerServices, 'journal' | 'memory' | 'loaded'> {
  readonly recorder: Recorder;
}

/** Customers that this window knows, for the Journal and for Undo. */
export class KnownUsers {
  readonly #services: Needs;

  constructor(services: Needs) {
    this.#services = services;
  }

  /** Returns the customer's name if this window knows it, otherwise the ID. */
  nameOf(bot: string, user: UserRef): string {
    const { memory, loaded } = this.#services;
    return memory.nameOf(bot, user) ?? loaded.nameOf(bot, user) ?? user.rawUid ?? user.uid ?? '';
  }

  /** Returns the customers who are known to have had a deleted tag. */
  async holdersOf(deleted: WriteRecord): Promise<readonly UserRef[]> {
    const { journal, recorder, loaded } = this.#services;
    const { bot, itemId } = deleted;
    const observed = {
      tagged: loaded.holdersOf(bot, itemId).map((holder) => ({ ...holder, isAttached: true })),
      // Also for customers without the tag, unlike `tagged`.
      forUser: (user: UserRef) => {
        const found = loaded.tagsOf(bot, user);
        if (found === undefined) return undefined;
        return { user, time: found.time, isAttached: found.tags.some(({ id }) => id === itemId) };
      },
    };
    // All writes, whatever their number.
    const writes = (await journal()).writes(Number.MAX_SAFE_INTEGER);
    return holdersAt(deleted, writes, observed, (write) => recorder.userOf(write));
  }
}
