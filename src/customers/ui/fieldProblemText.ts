import { l10n } from 'vscode';
import type { ExpectedKind, FieldProblem, FoundKind } from '../../base/model.ts';
import { sentences } from '../../base/sentences.ts';
import { numberText } from '../../base/ui/numberText.ts';

/** What is wrong with a field: `"phone" has the type number. Expected: string.` */
export function problemText({ field, place, expected, found, more }: FieldProblem): string {
  const text = sentence(place, expected, found);
  if (more === 0 || field === undefined) return text;
  return sentences([
    text,
    l10n.t('Number of other problems in "{0}": {1}.', field, numberText(more)),
  ]);
}

function sentence(place: string, expected: ExpectedKind, found: FoundKind): string {
  switch (found) {
    case 'missing':
      return l10n.t('"{0}" is missing.', place);
    case 'empty':
      return l10n.t('"{0}" is empty.', place);
    case 'too-large':
      return l10n.t('The number in "{0}" is too large.', place);
    default:
      return place === ''
        ? l10n.t('The record has the type {0}. Expected: object.', JSON_TYPES[found])
        : l10n.t(
            '"{0}" has the type {1}. Expected: {2}.',
            place,
            JSON_TYPES[found],
            JSON_TYPES[expected],
          );
  }
}

/** As JSON names them, in every language. */
const JSON_TYPES: Readonly<Record<ExpectedKind | 'boolean' | 'null', string>> = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  list: 'array',
  object: 'object',
};
