import { tagsWithId } from '../../segments/completionsAt.ts';
import type { SegmentChoices } from '../../segments/completionsAt.ts';
import type { Comparison, Condition } from '../../segments/segment.ts';
import { STATUS_NAMES } from '../../segments/words.ts';

/** A condition can be about these; `blocked` and `has…` say all by themselves. */
export const SUBJECTS = [
  'tag',
  'folder',
  'tags',
  'status',
  'platform',
  'page',
  'gender',
  'active',
  'first',
  'param',
  'hasParam',
  'email',
  'phone',
  'hasGender',
  'blocked',
  'tagid',
  'folderid',
] as const;

export type Subject = (typeof SUBJECTS)[number];

export const EQUAL: readonly Comparison[] = ['=', '!='];
export const ORDER: readonly Comparison[] = ['<', '<=', '>', '>='];
export const COMPARISONS: readonly Comparison[] = [...EQUAL, ...ORDER];

export function subjectOf(condition: Condition): Subject {
  switch (condition.kind) {
    case 'tag':
      return condition.by;
    case 'field':
    case 'time':
      return condition.field;
    case 'has':
      return condition.field === 'gender' ? 'hasGender' : condition.field;
    default:
      return condition.kind;
  }
}

/** One about this, which says as much as can be said without a name or value. */
export function newCondition(subject: Subject): Condition {
  switch (subject) {
    case 'tag':
    case 'folder':
    case 'tagid':
    case 'folderid':
      return { kind: 'tag', by: subject, value: '' };
    case 'tags':
      return { kind: 'tags', comparison: '>=', number: 1 };
    case 'status':
    case 'platform':
    case 'page':
    case 'gender':
      return { kind: 'field', field: subject, comparison: '=', value: '' };
    case 'active':
    case 'first': {
      const than = { kind: 'age', amount: 30, unit: 'd' } as const;
      return { kind: 'time', field: subject, when: { comparison: '<', than } };
    }
    case 'param':
      return { kind: 'param', name: '', comparison: '=', value: '' };
    case 'hasParam':
      return { kind: 'hasParam', name: '' };
    case 'email':
    case 'phone':
      return { kind: 'has', field: subject };
    case 'hasGender':
      return { kind: 'has', field: 'gender' };
    case 'blocked':
      return { kind: 'blocked' };
  }
}

interface Offer {
  readonly label: string;
  /** As it stands in the record, or in the list. */
  readonly value: string;
}

/** What there is to choose from for a condition. */
export function offersFor(condition: Condition, choices: SegmentChoices): readonly Offer[] {
  const plain = (values: readonly string[]): readonly Offer[] =>
    [...new Set(values)].map((value) => ({ label: value, value }));
  switch (condition.kind) {
    case 'tag': {
      const { by } = condition;
      if (by === 'tagid')
        return tagsWithId(choices).map(({ id, name }) => ({ label: name, value: id }));
      const items = by === 'tag' ? choices.tags : choices.folders;
      if (by === 'tag' || by === 'folder') return plain(items.map(({ name }) => name));
      return items.map(({ id, name }) => ({ label: name, value: id }));
    }
    case 'field':
      return plain([...(WORDS[condition.field] ?? []), ...choices[condition.field].filter(isOwn)]);
    case 'param':
      return plain(choices.params.find(({ name }) => name === condition.name)?.values ?? []);
    default:
      return [];
  }
}

const WORDS: Readonly<Record<string, readonly string[]>> = {
  status: STATUS_NAMES,
  platform: ['LINE', 'Facebook'],
  gender: ['male', 'female'],
};

/** Codes that the words stand for. */
function isOwn(text: string): boolean {
  return !/^(?:[1-5]|FB|男|女)$/.test(text);
}
