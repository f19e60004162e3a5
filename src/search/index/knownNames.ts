import type { TagCondition, Vocabulary } from '../segment.ts';
import type { TagDictionary } from './dictionary.ts';

const KNOWN = new WeakMap<Vocabulary, KnownNames>();

/** Made once for a list: many indexes of few rows may ask for it. */
export function knownNames(vocabulary: Vocabulary): KnownNames {
  const known = KNOWN.get(vocabulary) ?? new KnownNames(vocabulary);
  KNOWN.set(vocabulary, known);
  return known;
}

/** The list's names and folders, to be asked often. */
class KnownNames {
  readonly vocabulary: Vocabulary;
  readonly #tagIds = new Map<string, string[]>();
  readonly #tagsIn = new Map<string, string[]>();
  readonly #foldersIn = new Map<string, string[]>();
  readonly #folderIds = new Map<string, string[]>();

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary;
    for (const { id, name, folder } of vocabulary.tags) {
      put(this.#tagIds, name, id);
      if (folder !== null) put(this.#tagsIn, folder, id);
    }
    for (const { id, name, parent } of vocabulary.folders) {
      put(this.#folderIds, name, id);
      if (parent !== null) put(this.#foldersIn, parent, id);
    }
  }

  /** The numbers of the tags on customers that this condition is about, each once. */
  codesOf({ by, value }: Pick<TagCondition, 'by' | 'value'>, tags: TagDictionary): number[] {
    const withIds = (ids: Iterable<string>): number[] => [...ids].flatMap((id) => tags.withId(id));
    switch (by) {
      case 'tag': {
        const listed = withIds(this.#tagIds.get(value) ?? []);
        return [...new Set([...tags.withName(value), ...listed])];
      }
      case 'tagid':
        return [...tags.withKey(value)];
      case 'folder':
        return withIds(this.#below(this.#folderIds.get(value) ?? []));
      case 'folderid':
        return withIds(this.#below([value]));
    }
  }

  /** Tags below these folders; folders that stand in each other are gone through once. */
  #below(folders: readonly string[]): ReadonlySet<string> {
    const seen = new Set(folders);
    const ids = new Set<string>();
    for (const folder of seen) {
      for (const id of this.#tagsIn.get(folder) ?? []) ids.add(id);
      for (const inner of this.#foldersIn.get(folder) ?? []) seen.add(inner);
    }
    return ids;
  }
}

export type { KnownNames };

function put(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
