import type { SandboxItem, SandboxTagging } from '../../../src/base/ports.ts';
import { MemoryState } from '../../../src/sandbox/startSandbox.ts';
import { userAt, userKey } from '../../../src/sandbox/userIds.ts';

/** The sandbox's memory, which looks after each change whether somebody has lost a tag. */
export class GuardedState extends MemoryState {
  /** What went wrong. */
  readonly broken: string[] = [];
  readonly #old: ReadonlySet<string>;
  /** The tag that takes the place of the old ones, once somebody has it. */
  target: string | undefined;
  readonly #holders = new Set<string>();
  readonly #counts = new Map<string, number>();
  #isWatching = false;

  constructor(old: readonly string[], target?: string) {
    super();
    this.#old = new Set(old);
    this.target = target;
  }

  /** From now on nobody may be without a tag. */
  watch(): void {
    this.#isWatching = true;
  }

  /** Gives a customer an old tag. */
  give(index: number, tagId: string, count = 1): void {
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
    if (this.#isWatching) this.target ??= item.id;
  }

  override removeItems(ids: readonly string[]): void {
    super.removeItems(ids);
    if (!this.#isWatching) return;
    for (const user of this.#holders) this.#look(user, `after the delete of ${ids.join()}`);
  }

  override setTagging(user: string, tagId: string, tagging: SandboxTagging | null): void {
    super.setTagging(user, tagId, tagging);
    if (tagging !== null && this.#old.has(tagId)) this.#holders.add(user);
    if (!this.#isWatching) return;
    if (tagId === this.target && tagging !== null) this.#count(user);
    this.#look(user, `after a change of ${tagId}`);
  }

  #count(user: string): void {
    const times = (this.#counts.get(user) ?? 0) + 1;
    this.#counts.set(user, times);
    if (times > 1) this.broken.push(`${user} got the new tag ${times} times`);
  }

  #look(user: string, when: string): void {
    if (!this.#holders.has(user)) return;
    const taggings = this.taggings(user);
    const all = [...this.#old, ...(this.target === undefined ? [] : [this.target])];
    const isSafe = all.some((id) => this.item(id) !== undefined && taggings.get(id));
    if (!isSafe) this.broken.push(`${user} has no tag ${when}`);
  }
}
