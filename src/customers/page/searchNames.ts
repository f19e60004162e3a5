import type { FacetList, Facets } from '../../search/index/indexMessages.ts';
import { choosable, type Choosable, isSame, NO_TAGS } from '../../search/textParts.ts';
import type { SegmentChoices } from '../../search/completionsAt.ts';
import {
  NO_VOCABULARY,
  type SavedSegment,
  type Condition,
  type Vocabulary,
} from '../../search/segment.ts';
import type { SeenTag } from '../../search/segmentNames.ts';
import type { FacetsAnswer, IndexClient } from './indexClient.ts';
import { duplicatesIn } from '../../base/text.ts';

/** Names and values that a search can use: of the bot's catalogue, of the loaded customers, and of saved segments. */
export class SearchNames {
  readonly #index: IndexClient;
  /** Names by tag ID, also for tags that no loaded customer has. */
  readonly #mentionedNames = new Map<string, string>();
  #vocabulary = NO_VOCABULARY;
  #saved: readonly SavedSegment[] = [];
  #loadPromise: Promise<void> | undefined;
  #loadedValues: FacetsAnswer | undefined;
  #cachedChoices: SegmentChoices | undefined;
  #cachedNames: ReadonlyMap<string, string> | undefined;
  #cachedDuplicates: ReadonlySet<string> | undefined;

  constructor(index: IndexClient) {
    this.#index = index;
  }

  get vocabulary(): Vocabulary {
    return this.#vocabulary;
  }

  set vocabulary(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#clearCache();
  }

  get saved(): readonly SavedSegment[] {
    return this.#saved;
  }

  set saved(saved: readonly SavedSegment[]) {
    this.#saved = saved;
    this.#clearCache();
  }

  /** Values of the loaded customers; `undefined` before the first `load`. */
  get facets(): Facets | undefined {
    return this.#loadedValues?.facets;
  }

  /** Tags of loaded customers, the most frequent first. At most the first 10,000. */
  get seenTags(): readonly SeenTag[] {
    const tags = this.facets?.tag.values ?? [];
    return tags.filter(({ key }) => key !== '').map(({ key, label }) => ({ id: key, name: label }));
  }

  get choices(): SegmentChoices {
    this.#cachedChoices ??= this.#collectChoices();
    return this.#cachedChoices;
  }

  /** Marks the loaded values as outdated. The next `load` requests them again. */
  invalidate(): void {
    this.#loadPromise = undefined;
  }

  /** Loads the values of the loaded customers unless they are up to date. */
  load(): Promise<void> {
    this.#loadPromise ??= this.#reload();
    return this.#loadPromise;
  }

  /** Adds tags that were mentioned elsewhere, for instance in the tree. */
  addTags(tags: readonly SeenTag[]): void {
    for (const { id, name } of tags) this.#mentionedNames.set(id, name);
    this.#clearCache();
  }

  nameOfTag(id: string): string | undefined {
    return this.#names.get(id);
  }

  /** @param tagKey tag ID, or the name of a tag without ID; `''` for customers without tags */
  tagChoice(tagKey: string): Choosable {
    if (tagKey === '') return choosable(NO_TAGS);
    const conditionById: Condition = { kind: 'tag', by: 'tagid', value: tagKey };
    const name = this.nameOfTag(tagKey) ?? '';
    if (name === '') return choosable(conditionById);
    const conditionByName: Condition = { kind: 'tag', by: 'tag', value: name };
    return {
      condition: this.#duplicateNames.has(name) ? conditionById : conditionByName,
      matches: (condition) =>
        isSame(condition, conditionByName) || isSame(condition, conditionById),
    };
  }

  get #names(): ReadonlyMap<string, string> {
    this.#cachedNames ??= new Map([
      ...this.#mentionedNames,
      ...[...this.seenTags, ...this.#vocabulary.tags].map(({ id, name }) => [id, name] as const),
    ]);
    return this.#cachedNames;
  }

  get #duplicateNames(): ReadonlySet<string> {
    this.#cachedDuplicates ??= duplicatesIn(this.#names.values());
    return this.#cachedDuplicates;
  }

  async #reload(): Promise<void> {
    this.#loadedValues = await this.#index.values();
    this.#clearCache();
  }

  #clearCache(): void {
    this.#cachedChoices = undefined;
    this.#cachedNames = undefined;
    this.#cachedDuplicates = undefined;
  }

  #collectChoices(): SegmentChoices {
    const { facets, segments: segmentValues } = this.#loadedValues ?? {};
    return {
      tags: [...this.#names].map(([id, name]) => ({ id, name })),
      folders: this.#vocabulary.folders,
      saved: this.#saved.map(({ name }) => name),
      status: keysOf(facets?.status),
      platform: keysOf(facets?.platform),
      page: segmentValues?.page ?? [],
      gender: segmentValues?.gender ?? [],
      params: segmentValues?.params ?? [],
    };
  }
}

/** Returns the keys without `''`, which means customers without a value. */
function keysOf(list: FacetList | undefined): readonly string[] {
  return (list?.values ?? []).map(({ key }) => key).filter(Boolean);
}
