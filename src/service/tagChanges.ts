/** What is to be done to a user's tags, by tag ID. */
export interface TagChanges {
  readonly attach: readonly string[];
  readonly detach: readonly string[];
}

export const NO_CHANGES: TagChanges = { attach: [], detach: [] };

type Ids = Iterable<string>;

/** What makes the one of the other. */
export function changesBetween(before: Ids, after: Ids): TagChanges {
  const [old, wanted] = [new Set(before), new Set(after)];
  return {
    attach: [...wanted].filter((id) => !old.has(id)),
    detach: [...old].filter((id) => !wanted.has(id)),
  };
}

export function isNothing({ attach, detach }: TagChanges): boolean {
  return attach.length === 0 && detach.length === 0;
}

/** Those that still have to be made where the tags are these now. */
export function stillToDo(changes: TagChanges, now: Ids): TagChanges {
  const there = new Set(now);
  return {
    attach: changes.attach.filter((id) => !there.has(id)),
    detach: changes.detach.filter((id) => there.has(id)),
  };
}

/** The tags once the changes are made. */
export function withChanges(now: Ids, { attach, detach }: TagChanges): ReadonlySet<string> {
  const gone = new Set(detach);
  return new Set([...now, ...attach].filter((id) => !gone.has(id)));
}

/** The changes that are not among the others. */
export function without(changes: TagChanges, others: TagChanges): TagChanges {
  return {
    attach: changes.attach.filter((id) => !others.attach.includes(id)),
    detach: changes.detach.filter((id) => !others.detach.includes(id)),
  };
}
