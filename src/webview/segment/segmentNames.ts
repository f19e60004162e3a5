import type { FacetList, Facets } from '../../rowIndex/facets.ts';
import type { SegmentChoices } from '../../segments/completionsAt.ts';
import type { SegmentValues } from '../../segments/index/segmentIndex.ts';
import { NO_VOCABULARY, type Vocabulary } from '../../segments/segment.ts';
import type { SeenTag } from '../../segments/unknownNames.ts';

/** What loaded customers have. */
export interface LoadedValues {
  readonly facets: Facets;
  readonly segments: SegmentValues;
}

/** The names and values that segments can use: those of the list, and those of the loaded customers. */
export class SegmentNames {
  readonly #load: () => Promise<LoadedValues>;
  #vocabulary = NO_VOCABULARY;
  #loaded: LoadedValues | undefined;
  #choices: SegmentChoices | undefined;
  #isStale = true;

  constructor(load: () => Promise<LoadedValues>) {
    this.#load = load;
  }

  get vocabulary(): Vocabulary {
    return this.#vocabulary;
  }

  set vocabulary(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#choices = undefined;
  }

  /** Whether the loaded customers were looked at. */
  get isLearnt(): boolean {
    return this.#loaded !== undefined;
  }

  /** Tags of loaded customers, the commonest first. */
  get seen(): readonly SeenTag[] {
    const tags = this.#loaded?.facets.tag.values ?? [];
    return tags.filter(({ key }) => key !== '').map(({ key, label }) => ({ id: key, name: label }));
  }

  /** Whether `seen` has all tags of loaded customers: those beyond the first 10,000 are not listed. */
  get isSeenWhole(): boolean {
    return this.#loaded?.facets.tag.beyond === 0;
  }

  get choices(): SegmentChoices {
    this.#choices ??= this.#collect();
    return this.#choices;
  }

  /** Other rows are loaded. */
  forget(): void {
    this.#isStale = true;
  }

  async learn(): Promise<void> {
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#loaded = await this.#load();
    this.#choices = undefined;
  }

  #collect(): SegmentChoices {
    const { tags, folders } = this.#vocabulary;
    const { facets, segments } = this.#loaded ?? {};
    const known = new Map([...this.seen, ...tags].map(({ id, name }) => [id, name]));
    return {
      tags: [...known].map(([id, name]) => ({ id, name })),
      folders,
      status: keys(facets?.status),
      platform: keys(facets?.platform),
      page: segments?.page ?? [],
      gender: segments?.gender ?? [],
      params: segments?.params ?? [],
    };
  }
}

function keys(list: FacetList | undefined): readonly string[] {
  return (list?.values ?? []).map(({ key }) => key).filter(Boolean);
}
