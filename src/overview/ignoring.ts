import type { TidyFinding, TidyReason, TidyTag } from './tidyUp.ts';

/** What a person wants to read no more: a reason and a tag's ID, or of a group all of them; a line each. */
export type Ignored = string;

/** By which a finding is ignored: a group as a whole, until it is another one; else each of its tags. */
export function ignoringOf({ reason, tags }: TidyFinding): readonly Ignored[] {
  const ids = tags.map(({ id }) => id);
  return isGroup(reason)
    ? [[reason, ...ids.toSorted()].join('\n')]
    : ids.map((id) => `${reason}\n${id}`);
}

/** Without what is ignored. */
export function withoutIgnored<T extends TidyTag>(
  findings: readonly TidyFinding<T>[],
  ignored: readonly Ignored[],
): readonly TidyFinding<T>[] {
  const known = new Set(ignored);
  return findings.flatMap((finding) => {
    const { reason, tags } = finding;
    if (isGroup(reason)) return known.has(ignoringOf(finding)[0] ?? '') ? [] : [finding];
    const left = tags.filter(({ id }) => !known.has(`${reason}\n${id}`));
    return left.length === 0 ? [] : [{ ...finding, tags: left }];
  });
}

export function isGroup(reason: TidyReason): boolean {
  return reason === 'similar' || reason === 'sameName';
}
