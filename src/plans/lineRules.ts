import { taggingOf, type PlanAction, type PlanHead, type Tagging } from '../base/plan.ts';
import { NO_INDEXES } from './planLines.ts';

/** Rules from the head of a plan for reading its lines. */
export class LineRules {
  /** Actions that a line may have, with the indexes of the tags that the action does not apply to. */
  readonly actions: ReadonlyMap<unknown, readonly number[]>;
  readonly tagCount: number;
  /** Pairs of indexes of the same tag, to attach and to detach. One line must not do both. */
  readonly #opposites: readonly (readonly [number, number])[];
  readonly #pageIds = new Map<string, string>();

  constructor({ action, tags }: Pick<PlanHead, 'action' | 'tags'>) {
    const indexesOf = (tagging: Tagging): readonly number[] =>
      [...tags.keys()].filter((index) => taggingOf({ action }, tags[index] ?? {}) === tagging);
    const [attached, detached] = [indexesOf('attach'), indexesOf('detach')];
    const actions = new Map<PlanAction, readonly number[]>([[action, NO_INDEXES]]);
    if (action === 'attach and detach') actions.set('attach', detached).set('detach', attached);
    this.actions = actions;
    this.tagCount = tags.length;
    this.#opposites = attached.flatMap((attach) =>
      detached
        .filter((detach) => tags[attach]?.id === tags[detach]?.id)
        .map((detach) => [attach, detach] as const),
    );
  }

  /** Returns the shared string for a page ID, so that it is in memory once and not once per user. */
  sharedPageId(id: string): string {
    const firstString = this.#pageIds.get(id);
    if (firstString === undefined) this.#pageIds.set(id, id);
    return firstString ?? id;
  }

  /**
   * Returns the indexes of all tags that a line leaves out: those that its action does not apply to, and its `except`.
   * @returns undefined if the line would change nothing, or attach and detach the same tag
   */
  exceptions(
    tagsNotOfAction: readonly number[],
    lineExceptions: readonly number[],
  ): readonly number[] | undefined {
    const except =
      tagsNotOfAction.length === 0
        ? lineExceptions
        : [...new Set([...tagsNotOfAction, ...lineExceptions])].sort((a, b) => a - b);
    const hasOpposites = this.#opposites.some(
      (pair) => !pair.some((index) => except.includes(index)),
    );
    return hasOpposites || except.length >= this.tagCount ? undefined : except;
  }
}
