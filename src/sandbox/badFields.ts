import type { CustomerRecord, CustomerTag } from '../base/model.ts';
import type { Switches } from './switches.ts';

type BadFields = Switches['badFields'];

/** The record with the fields that the switch spoils. */
export function badRecord(record: CustomerRecord, kind: BadFields, index: number): object {
  const { tags } = record;
  switch (kind) {
    case 'off':
      return record;
    case 'numbers':
      return { ...record, extId: 42, phone: 912_345_678, gender: 1 };
    case 'texts':
      return { ...record, status: 'running', created: String(record.created), lastActive: '' };
    case 'nulls':
      return { ...record, tags: null, params: null };
    case 'tags':
      return { ...record, tags: tags.map(oddTag) };
    case 'ids':
      return { ...record, ...[{ id: 7 }, { pageId: 8 }, { platform: 0 }][index % 3] };
    case 'missing': {
      const { name: _, status: __, params: ___, ...rest } = record;
      return rest;
    }
  }
}

/** Without time and count, with both as text, or with the time as text of digits. */
export function oddTag({ id, name, timestamp, count }: CustomerTag, index: number): object {
  switch (index % 3) {
    case 0:
      return { id, name };
    case 1:
      return { id, name, timestamp: 'yesterday', count: 'often' };
    default:
      return { id, name, timestamp: String(timestamp), count };
  }
}
