import type { UserRef } from '../model.ts';

/** Which users were met already. By the IDs themselves and not by a hash of them: nobody is taken for somebody else. */
export class SeenUsers {
  /** IDs by where they are valid, so that a page's ID is kept once and not with each of its users. */
  readonly #places = new Map<string, Set<string>>();

  /** @returns whether this is the first time */
  add({ rawUid, uid, pageId, channel }: UserRef): boolean {
    const id = rawUid ?? uid ?? '';
    const place = `${rawUid === undefined ? 'e' : 'r'}${channel}\n${pageId}`;
    const ids = this.#places.get(place);
    if (ids === undefined) this.#places.set(place, new Set([id]));
    else if (ids.has(id)) return false;
    else ids.add(id);
    return true;
  }
}
