import { l10n } from 'vscode';
import type { FieldName } from '../../core/customerFields.ts';
import type { ExportNote } from '../../core/plans/openedExport.ts';
import { cutMiddle } from '../../core/plainText.ts';
import { fieldTitle } from '../customers/panel/gridTexts.ts';
import { placesText, problemText } from '../errors/describeInput.ts';
import { comma } from '../kit/counts.ts';
import { numberText } from '../kit/numberText.ts';
import { plain } from '../kit/sinks.ts';

/** Characters of a column's name that are shown: a file may have megabytes there. */
const LONGEST_NAME = 40;

/** What a file does not tell, in a few words for the line below the grid. */
export function noteText(note: ExportNote): string {
  switch (note.kind) {
    case 'unfinished':
      return l10n.t('an export to this file has not ended: "Resume Export…" goes on with it');
    case 'no-fields':
      return l10n.t('no record has a field of a customer: is this an export of customers?');
    case 'left-out':
      return l10n.t('not in this file: {0}', titles(note.fields));
    case 'hashed':
      return l10n.t('hashed: {0}', titles(note.fields));
    case 'no-tag-ids':
      return l10n.t('tags have names only, as their IDs are not in this file');
    case 'clock-times':
      return l10n.t('times are to the second, by the clock of this machine');
    case 'added': {
      const more = note.count - note.columns.length;
      const names = note.columns.map(shownName).join(comma());
      return more > 0
        ? l10n.t('columns that no export writes: {0} and {1} more', names, numberText(more))
        : l10n.t('columns that no export writes: {0}', names);
    }
    case 'broken':
      return l10n.t('left out, as they cannot be read: {0}', placesText(note.places));
    case 'ragged':
      return l10n.t('more or fewer cells than headings: {0}', placesText(note.places));
    case 'cut':
      return l10n.t(
        'the last line is not whole and was left out: the file was cut, or is being written',
      );
    case 'stopped':
      return l10n.t('what follows cannot be read: {0}', problemText(note.problem));
    case 'broken-text':
      return l10n.t('some bytes are not UTF-8 and are shown as \u{fffd}');
  }
}

function shownName(column: string): string {
  return plain('page', cutMiddle(column, LONGEST_NAME));
}

/** As the headers of the grid call them. */
function titles(fields: readonly FieldName[]): string {
  return fields.map(fieldTitle).join(comma());
}
