import { FIELD_NAMES, type FieldName } from '../../core/customerFields.ts';
import type { ExportNote } from '../../core/plans/openedExport.ts';
import type { PlacedKind, Places } from '../../core/plans/inputProblems.ts';
import { isHash } from '../../core/model.ts';
import { isObject } from '../../core/recordValues.ts';
import { Gathered } from '../tables/gathered.ts';

/** What an export may hash, and what would name nobody if somebody else did. */
const HASHABLE: readonly FieldName[] = [
  'id',
  'pageId',
  'name',
  'pic',
  'email',
  'birthday',
  'phone',
];

const MOST_NAMED = 10;

/** Takes down what is odd about a file while it is read. */
export class NoteTaker {
  readonly faults: Gathered<PlacedKind>;
  readonly #met = new Set<FieldName>();
  readonly #hashed = new Set<FieldName>();
  readonly #unit: Places['unit'];
  #added: readonly string[] = [];
  #columns: ReadonlySet<FieldName> | undefined;
  readonly #notes = new Map<string, ExportNote>();
  #records = 0;

  constructor(unit: Places['unit']) {
    this.#unit = unit;
    this.faults = new Gathered(unit);
  }

  note(note: ExportNote): void {
    this.#notes.set(note.kind, note);
  }

  /** Of a table: what its columns are. */
  tell(columns: ReadonlySet<FieldName>, added: readonly string[]): void {
    this.#columns = columns;
    this.#added = added;
  }

  /** Looks at the records of a page. */
  look(records: readonly unknown[]): void {
    this.#records += records.length;
    for (const record of records) {
      if (!isObject(record)) continue;
      if (this.#met.size < FIELD_NAMES.length) this.#meet(record);
      for (const field of HASHABLE) if (isHash(record[field])) this.#hashed.add(field);
    }
  }

  /** Fields that are nowhere in the file, as far as it was read. */
  get leftOut(): ReadonlySet<FieldName> {
    const there = this.#columns ?? this.#met;
    return new Set(FIELD_NAMES.filter((field) => !there.has(field)));
  }

  /** Fields that have hashes. */
  get hashed(): ReadonlySet<FieldName> {
    return new Set(this.#hashed);
  }

  get hasTagNamesOnly(): boolean {
    return this.#notes.has('no-tag-ids');
  }

  list(): readonly ExportNote[] {
    const notes = [...this.#notes.values()];
    const leftOut = [...this.leftOut];
    const hashed = [...this.hashed];
    const isKnown = leftOut.length < FIELD_NAMES.length;
    if (this.#records > 0 && !isKnown) notes.push({ kind: 'no-fields' });
    if (this.#records > 0 && isKnown && leftOut.length > 0) {
      notes.push({ kind: 'left-out', fields: leftOut });
    }
    if (hashed.length > 0) notes.push({ kind: 'hashed', fields: hashed });
    const count = this.#added.length;
    if (count > 0) notes.push({ kind: 'added', columns: this.#added.slice(0, MOST_NAMED), count });
    const places = (kind: PlacedKind): Places | undefined =>
      this.faults.list().find((found) => found.kind === kind)?.places;
    const [broken, ragged] = [places('broken-json'), places('ragged')];
    const unit = this.#unit;
    if (broken !== undefined) notes.push({ kind: 'broken', places: { ...broken, unit } });
    if (ragged !== undefined) notes.push({ kind: 'ragged', places: { ...ragged, unit } });
    return notes;
  }

  #meet(record: Readonly<Record<string, unknown>>): void {
    for (const field of FIELD_NAMES) if (Object.hasOwn(record, field)) this.#met.add(field);
  }
}
