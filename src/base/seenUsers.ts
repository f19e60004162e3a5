import type { UserRef } from './model.ts';

/** Which users were met already. By the IDs themselves and not by a hash of them: nobody is taken for somebody else. */
export class SeenUsers {
  /** By page, then by channel and kind of ID: no key is put together for each user, which takes longer than to look. */
  readonly #pages = new Map<string, Map<number, Set<string>>>();

  /** @returns whether this is the first time */
  add({ rawUid, uid, pageId, channel }: UserRef): boolean {
    const ids = this.#idsOf(pageId, 2 * channel + (rawUid === undefined ? 0 : 1));
    const id = rawUid ?? uid ?? '';
    if (ids.has(id)) return false;
    ids.add(id);
    return true;
  }

  #idsOf(pageId: string, kind: number): Set<string> {
    let kinds = this.#pages.get(pageId);
    if (kinds === undefined) this.#pages.set(pageId, (kinds = new Map()));
    let ids = kinds.get(kind);
    if (ids === undefined) kinds.set(kind, (ids = new Set()));
    return ids;
  }
}
