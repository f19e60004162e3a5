import { FIELD_NAMES, FIELDS, type Column, type FieldName } from '../../base/customerFields.ts';
import { raw, valueOf } from '../../base/jsonValues.ts';
import { isCounted, type SegmentIndex } from './segmentIndex.ts';
import { numberIn } from '../words.ts';

/** Values of a column, indexed by row. `''` and `NaN` mean that the row has no value. */
export type SortValues = readonly string[] | Float64Array;

/** Texts of a field that the search index does not have, indexed by row. */
interface OwnColumn {
  readonly field: FieldName;
  readonly texts: string[];
}

/** Maximum number of different texts that rows share as one string, to save memory. Further texts hardly repeat. */
const MAX_SHARED = 10_000;

/** Values for sorting rows: from the search index, or stored here if the index lacks the field. */
export class ColumnValues {
  readonly #index: SegmentIndex;
  readonly #ownColumns = new Map<Column, OwnColumn>();
  readonly #shared = new Map<string, string>();
  readonly #cache = new Map<Column, SortValues>();

  constructor(index: SegmentIndex) {
    this.#index = index;
    for (const field of FIELD_NAMES) {
      const { column, kind } = FIELDS[field];
      // The index has the texts of the columns that it counts. Of an email or phone, it knows only whether there is one.
      if (column !== null && kind === 'text' && !isCounted(column.id))
        this.#ownColumns.set(column.id, { field, texts: [] });
    }
  }

  valuesOf(column: Column): SortValues {
    const values = this.#cache.get(column) ?? this.#read(column);
    this.#cache.set(column, values);
    return values;
  }

  ownTexts(column: Column): readonly string[] {
    return this.#ownColumns.get(column)?.texts ?? [];
  }

  set(row: number, record: unknown): void {
    for (const { field, texts } of this.#ownColumns.values()) {
      texts[row] = this.#share(raw(valueOf(record, field)));
    }
  }

  /** To be called after rows were added or changed. */
  clearCache(): void {
    this.#cache.clear();
  }

  #share(text: string): string {
    const sharedText = this.#shared.get(text);
    if (sharedText !== undefined) return sharedText;
    if (this.#shared.size < MAX_SHARED) this.#shared.set(text, text);
    return text;
  }

  #read(column: Column): SortValues {
    switch (column) {
      case 'created':
      case 'lastActive':
      case 'tags':
      case 'params':
        return this.#index.numbers(column);
      case 'status':
        return Float64Array.from(this.#index.texts(column), numberIn);
      case 'platform':
      case 'page':
      case 'gender':
        return this.#index.texts(column);
      default:
        return this.ownTexts(column);
    }
  }
}
