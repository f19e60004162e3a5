import type { SegmentChoices } from '../../segments/completionsAt.ts';
import type { Comparison, Condition, TagCondition } from '../../segments/segment.ts';
import type { SegmentStrings } from '../../surface/segmentStrings.ts';
import { COMPARISONS, EQUAL, offersFor } from './conditionKinds.ts';
import { input, select } from './controls.ts';
import { Suggestions, type Suggestion } from './suggestions.ts';
import { whenFields } from './whenFields.ts';

export interface FieldParts {
  readonly strings: SegmentStrings;
  readonly choices: () => SegmentChoices;
  /** @param isOther other fields are needed now */
  readonly set: (condition: Condition, isOther?: boolean) => void;
}

/** What there is to be said of a condition, beside what it is about. */
export function conditionFields(condition: Condition, parts: FieldParts): readonly HTMLElement[] {
  const { strings, set } = parts;
  switch (condition.kind) {
    case 'tag':
      return tagFields(condition, parts);
    case 'tags':
      return countFields(strings, condition, (change) => set({ ...condition, ...change }));
    case 'field':
      return [
        comparisonField(strings, EQUAL, condition.comparison, (chosen) =>
          set({ ...condition, comparison: chosen === '=' ? '=' : '!=' }),
        ),
        valueField(condition, parts, (value) => set({ ...condition, value })),
      ];
    case 'time': {
      const label = strings.subjects[condition.field] ?? condition.field;
      return whenFields(strings, label, condition.when, (when, isOther) =>
        set({ ...condition, when }, isOther),
      );
    }
    case 'param':
      return paramFields(condition, parts);
    case 'hasParam':
      return [nameField(condition.name, parts, (name) => set({ ...condition, name }))];
    case 'has':
    case 'blocked':
      return [];
  }
}

function paramFields(
  first: Condition & { kind: 'param' },
  { strings, choices, set }: FieldParts,
): readonly HTMLElement[] {
  let condition = first;
  const take = (change: Partial<typeof first>): void => {
    condition = { ...condition, ...change };
    set(condition);
  };
  const parts = { strings, choices, set };
  return [
    nameField(condition.name, parts, (name) => take({ name })),
    comparisonField(strings, COMPARISONS, condition.comparison, (comparison) =>
      take({ comparison }),
    ),
    valueField(condition, parts, (value) => take({ value })),
  ];
}

function tagFields(first: TagCondition, parts: FieldParts): readonly HTMLElement[] {
  const { strings } = parts;
  let condition = first;
  const take = (change: Partial<TagCondition>, isOther = false): void => {
    condition = { ...condition, ...change };
    parts.set(condition, isOther);
  };
  const { applied, count } = condition;
  const whenApplied = select(
    strings.applied,
    [
      ['', strings.anyTime],
      ['when', strings.applied],
    ],
    applied === undefined ? '' : 'when',
    (chosen) => {
      const than = { kind: 'age', amount: 30, unit: 'd' } as const;
      take({ applied: chosen === '' ? undefined : { comparison: '<', than } }, true);
    },
  );
  const howOften = select(
    strings.times,
    [
      ['', strings.anyCount],
      ['count', strings.times],
    ],
    count === undefined ? '' : 'count',
    (chosen) => take({ count: chosen === '' ? undefined : { comparison: '>=', number: 2 } }, true),
  );
  whenApplied.dataset['key'] = 'applied';
  howOften.dataset['key'] = 'count';
  return [
    valueField(condition, parts, (value) => take({ value })),
    whenApplied,
    ...(applied === undefined
      ? []
      : whenFields(strings, strings.applied, applied, (when, isOther) =>
          take({ applied: when }, isOther),
        )),
    howOften,
    ...(count === undefined
      ? []
      : countFields(strings, count, (change) => take({ count: change }))),
  ];
}

type Count = { readonly comparison: Comparison; readonly number: number };

function countFields(
  strings: SegmentStrings,
  first: Count,
  onCount: (count: Count) => void,
): readonly HTMLElement[] {
  let { comparison, number } = first;
  const value = input(
    strings.value,
    { type: 'number', min: '0', max: '999999999', class: 'number' },
    String(number),
    (typed) => {
      if (!/^\d{1,9}$/.test(typed)) return;
      number = Number(typed);
      onCount({ comparison, number });
    },
  );
  const compared = comparisonField(strings, COMPARISONS, comparison, (chosen) => {
    comparison = chosen;
    onCount({ comparison, number });
  });
  return [compared, value];
}

function comparisonField(
  { comparison: label, comparisons }: SegmentStrings,
  possible: readonly Comparison[],
  chosen: Comparison,
  onChange: (comparison: Comparison) => void,
): HTMLElement {
  const options = possible.map((one) => [one, comparisons[one] ?? one] as const);
  return select(label, options, chosen, (value) => onChange(value as Comparison));
}

function nameField(
  name: string,
  { strings, choices }: FieldParts,
  onName: (name: string) => void,
): HTMLElement {
  return suggested(strings, strings.name, name, {
    offers: () => choices().params.map((param) => ({ label: param.name, value: param.name })),
    onValue: onName,
  });
}

function valueField(
  condition: Condition,
  { strings, choices }: FieldParts,
  onValue: (value: string) => void,
): HTMLElement {
  const value = 'value' in condition ? condition.value : '';
  return suggested(strings, strings.value, value, {
    offers: () => offersFor(condition, choices()),
    onValue,
  });
}

interface Offers {
  readonly offers: () => readonly (Suggestion & { readonly value: string })[];
  readonly onValue: (value: string) => void;
}

/** A field that takes any text, and offers those that there are. */
function suggested(
  strings: SegmentStrings,
  label: string,
  value: string,
  { offers, onValue }: Offers,
): HTMLElement {
  const field = input(label, { type: 'text', maxlength: '1000' }, value, (typed) => {
    onValue(typed);
    list.show();
  });
  const list = new Suggestions({
    field,
    label: strings.suggestions,
    find: () => {
      const typed = field.value.toLowerCase();
      const all = offers().filter(({ label: one, value: own }) =>
        `${one}\n${own}`.toLowerCase().includes(typed),
      );
      const isThere = all.some((one) => one.value === field.value);
      return { items: isThere ? [] : all, isFirstLit: typed !== '' };
    },
    take: (offer) => {
      field.value = offer.value;
      onValue(offer.value);
    },
    place: () => field.getBoundingClientRect(),
  });
  field.addEventListener('focus', () => {
    if (field.value === '') list.show();
  });
  const anchor = document.createElement('span');
  anchor.className = 'suggested';
  anchor.append(field, list.element);
  return anchor;
}
