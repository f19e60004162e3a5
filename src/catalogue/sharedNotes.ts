import { lazy, type Lazy } from '../base/promises.ts';
import type { NoteKind, NoteStore } from '../base/ports.ts';
import type { Catalogue } from './catalogue.ts';
import { change, type CatalogueWriter } from './writer.ts';

/** Where earlier versions kept it: one value for each list, of which the last window to write won. */
export interface FormerNotes {
  get(key: string): unknown;
  update(key: string, value: undefined): PromiseLike<void>;
}

const FORMER_KEYS = {
  unfinishedExport: 'unfinishedExports',
  exportedCustomers: 'exportedCustomers',
  storedToken: 'botTags.storedTokens',
} as const satisfies Partial<Record<NoteKind, string>>;

const TAKEN_OVER = 'former notes';

/**
 * What all windows keep together besides bots and items, each note on its own. The database is opened with the first
 * question, and takes over, once, what earlier versions kept elsewhere.
 */
export class SharedNotes {
  readonly #catalogue: Lazy<Catalogue>;
  readonly #former: FormerNotes;
  readonly #opened: Lazy<Catalogue>;

  constructor(catalogue: Lazy<Catalogue>, former: FormerNotes) {
    this.#catalogue = catalogue;
    this.#former = former;
    this.#opened = lazy(() => this.#open());
  }

  /** Values by key. */
  async of(kind: NoteKind): Promise<ReadonlyMap<string, number>> {
    return (await this.#opened()).notes.notesOf(kind);
  }

  async set(kind: NoteKind, key: string, value = 1): Promise<void> {
    const catalogue = await this.#opened();
    await catalogue.whenFree(() => catalogue.notes.setNote(kind, key, value));
  }

  async remove(kind: NoteKind, key: string): Promise<void> {
    const catalogue = await this.#opened();
    await catalogue.whenFree(() => catalogue.notes.removeNote(kind, key));
  }

  async #open(): Promise<Catalogue> {
    const catalogue = await this.#catalogue();
    if (!isTakenOver(catalogue.notes)) {
      await catalogue.whenFree(() => takeOver(catalogue, this.#former));
      return catalogue;
    }
    // Not before a later session: a list that lasts as long as its window has nothing to take the former's place.
    for (const key of Object.values(FORMER_KEYS)) {
      if (this.#former.get(key) !== undefined) await this.#former.update(key, undefined);
    }
    return catalogue;
  }
}

const takeOver = change(({ notes }: CatalogueWriter, former: FormerNotes): void => {
  // Another window may have done it meanwhile.
  if (isTakenOver(notes)) return;
  for (const kind of ['unfinishedExport', 'exportedCustomers', 'storedToken'] as const) {
    for (const [key, value] of entriesOf(former.get(FORMER_KEYS[kind]))) {
      notes.setNote(kind, key, value);
    }
  }
  notes.setNote('takenOver', TAKEN_OVER, 1);
});

function isTakenOver(notes: NoteStore): boolean {
  return notes.notesOf('takenOver').has(TAKEN_OVER);
}

/** A list of keys, or values by key. */
function entriesOf(former: unknown): readonly (readonly [string, number])[] {
  if (Array.isArray(former)) {
    return former.filter((key) => typeof key === 'string').map((key) => [key, 1] as const);
  }
  if (typeof former !== 'object' || former === null) return [];
  return Object.entries(former).filter(([, value]) => Number.isFinite(value));
}
