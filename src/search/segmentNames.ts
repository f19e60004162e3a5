import type { Condition, Segment, TagCondition, Vocabulary } from './segment.ts';

/** Unknown tag or folder in a segment. */
type UnknownName = Pick<TagCondition, 'by' | 'value'>;

/** Tag as loaded customers show it. */
export interface SeenTag {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns tags and folders that neither the list nor, for tags, any customer has. Such a condition
 * matches no customer, which may be intended but is usually a typo. Each name is returned once, in
 * the order of the segment.
 *
 * @param seen tags on customers
 */
export function unknownNames(
  segment: Segment,
  vocabulary: Vocabulary,
  seen: Iterable<SeenTag>,
): readonly UnknownName[] {
  const known = {
    tag: new Set(vocabulary.tags.map(({ name }) => name)),
    tagid: new Set(vocabulary.tags.map(({ id }) => id)),
    folder: new Set(vocabulary.folders.map(({ name }) => name)),
    folderid: new Set(vocabulary.folders.map(({ id }) => id)),
  };
  for (const { folder } of vocabulary.tags) if (folder !== null) known.folderid.add(folder);
  for (const { id, name } of seen) {
    known.tag.add(name);
    known.tagid.add(id);
  }
  const found = new Map<string, UnknownName>();
  for (const { by, value } of tagsIn(segment)) {
    if (!known[by].has(value)) found.set(`${by}:${value}`, { by, value });
  }
  return [...found.values()];
}

/** Conditions of a segment about tags and folders, in order. */
export function tagsIn(segment: Segment): readonly TagCondition[] {
  return conditionsIn(segment).filter((condition) => condition.kind === 'tag');
}

/** All conditions of a segment, in order. */
export function conditionsIn(segment: Segment): readonly Condition[] {
  switch (segment.kind) {
    case 'and':
    case 'or':
      return segment.parts.flatMap(conditionsIn);
    case 'not':
      return conditionsIn(segment.part);
    default:
      return [segment];
  }
}

/**
 * Reduces a list to the entries that a segment names. The segment matches the same customers with
 * the reduced list.
 */
export function namedVocabulary(segment: Segment, { tags, folders }: Vocabulary): Vocabulary {
  const conditions = tagsIn(segment);
  const valuesOf = (kind: TagCondition['by']): ReadonlySet<string> =>
    new Set(conditions.filter(({ by }) => by === kind).map(({ value }) => value));
  const [tagNames, folderNames] = [valuesOf('tag'), valuesOf('folder')];
  const below = new Set(valuesOf('folderid'));
  for (const { id, name } of folders) if (folderNames.has(name)) below.add(id);
  const inner = Map.groupBy(folders, ({ parent }) => parent);
  // The loop also visits folders that it adds itself.
  for (const folder of below) for (const { id } of inner.get(folder) ?? []) below.add(id);
  const isBelow = (folder: string | null): boolean => folder !== null && below.has(folder);
  return {
    tags: tags.filter(({ name, folder }) => tagNames.has(name) || isBelow(folder)),
    folders: folders.filter(({ id }) => below.has(id)),
  };
}
