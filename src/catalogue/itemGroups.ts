/** More siblings of one kind than this are shown in groups: VS Code draws every row of a level before the first is seen. */
export const GROUPED_ABOVE = 2000;

/** Siblings in a group, and groups in a group of groups. */
const SIZE = 1000;

/** A rest below this part of a group stands in the last one. */
const REST = 0.1;

/** Siblings from one position on, and up to another one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface GroupSpan extends Span {
  /** How many siblings each group of its level has, but for the last. */
  readonly unit: number;
}

/** The groups that a span is shown as; none when it needs none. */
export function groupsIn({ start, end }: Span): readonly GroupSpan[] {
  const count = end - start;
  if (count <= GROUPED_ABOVE) return [];
  let unit = SIZE;
  while (count > unit * SIZE * (1 + REST)) unit *= SIZE;
  const groups = Math.ceil((count - unit * REST) / unit);
  return Array.from({ length: groups }, (_, at) => ({
    unit,
    start: start + at * unit,
    end: at === groups - 1 ? end : start + (at + 1) * unit,
  }));
}

/** The groups that a position stands in, outermost first. */
export function groupsAt(span: Span, position: number): readonly GroupSpan[] {
  const found: GroupSpan[] = [];
  const holds = ({ start, end }: Span): boolean => position >= start && position < end;
  for (let at = groupsIn(span).find(holds); at !== undefined; at = groupsIn(at).find(holds)) {
    found.push(at);
  }
  return found;
}

/**
 * The shortest beginnings that tell the first and the last name of a group from each other and from its neighbours'.
 * @param before the name that stands before the first, if any
 * @param after the name that stands behind the last, if any
 */
export function beginnings(
  [first, last]: readonly [string, string],
  before: string | undefined,
  after: string | undefined,
): readonly [string, string] {
  return [beginning(first, [before, last]), beginning(last, [first, after])];
}

function beginning(name: string, others: readonly (string | undefined)[]): string {
  const letters = Array.from(name);
  let text = '';
  for (const letter of letters) {
    text += letter;
    const folded = text.toLowerCase();
    if (!others.some((other) => other?.toLowerCase().startsWith(folded) === true)) break;
  }
  return text.trimEnd();
}
