import { fieldOf, raw } from '../../base/jsonValues.ts';
import type { SegmentField } from '../segment.ts';
import { Dictionary, TagDictionary, ValueDictionary } from './dictionary.ts';

/** Fields with codes. For `email` and `phone`, the code is 1 if present, otherwise 0. */
export type CodedField = SegmentField | 'email' | 'phone';

/** Values of a record that the conditions of a search can test. Texts are codes of `Dictionaries`. */
export interface IndexedRecord {
  /** Tags. `applied` (in ms) and `count` are `NaN` if the record has no such number. */
  readonly tags: readonly {
    readonly code: number;
    readonly applied: number;
    readonly count: number;
  }[];
  readonly params: readonly { readonly name: number; readonly value: number }[];
  /** Number of different tags. */
  readonly tagCount: number;
  readonly fields: Readonly<Record<CodedField, number>>;
  readonly times: { readonly active: number; readonly first: number };
}

/** Dictionaries for the texts of all rows. The empty text of a field or parameter value has code 0. */
export class Dictionaries {
  readonly tags = new TagDictionary();
  readonly paramNames = new Dictionary();
  readonly paramValues = new ValueDictionary();
  readonly fields = {
    status: new Dictionary(),
    platform: new Dictionary(),
    page: new Dictionary(),
    gender: new Dictionary(),
  };

  constructor() {
    this.paramValues.add('');
    for (const texts of Object.values(this.fields)) texts.add('');
  }
}

export function readRecord(
  record: unknown,
  { tags, paramNames, paramValues, fields }: Dictionaries,
): IndexedRecord {
  const entries = listIn(record, 'tags').flatMap((tag) => {
    const [id, name] = [raw(fieldOf(tag, 'id')), raw(fieldOf(tag, 'name'))];
    return id === '' && name === '' ? [] : [{ id, name, tag }];
  });
  return {
    tags: entries.map(({ id, name, tag }) => {
      return {
        code: tags.add(id, name),
        applied: numberOf(tag, 'timestamp'),
        count: numberOf(tag, 'count'),
      };
    }),
    params: listIn(record, 'params').map((param) => {
      return {
        name: paramNames.add(raw(fieldOf(param, 'name'))),
        value: paramValues.add(raw(fieldOf(param, 'value'))),
      };
    }),
    // A tag without an ID is identified by its name.
    tagCount: entries.length < 2 ? entries.length : new Set(entries.map(keyOf)).size,
    fields: {
      status: fields.status.add(raw(fieldOf(record, 'status'))),
      platform: fields.platform.add(raw(fieldOf(record, 'platform'))),
      page: fields.page.add(raw(fieldOf(record, 'pageId'))),
      gender: fields.gender.add(raw(fieldOf(record, 'gender'))),
      email: raw(fieldOf(record, 'email')) === '' ? 0 : 1,
      phone: raw(fieldOf(record, 'phone')) === '' ? 0 : 1,
    },
    times: { active: numberOf(record, 'lastActive'), first: numberOf(record, 'created') },
  };
}

function keyOf({ id, name }: { readonly id: string; readonly name: string }): string {
  return id || name;
}

function listIn(record: unknown, name: string): readonly unknown[] {
  const list = fieldOf(record, name);
  return Array.isArray(list) ? list : [];
}

function numberOf(value: unknown, name: string): number {
  const number = fieldOf(value, name);
  return typeof number === 'number' ? number : Number.NaN;
}
