import { l10n } from 'vscode';
import {
  MAX_INPUT_COLUMNS,
  type InputError,
  type InputProblem,
  type InputWarning,
  type PositionedKind,
  type Positions,
} from '../../base/inputProblems.ts';
import { sentences } from '../../base/text.ts';
import { comma, labeled, numberText } from '../../base/ui/localeTexts.ts';

/** Maximum number of problems that are shown. The others are shown when these are fixed. */
const MAX_PROBLEMS_SHOWN = 3;

export function describeInput({ problems }: InputError): string {
  const texts = problems.slice(0, MAX_PROBLEMS_SHOWN).map(problemText);
  return sentences([l10n.t('Could not create a plan from the file.'), ...texts]);
}

export function describeWarnings(warnings: readonly InputWarning[]): readonly string[] {
  return warnings.flatMap(({ kind, positions, column }) => {
    const text = warningText(kind);
    if (text === undefined) return [];
    return [labeled(whereText(positions, column), text)];
  });
}

/** Returns `undefined` if no text is needed, because the totals of the plan already contain the rows. */
function warningText(kind: InputWarning['kind']): string | undefined {
  switch (kind) {
    case 'zeros':
      return l10n.t(
        'The ID ends in zeros. If a spreadsheet replaced the last digits, the ID belongs to another customer. Compare the ID with the original data.',
      );
    case 'no-page':
      return l10n.t('The page ID is missing, so this customer is left out.');
    case 'no-channel':
      return l10n.t('The channel (LINE or Facebook) is missing, so this customer is left out.');
    case 'no-id':
      return undefined;
  }
}

export function problemText(problem: InputProblem): string {
  if ('positions' in problem) {
    const { kind, positions, column } = problem;
    const text = positionedText(kind);
    // For some encodings the position of the error is unknown.
    return positions.count === 0 ? text : labeled(whereText(positions, column), text);
  }
  switch (problem.kind) {
    case 'unreadable':
      return l10n.t(
        'Could not read the file ({0}). Check that the file exists, and that you have permission to read it.',
        problem.code,
      );
    case 'no-rows':
      return l10n.t('The file has no rows with customers. Add one row for each customer.');
    case 'headings':
      return l10n.t(
        'The first line must name the columns, such as id, pageId, platform. Use each name only once, and use at most {0} columns.',
        numberText(MAX_INPUT_COLUMNS),
      );
    case 'other-format':
      return l10n.t(
        'The content of the file is not CSV, JSON, or NDJSON, or does not match the file extension. Save the file in one of these formats, with the file extension of that format.',
      );
    case 'changed':
      return l10n.t('The file changed while VS Code was reading it. Try again.');
  }
}

function positionedText(kind: PositionedKind): string {
  switch (kind) {
    case 'bad-id':
      return l10n.t(
        'This is not an ID from the service. A spreadsheet may have turned the ID into a number. Format this column as text, then export the file again as UTF-8.',
      );
    case 'bad-record':
      return l10n.t('The row cannot be read. Check the quotation marks, or export the file again.');
    case 'bad-text':
      return l10n.t('The content is not valid text. Save the file as UTF-8.');
  }
}

/** Returns, for example, `Lines 2, 3, column "id"`. */
function whereText(positions: Positions, column: string | undefined): string {
  return column === undefined
    ? positionsText(positions)
    : l10n.t('{0}, column "{1}"', positionsText(positions), column);
}

/** Returns, for example, "Lines 2, 3, 17 and 4 more". */
function positionsText({ unit, first, count }: Positions): string {
  const [firstPosition] = first;
  if (count === 1 && firstPosition !== undefined) {
    return unit === 'line'
      ? l10n.t('Line {0}', firstPosition)
      : l10n.t('Record {0}', firstPosition);
  }
  const numbers = first.join(comma());
  const remaining = count - first.length;
  const list = remaining > 0 ? l10n.t('{0} and {1} more', numbers, numberText(remaining)) : numbers;
  return unit === 'line' ? l10n.t('Lines {0}', list) : l10n.t('Records {0}', list);
}
