import type { Segment, TagCondition, Vocabulary } from './segment.ts';
import { tagsIn } from './unknownNames.ts';

/** As much of a list as a segment names: it is true of the same customers with it as with all of the list. */
export function namedVocabulary(segment: Segment, { tags, folders }: Vocabulary): Vocabulary {
  const conditions = tagsIn(segment);
  const valuesOf = (kind: TagCondition['by']): ReadonlySet<string> =>
    new Set(conditions.filter(({ by }) => by === kind).map(({ value }) => value));
  const [tagNames, folderNames] = [valuesOf('tag'), valuesOf('folder')];
  const below = new Set(valuesOf('folderid'));
  for (const { id, name } of folders) if (folderNames.has(name)) below.add(id);
  const inner = Map.groupBy(folders, ({ parent }) => parent);
  // Also those that are added on the way.
  for (const folder of below) for (const { id } of inner.get(folder) ?? []) below.add(id);
  const isBelow = (folder: string | null): boolean => folder !== null && below.has(folder);
  return {
    tags: tags.filter(({ name, folder }) => tagNames.has(name) || isBelow(folder)),
    folders: folders.filter(({ id }) => below.has(id)),
  };
}
