import type { SandboxItem, SandboxTagging } from '../../../src/base/ports.ts';
import { MemoryState } from '../../../src/sandbox/startSandbox.ts';
import { userAt, userKey } from '../../../src/sandbox/userIds.ts';

/**
 * Memory of the sandbox that checks after each change that each user who had an old tag has an old tag or the new tag,
 * and that no user received the new tag twice.
 */
export class GuardedState extends MemoryState {
  /** Violations found so far. */
  readonly violations: string[] = [];
  readonly #oldTags: ReadonlySet<string>;
  /** Tag that replaces the old tags, once it exists. */
  newTag: string | undefined;
  /** Users who have had an old tag. */
  readonly #holders = new Set<string>();
  readonly #attachCounts = new Map<string, number>();
  #isWatching = false;

  constructor(oldTags: readonly string[], newTag?: string) {
    super();
    this.#oldTags = new Set(oldTags);
    this.newTag = newTag;
  }

  /** Starts both checks. */
  watch(): void {
    this.#isWatching = true;
  }

  /** Attaches a tag to a customer. */
  attachTag(index: number, tagId: string, count = 1): void {
    this.setTagging(userKey(userAt(index)), tagId, { timestamp: 1, count });
  }

  has(index: number, tagId: string): boolean {
    const tagging = this.taggings(userKey(userAt(index))).get(tagId);
    return tagging !== undefined && tagging !== null;
  }

  countOf(index: number, tagId: string): number {
    return this.taggings(userKey(userAt(index))).get(tagId)?.count ?? 0;
  }

  override addItem(item: SandboxItem): void {
    super.addItem(item);
    if (this.#isWatching) this.newTag ??= item.id;
  }

  override removeItems(ids: readonly string[]): void {
    super.removeItems(ids);
    if (!this.#isWatching) return;
    for (const user of this.#holders) this.#checkHasTag(user, `after the delete of ${ids.join()}`);
  }

  override setTagging(user: string, tagId: string, tagging: SandboxTagging | null): void {
    super.setTagging(user, tagId, tagging);
    if (tagging !== null && this.#oldTags.has(tagId)) this.#holders.add(user);
    if (!this.#isWatching) return;
    if (tagId === this.newTag && tagging !== null) this.#countAttach(user);
    this.#checkHasTag(user, `after a change of ${tagId}`);
  }

  #countAttach(user: string): void {
    const times = (this.#attachCounts.get(user) ?? 0) + 1;
    this.#attachCounts.set(user, times);
    if (times > 1) this.violations.push(`${user} got the new tag ${times} times`);
  }

  #checkHasTag(user: string, when: string): void {
    if (!this.#holders.has(user)) return;
    const taggings = this.taggings(user);
    const tagIds = [...this.#oldTags, ...(this.newTag === undefined ? [] : [this.newTag])];
    const isSafe = tagIds.some((id) => this.item(id) !== undefined && taggings.get(id));
    if (!isSafe) this.violations.push(`${user} has no tag ${when}`);
  }
}
