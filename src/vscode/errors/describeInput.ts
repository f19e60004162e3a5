import { l10n } from 'vscode';
import {
  MOST_COLUMNS,
  type InputError,
  type InputProblem,
  type InputWarning,
  type PlacedKind,
  type Places,
} from '../../core/plans/inputProblems.ts';
import { sentences } from '../../core/sentences.ts';
import { comma, labelled } from '../kit/counts.ts';
import { numberText } from '../kit/numberText.ts';

/** Of what is wrong with a file, so much is said; the rest comes up when that is put right. */
const MOST_SAID = 3;

/** What is wrong with a file of users, where, and what helps. */
export function describeInput({ problems }: InputError): string {
  const said = describeProblems({ problems });
  return sentences([l10n.t('The file cannot be used as it is, so no plan was made.'), said]);
}

/** The same, whatever it was read for. */
export function describeProblems({ problems }: Pick<InputError, 'problems'>): string {
  return sentences(problems.slice(0, MOST_SAID).map(problemText));
}

/** What is odd about the rows of a file of which a plan is made all the same. */
export function describeWarnings(warnings: readonly InputWarning[]): readonly string[] {
  return warnings.flatMap(({ kind, places, column }) => {
    const text = warningText(kind);
    if (text === undefined) return [];
    const where =
      column === undefined
        ? placesText(places)
        : l10n.t('{0}, column "{1}"', placesText(places), column);
    return [labelled(where, text)];
  });
}

/** `undefined`: the totals of a plan say it. */
function warningText(kind: InputWarning['kind']): string | undefined {
  switch (kind) {
    case 'zeros':
      return l10n.t(
        'the ID ends in zeros. A spreadsheet may have cut its digits, and it is that of somebody else then: compare it with where it comes from.',
      );
    case 'no-page':
      return l10n.t('there is no page ID, so this customer is left out.');
    case 'no-channel':
      return l10n.t('there is no channel, LINE or Facebook, so this customer is left out.');
    case 'no-id':
      return undefined;
  }
}

export function problemText(problem: InputProblem): string {
  if ('places' in problem) {
    const { kind, places, column } = problem;
    const where = [
      ...(places.count === 0 ? [] : [placesText(places)]),
      ...(column === undefined ? [] : [l10n.t('column "{0}"', column)]),
    ].join(comma());
    // Where some encodings fail is not known.
    return where === ''
      ? l10n.t('It has a fault: {0}', placedText(kind))
      : labelled(where, placedText(kind));
  }
  switch (problem.kind) {
    case 'unreadable':
      return l10n.t(
        'It cannot be read ({0}): check that it is there and that you may read it.',
        problem.code,
      );
    case 'no-rows':
      return l10n.t('It has no rows with customers: add one for each customer.');
    case 'headings':
      return l10n.t(
        'Its first line has to name the columns, such as id, pageId, platform: each name once, and at most {0} of them.',
        numberText(MOST_COLUMNS),
      );
    case 'other-format':
      return l10n.t(
        'It is not the CSV, JSON or NDJSON that its name says: save it as one of these.',
      );
    case 'changed':
      return l10n.t('It changed while it was being read: try again.');
  }
}

function placedText(kind: PlacedKind): string {
  switch (kind) {
    case 'bad-id':
      return l10n.t(
        'this is not the ID that the service sent. A spreadsheet may have made a number of it: export it again with that column as text, in UTF-8.',
      );
    case 'bad-record':
      return l10n.t(
        'this row cannot be read. Check its quotation marks, or export the file again.',
      );
    case 'bad-text':
      return l10n.t('this is not text. Save the file as UTF-8.');
  }
}

/** "Lines 2, 3, 17 and 4 more" */
export function placesText({ unit, first, count }: Places): string {
  const [only] = first;
  if (count === 1 && only !== undefined) {
    return unit === 'line' ? l10n.t('Line {0}', only) : l10n.t('Record {0}', only);
  }
  const numbers = first.join(comma());
  const left = count - first.length;
  const all = left > 0 ? l10n.t('{0} and {1} more', numbers, numberText(left)) : numbers;
  return unit === 'line' ? l10n.t('Lines {0}', all) : l10n.t('Records {0}', all);
}
