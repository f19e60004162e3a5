import type { SandboxItem, SandboxState, SandboxTagging } from '../base/ports.ts';

const NO_TAGGINGS: ReadonlyMap<string, SandboxTagging | null> = new Map();

/** Forgets everything when the sandbox ends. */
export class MemoryState implements SandboxState {
  readonly #items = new Map<string, SandboxItem>();
  readonly #taggings = new Map<string, Map<string, SandboxTagging | null>>();
  #seeded = false;

  seedOnce(items: readonly SandboxItem[]): void {
    if (this.#seeded) return;
    this.#seeded = true;
    for (const item of items) this.addItem(item);
  }

  items(): readonly SandboxItem[] {
    return [...this.#items.values()];
  }

  item(id: string): SandboxItem | undefined {
    return this.#items.get(id);
  }

  addItem(item: SandboxItem): void {
    this.#items.set(item.id, item);
  }

  removeItems(ids: readonly string[]): void {
    for (const id of ids) this.#items.delete(id);
    for (const [user, taggings] of this.#taggings) {
      for (const id of ids) taggings.delete(id);
      if (taggings.size === 0) this.#taggings.delete(user);
    }
  }

  taggings(user: string): ReadonlyMap<string, SandboxTagging | null> {
    return this.#taggings.get(user) ?? NO_TAGGINGS;
  }

  setTagging(user: string, tagId: string, tagging: SandboxTagging | null): void {
    let taggings = this.#taggings.get(user);
    if (!taggings) this.#taggings.set(user, (taggings = new Map()));
    taggings.set(tagId, tagging);
  }

  /** Nothing can come between: every method is synchronous and nobody else has this memory. */
  atomically<T>(step: () => T): T {
    return step();
  }
}
