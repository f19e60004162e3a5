import { lazy, type Lazy } from '../base/promises.ts';
import type { NoteKind, NoteStore } from '../base/ports.ts';
import type { Catalogue } from './catalogue.ts';
import { change } from './change.ts';
import type { CatalogueWriter } from './writer.ts';

/** Storage of earlier versions of the extension. VS Code windows overwrote each other's values there. */
interface FormerNotes {
  get(key: string): unknown;
  update(key: string, value: undefined): PromiseLike<void>;
}

const FORMER_KEYS = {
  unfinishedExport: 'unfinishedExports',
  exportedCustomers: 'exportedCustomers',
  storedToken: 'botTags.storedTokens',
} as const satisfies Partial<Record<NoteKind, string>>;

/** Key of the note that exists after the import. Its kind, `takenOver`, is the stored name for "imported". */
const IMPORTED_KEY = 'former notes';

/** Notes: numbers by kind and key, which all windows share. The first use imports the values of earlier versions. */
export class SharedNotes {
  readonly #catalogue: Lazy<Catalogue>;
  readonly #former: FormerNotes;
  readonly #opened: Lazy<Catalogue>;

  constructor(catalogue: Lazy<Catalogue>, former: FormerNotes) {
    this.#catalogue = catalogue;
    this.#former = former;
    this.#opened = lazy(() => this.#open());
  }

  async valuesOf(kind: NoteKind): Promise<ReadonlyMap<string, number>> {
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
    if (!hasImported(catalogue.notes)) {
      await catalogue.whenFree(() => importNotes(catalogue, this.#former));
      return catalogue;
    }
    // The former values are deleted only in a later session. If the catalogue was only in memory, the import is lost,
    // and is repeated from these values.
    for (const key of Object.values(FORMER_KEYS)) {
      if (this.#former.get(key) !== undefined) await this.#former.update(key, undefined);
    }
    return catalogue;
  }
}

const importNotes = change(({ notes }: CatalogueWriter, former: FormerNotes): void => {
  // Another window may have imported the notes in the meantime.
  if (hasImported(notes)) return;
  for (const kind of ['unfinishedExport', 'exportedCustomers', 'storedToken'] as const) {
    for (const [key, value] of entriesOf(former.get(FORMER_KEYS[kind]))) {
      notes.setNote(kind, key, value);
    }
  }
  notes.setNote('takenOver', IMPORTED_KEY, 1);
});

function hasImported(notes: NoteStore): boolean {
  return notes.notesOf('takenOver').has(IMPORTED_KEY);
}

/** Returns the keys and values of a former value, which is a list of keys or an object with values by key. */
function entriesOf(former: unknown): readonly (readonly [string, number])[] {
  if (Array.isArray(former)) {
    return former.filter((key) => typeof key === 'string').map((key) => [key, 1] as const);
  }
  if (typeof former !== 'object' || former === null) return [];
  return Object.entries(former).filter(([, value]) => Number.isFinite(value));
}
