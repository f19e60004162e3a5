import type { TagCondition, Vocabulary } from '../segment.ts';
import { numberIn } from '../words.ts';

/** Dictionary of shared values, mostly texts. Each value has a small code, counted from 0. */
export class Dictionary<Value = string> {
  readonly #codes = new Map<Value, number>();

  /** Values in the order of their codes. */
  get values(): Iterable<Value> {
    return this.#codes.keys();
  }

  get size(): number {
    return this.#codes.size;
  }

  /** Returns the code of the value. Adds the value if it is new. */
  add(value: Value): number {
    const knownCode = this.#codes.get(value);
    if (knownCode !== undefined) return knownCode;
    const code = this.#codes.size;
    this.#codes.set(value, code);
    return code;
  }

  valuesOf(codes: readonly number[]): readonly Value[] {
    // `#codes` has no lookup by code, so all values are visited in the order of their codes.
    const positions = new Map(codes.map((code, position) => [code, position]));
    const positionedValues: [position: number, value: Value][] = [];
    let code = 0;
    for (const value of this.#codes.keys()) {
      if (positionedValues.length === positions.size) break;
      const position = positions.get(code++);
      if (position !== undefined) positionedValues.push([position, value]);
    }
    return positionedValues.sort(([a], [b]) => a - b).map(([, value]) => value);
  }

  codeOf(value: Value): number | undefined {
    return this.#codes.get(value);
  }
}

export class ValueDictionary extends Dictionary {
  /** Numbers by code; `NaN` for text that is not a number. */
  numbers = new Float64Array(64);

  override add(text: string): number {
    const knownCount = this.size;
    const code = super.add(text);
    if (code < knownCount) return code;
    if (code >= this.numbers.length) {
      const larger = new Float64Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[code] = numberIn(text);
    return code;
  }
}

/** Each pair of ID and name has its own code, because records may have the same tag under an old and a new name. */
export class TagDictionary {
  readonly #byId = new Map<string, Map<string, number>>();
  readonly #byName = new Map<string, number[]>();
  #size = 0;

  add(id: string, name: string): number {
    const names = this.#byId.get(id) ?? new Map<string, number>();
    const knownCode = names.get(name);
    if (knownCode !== undefined) return knownCode;
    const code = this.#size++;
    if (names.size === 0) this.#byId.set(id, names);
    names.set(name, code);
    const sameName = this.#byName.get(name);
    if (sameName === undefined) this.#byName.set(name, [code]);
    else sameName.push(code);
    return code;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns each tag once, even if it has several names. The key is the ID, or the name if the ID is empty. */
  *all(): Iterable<{
    readonly key: string;
    readonly label: string;
    readonly codes: readonly number[];
  }> {
    for (const [id, names] of this.#byId) {
      if (id !== '') {
        const label = [...names.keys()].find(Boolean) ?? id;
        yield { key: id, label, codes: this.codesOfKey(id) };
        continue;
      }
      for (const [name, code] of names) {
        // If the name is also an ID, `codesOfKey` has returned this code together with the tag that has the ID.
        if (!this.#byId.has(name)) yield { key: name, label: name, codes: [code] };
      }
    }
  }

  codesOfId(id: string): readonly number[] {
    return [...(this.#byId.get(id)?.values() ?? [])];
  }

  /** Returns the codes of tags with this ID, and of the tag without an ID that has this name. */
  codesOfKey(key: string): readonly number[] {
    const unidentified = this.#byId.get('')?.get(key);
    const withId = key === '' ? [] : this.codesOfId(key);
    return unidentified === undefined ? withId : [...withId, unidentified];
  }

  codesOfName(name: string): readonly number[] {
    return this.#byName.get(name) ?? [];
  }
}

const lookups = new WeakMap<Vocabulary, NameLookup>();

/** Cached, because many small indexes may use the same vocabulary. */
export function nameLookupOf(vocabulary: Vocabulary): NameLookup {
  const lookup = lookups.get(vocabulary) ?? new NameLookup(vocabulary);
  lookups.set(vocabulary, lookup);
  return lookup;
}

interface Item {
  readonly id: string;
}

/** Tags or folders by their name, or by the ID of their parent folder. */
type ItemsByKey = ReadonlyMap<string | null, readonly Item[]>;

class NameLookup {
  readonly vocabulary: Vocabulary;
  readonly #tagsByName: ItemsByKey;
  readonly #tagsByFolder: ItemsByKey;
  readonly #foldersByName: ItemsByKey;
  readonly #foldersByParent: ItemsByKey;

  constructor(vocabulary: Vocabulary) {
    const { tags, folders } = vocabulary;
    this.vocabulary = vocabulary;
    this.#tagsByName = Map.groupBy(tags, ({ name }) => name);
    this.#tagsByFolder = Map.groupBy(tags, ({ folder }) => folder);
    this.#foldersByName = Map.groupBy(folders, ({ name }) => name);
    this.#foldersByParent = Map.groupBy(folders, ({ parent }) => parent);
  }

  /** Returns the distinct codes of the tags on customers that match a condition. */
  codesOf({ by, value }: Pick<TagCondition, 'by' | 'value'>, tags: TagDictionary): number[] {
    const withIds = (items: readonly Item[]): number[] =>
      items.flatMap(({ id }) => tags.codesOfId(id));
    switch (by) {
      case 'tag': {
        const catalogueCodes = withIds(this.#tagsByName.get(value) ?? []);
        return [...new Set([...tags.codesOfName(value), ...catalogueCodes])];
      }
      case 'tagid':
        return [...tags.codesOfKey(value)];
      case 'folder':
        return withIds(this.#tagsBelow(this.#foldersByName.get(value) ?? []));
      case 'folderid':
        return withIds(this.#tagsBelow([{ id: value }]));
    }
  }

  /** Returns the tags at any depth in these folders. Cyclic folders are visited once. */
  #tagsBelow(folders: readonly Item[]): readonly Item[] {
    const ids = new Set(folders.map(({ id }) => id));
    // The loop also visits the folders that it adds to the set.
    for (const folder of ids) {
      for (const { id } of this.#foldersByParent.get(folder) ?? []) ids.add(id);
    }
    return [...ids].flatMap((folder) => this.#tagsByFolder.get(folder) ?? []);
  }
}

export type { NameLookup };
