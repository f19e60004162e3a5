import type { FacetList, Facets } from '../../rowIndex/facets.ts';
import { choosable, isSame, type Choosable } from '../../segments/choosable.ts';
import type { SegmentChoices } from '../../segments/completionsAt.ts';
import type { SegmentValues } from '../../segments/index/segmentIndex.ts';
import {
  NO_VOCABULARY,
  type SavedSegment,
  type Segment,
  type Vocabulary,
} from '../../segments/segment.ts';
import type { SeenTag } from '../../segments/unknownNames.ts';

/** What loaded customers have. */
export interface LoadedValues {
  readonly facets: Facets;
  readonly segments: SegmentValues;
}

/** The names and values that a search can use: those of the list, and those of the loaded customers. */
export class SearchNames {
  readonly #load: () => Promise<LoadedValues>;
  /** Tags by ID that others named; they may be on no loaded customer. */
  readonly #named = new Map<string, string>();
  #vocabulary = NO_VOCABULARY;
  #saved: readonly SavedSegment[] = [];
  #loaded: LoadedValues | undefined;
  #choices: SegmentChoices | undefined;
  #tags: ReadonlyMap<string, string> | undefined;
  #sharedNames: ReadonlySet<string> | undefined;
  #isStale = true;

  constructor(load: () => Promise<LoadedValues>) {
    this.#load = load;
  }

  get vocabulary(): Vocabulary {
    return this.#vocabulary;
  }

  set vocabulary(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#forgetMade();
  }

  get saved(): readonly SavedSegment[] {
    return this.#saved;
  }

  set saved(saved: readonly SavedSegment[]) {
    this.#saved = saved;
    this.#forgetMade();
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
    this.#forgetMade();
  }

  /** Others named these tags. */
  name(tags: readonly SeenTag[]): void {
    for (const { id, name } of tags) this.#named.set(id, name);
    this.#forgetMade();
  }

  nameOf(id: string): string | undefined {
    return this.#known.get(id);
  }

  /** @param id of a tag without one its name; `''`: no tag at all */
  tag(id: string): Choosable {
    if (id === '') return choosable({ kind: 'tags', comparison: '=', number: 0 });
    const byId: Segment = { kind: 'tag', by: 'tagid', value: id };
    const name = this.nameOf(id) ?? '';
    if (name === '') return choosable(byId);
    const byName: Segment = { kind: 'tag', by: 'tag', value: name };
    return {
      condition: this.#shared.has(name) ? byId : byName,
      is: (one) => isSame(one, byName) || isSame(one, byId),
    };
  }

  get #known(): ReadonlyMap<string, string> {
    this.#tags ??= new Map([
      ...this.#named,
      ...[...this.seen, ...this.#vocabulary.tags].map(({ id, name }) => [id, name] as const),
    ]);
    return this.#tags;
  }

  /** Names that several tags have. A menu asks for each of its tags. */
  get #shared(): ReadonlySet<string> {
    this.#sharedNames ??= repeated(this.#known.values());
    return this.#sharedNames;
  }

  #forgetMade(): void {
    this.#choices = undefined;
    this.#tags = undefined;
    this.#sharedNames = undefined;
  }

  #collect(): SegmentChoices {
    const { folders } = this.#vocabulary;
    const { facets, segments } = this.#loaded ?? {};
    return {
      tags: [...this.#known].map(([id, name]) => ({ id, name })),
      folders,
      saved: this.#saved.map(({ name }) => name),
      status: keys(facets?.status),
      platform: keys(facets?.platform),
      page: segments?.page ?? [],
      gender: segments?.gender ?? [],
      params: segments?.params ?? [],
    };
  }
}

function repeated(all: Iterable<string>): ReadonlySet<string> {
  const [seen, found] = [new Set<string>(), new Set<string>()];
  for (const one of all) (seen.has(one) ? found : seen).add(one);
  return found;
}

function keys(list: FacetList | undefined): readonly string[] {
  return (list?.values ?? []).map(({ key }) => key).filter(Boolean);
}
