import { parseSegment } from './parseSegment.ts';
import type { Condition, SavedSegment, Segment, TagCondition, Vocabulary } from './segment.ts';
import { segmentText } from './segmentText.ts';

type UnknownName = Pick<TagCondition, 'by' | 'value'>;

/** Tag as loaded customers show it. */
export interface SeenTag {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the tags and folders, each once, that are neither in the vocabulary nor, for tags, on any customer. A
 * condition with such a name matches no customer, which may be intended but is usually a typo.
 */
export function unknownNames(
  segment: Segment,
  vocabulary: Vocabulary,
  seen: Iterable<SeenTag>,
): readonly UnknownName[] {
  const knownNames = {
    tag: new Set(vocabulary.tags.map(({ name }) => name)),
    tagid: new Set(vocabulary.tags.map(({ id }) => id)),
    folder: new Set(vocabulary.folders.map(({ name }) => name)),
    folderid: new Set(vocabulary.folders.map(({ id }) => id)),
  };
  for (const { folder } of vocabulary.tags) if (folder !== null) knownNames.folderid.add(folder);
  for (const { id, name } of seen) {
    knownNames.tag.add(name);
    knownNames.tagid.add(id);
  }
  const unknownByText = new Map<string, UnknownName>();
  for (const { by, value } of tagsIn(segment)) {
    if (!knownNames[by].has(value)) unknownByText.set(`${by}:${value}`, { by, value });
  }
  return [...unknownByText.values()];
}

/** Returns the conditions on tags and folders, also those under `not`. */
export function tagsIn(segment: Segment): readonly TagCondition[] {
  return conditionsIn(segment).filter((condition) => condition.kind === 'tag');
}

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

/** Reduces a vocabulary to the entries with which the segment still matches the same customers. */
export function namedVocabulary(segment: Segment, { tags, folders }: Vocabulary): Vocabulary {
  const conditions = tagsIn(segment);
  const valuesOf = (kind: TagCondition['by']): ReadonlySet<string> =>
    new Set(conditions.filter(({ by }) => by === kind).map(({ value }) => value));
  const [tagNames, folderNames] = [valuesOf('tag'), valuesOf('folder')];
  const folderIds = new Set(valuesOf('folderid'));
  for (const { id, name } of folders) if (folderNames.has(name)) folderIds.add(id);
  const childFolders = Map.groupBy(folders, ({ parent }) => parent);
  // The loop also visits the folders that it adds to the set.
  for (const folder of folderIds)
    for (const { id } of childFolders.get(folder) ?? []) folderIds.add(id);
  const isInFolders = (folder: string | null): boolean => folder !== null && folderIds.has(folder);
  return {
    tags: tags.filter(({ name, folder }) => tagNames.has(name) || isInFolders(folder)),
    folders: folders.filter(({ id }) => folderIds.has(id)),
  };
}

/** Maximum number of saved segments that one search may use, including nested segments. */
const MAX_USES = 100;

const MATCHES_NOBODY: Condition = { kind: 'tags', comparison: '<', number: 0 };
const MATCHES_EVERYBODY: Condition = { kind: 'tags', comparison: '>=', number: 0 };

interface ExpandedSearch {
  /** Search without `segment:` conditions. Unchanged if it had none, or cannot be parsed. */
  readonly text: string;
  /** Segments that are not saved, cannot be parsed, use themselves, or exceed `MAX_USES`. They match no customer. */
  readonly unusable: readonly string[];
}

/** Replaces each `segment:` condition by the search saved under its name. The first of equal names wins. */
export function expandSegments(
  text: string,
  saved: readonly Pick<SavedSegment, 'name' | 'text'>[],
): ExpandedSearch {
  const { segment } = parseSegment(text);
  const usesSavedSegment =
    segment !== undefined && conditionsIn(segment).some(({ kind }) => kind === 'segment');
  if (!usesSavedSegment) return { text, unusable: [] };
  const unusable = new Set<string>();
  let useCount = 0;

  function expandNamed(name: string, outerNames: readonly string[]): Segment {
    const savedSegment = saved.find((candidate) => candidate.name === name);
    const parsed = parseSegment(savedSegment?.text ?? '');
    const isUsable =
      savedSegment !== undefined && parsed.problem === undefined && !outerNames.includes(name);
    if (!isUsable || ++useCount > MAX_USES) {
      unusable.add(name);
      return MATCHES_NOBODY;
    }
    return parsed.segment === undefined
      ? MATCHES_EVERYBODY
      : expand(parsed.segment, [...outerNames, name]);
  }

  function expand(part: Segment, outerNames: readonly string[]): Segment {
    switch (part.kind) {
      case 'and':
      case 'or':
        return { kind: part.kind, parts: part.parts.map((inner) => expand(inner, outerNames)) };
      case 'not':
        return { kind: 'not', part: expand(part.part, outerNames) };
      case 'segment':
        return expandNamed(part.name, outerNames);
      default:
        return part;
    }
  }

  const expanded = segmentText(expand(segment, []));
  return { text: expanded, unusable: [...unusable] };
}
