import { l10n } from 'vscode';
import type { ExpectedKind, FieldProblem, FoundKind } from '../../../core/model.ts';
import { numberText } from '../../kit/numberText.ts';

/** What is wrong with a field, in a sentence: `"phone" is a number, not text.` */
export function problemText({ field, place, expected, found, more }: FieldProblem): string {
  const text = sentence(place, expected, found);
  if (more === 0 || field === undefined) return text;
  return l10n.t('{0} And {1} more in "{2}".', text, numberText(more), field);
}

function sentence(place: string, expected: ExpectedKind, found: FoundKind): string {
  switch (found) {
    case 'missing':
      return l10n.t('"{0}" is missing.', place);
    case 'empty':
      return l10n.t('"{0}" is empty.', place);
    case 'too-large':
      return l10n.t('"{0}" is too large a number.', place);
    default:
      return place === ''
        ? l10n.t('The record is {0}, not an object.', kindText(found))
        : l10n.t('"{0}" is {1}, not {2}.', place, kindText(found), kindText(expected));
  }
}

function kindText(kind: Exclude<FoundKind, 'missing' | 'empty' | 'too-large'>): string {
  switch (kind) {
    case 'text':
      return l10n.t('text');
    case 'number':
      return l10n.t('a number');
    case 'boolean':
      return l10n.t('true or false');
    case 'null':
      return l10n.t('null');
    case 'list':
      return l10n.t('a list');
    case 'object':
      return l10n.t('an object');
  }
}
