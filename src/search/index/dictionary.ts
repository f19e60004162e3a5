import type { TagCondition, Vocabulary } from '../segment.ts';
import { numberIn } from '../words.ts';

/** Dictionary of shared texts. Each text has a small code, counted from 0. */
export class Dictionary {
  readonly #codes = new Map<string, number>();

  /** Texts in the order of their codes. */
  get texts(): Iterable<string> {
    return this.#codes.keys();
  }

  get size(): number {
    return this.#codes.size;
  }

  add(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    const code = this.#codes.size;
    this.#codes.set(text, code);
    return code;
  }

  /** Returns the known texts in the order of `codes`. */
  textsOf(codes: readonly number[]): readonly string[] {
    const wanted = new Map(codes.map((code, place) => [code, place]));
    const places: [place: number, text: string][] = [];
    let code = 0;
    for (const text of this.#codes.keys()) {
      if (places.length === wanted.size) break;
      const place = wanted.get(code++);
      if (place !== undefined) places.push([place, text]);
    }
    return places.sort(([a], [b]) => a - b).map(([, text]) => text);
  }

  codeOf(text: string): number | undefined {
    return this.#codes.get(text);
  }
}

/** Dictionary that also stores the numeric value of each text. */
export class ValueDictionary extends Dictionary {
  /** Numbers by code; `NaN` for text that is not a number. */
  numbers = new Float64Array(64);
  #size = 0;

  override add(text: string): number {
    const code = super.add(text);
    if (code < this.#size) return code;
    if (code >= this.numbers.length) {
      const larger = new Float64Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[code] = numberIn(text);
    this.#size = code + 1;
    return code;
  }
}

/**
 * Dictionary of tags on customers. Each pair of ID and name has a code of its own, because a tag
 * may have been renamed.
 */
export class TagDictionary {
  readonly #byId = new Map<string, Map<string, number>>();
  readonly #byName = new Map<string, number[]>();
  #size = 0;

  add(id: string, name: string): number {
    const names = this.#byId.get(id) ?? new Map<string, number>();
    const known = names.get(name);
    if (known !== undefined) return known;
    const code = this.#size++;
    if (names.size === 0) this.#byId.set(id, names);
    names.set(name, code);
    const named = this.#byName.get(name);
    if (named === undefined) this.#byName.set(name, [code]);
    else named.push(code);
    return code;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns each tag once, whatever names it had. The key is the ID, or the name without an ID. */
  *all(): Iterable<{
    readonly key: string;
    readonly label: string;
    readonly codes: readonly number[];
  }> {
    for (const [id, names] of this.#byId) {
      if (id !== '') {
        const label = [...names.keys()].find(Boolean) ?? id;
        yield { key: id, label, codes: this.withKey(id) };
        continue;
      }
      for (const [name, code] of names) {
        if (!this.#byId.has(name)) yield { key: name, label: name, codes: [code] };
      }
    }
  }

  withId(id: string): readonly number[] {
    return [...(this.#byId.get(id)?.values() ?? [])];
  }

  /** Returns the codes of tags with this ID, and of the tag without an ID that has this name. */
  withKey(key: string): readonly number[] {
    const named = this.#byId.get('')?.get(key);
    const withId = key === '' ? [] : this.withId(key);
    return named === undefined ? withId : [...withId, named];
  }

  withName(name: string): readonly number[] {
    return this.#byName.get(name) ?? [];
  }
}

const KNOWN = new WeakMap<Vocabulary, KnownNames>();

/** Returns the lookup tables of a list. Cached, because many small indexes may need them. */
export function knownNames(vocabulary: Vocabulary): KnownNames {
  const known = KNOWN.get(vocabulary) ?? new KnownNames(vocabulary);
  KNOWN.set(vocabulary, known);
  return known;
}

/** Lookup tables for the names and folders of a list. */
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

  /** Returns the distinct codes of the tags on customers that match a condition. */
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

  /** Returns the tags below these folders. Cyclic folders are visited once. */
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
