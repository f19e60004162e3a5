/** Columns that belong together, by the names that they should have and by longer ones that say more. */
export interface ColumnGroup {
  readonly names: readonly string[];
  readonly longer: readonly string[];
}

/** A name for each column that no other one has: the longer ones for groups of which a name is another's too. */
export function uniqueNames(groups: readonly ColumnGroup[]): readonly string[] {
  const isLonger = new Set<ColumnGroup>();
  const namesOf = (group: ColumnGroup): readonly string[] =>
    isLonger.has(group) ? group.longer : group.names;
  for (;;) {
    const shared = sharedNames(groups.flatMap(namesOf));
    const found = groups.filter(
      (group) => !isLonger.has(group) && group.names.some((name) => shared.has(name)),
    );
    if (found.length === 0) break;
    for (const group of found) isLonger.add(group);
  }
  return numbered(groups.flatMap(namesOf));
}

function sharedNames(names: readonly string[]): ReadonlySet<string> {
  const met = new Set<string>();
  return new Set(names.filter((name) => met.has(name) || !met.add(name)));
}

/** Whoever makes up names with brackets can still make two that are alike. */
function numbered(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  const given = new Set<string>();
  // From where on: thousands may have the same name.
  const next = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    for (let count = next.get(name) ?? 2; given.has(unique); count++) {
      const candidate = `${name} (${count})`;
      if (!taken.has(candidate)) unique = candidate;
      next.set(name, count + 1);
    }
    given.add(unique);
    return unique;
  });
}
