/** Arguments of VS Code's `workbench.action.findInFiles`. */
export interface WorkspaceSearch {
  readonly query: string;
  readonly isRegex: boolean;
  readonly replace?: string;
}

/**
 * Returns a search for IDs: as text if there is one, else as a pattern.
 * @param replacement ID that replaces all of them
 */
export function searchFor(ids: readonly string[], replacement?: string): WorkspaceSearch {
  const [id = '', ...others] = ids;
  const isRegex = others.length > 0;
  // The longest first: a pattern takes the first alternative that fits, which may be the beginning of another ID.
  const longestFirst = ids.toSorted((one, other) => other.length - one.length);
  const query = isRegex ? longestFirst.map(escaped).join('|') : id;
  if (replacement === undefined) return { query, isRegex };
  // In the replacement of a pattern, $ refers to a part of the match.
  return { query, isRegex, replace: isRegex ? replacement.replaceAll('$', '$$$$') : replacement };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
