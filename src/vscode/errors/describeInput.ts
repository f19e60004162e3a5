import { l10n } from 'vscode';
import {
  LONGEST_ID,
  MOST_COLUMNS,
  type InputError,
  type InputProblem,
  type InputWarning,
  type OtherKind,
  type PlacedKind,
  type Places,
} from '../../core/plans/inputProblems.ts';
import { sentences } from '../../core/sentences.ts';
import { comma, labelled } from '../kit/counts.ts';
import { numberText } from '../kit/numberText.ts';
import { detailText } from './detailText.ts';

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
      return l10n.t('there is no page ID, so this user is left out.');
    case 'no-channel':
      return l10n.t('there is no channel, LINE or Facebook, so this user is left out.');
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
      return unreadableText(problem.code);
    case 'empty':
      return l10n.t('It is empty: check that it was saved, or pick another file.');
    case 'no-rows':
      return l10n.t('It has no rows: add one for each user.');
    case 'no-records':
      return l10n.t(
        'It has no list of records: JSON has to be a list of objects, or to have one in "records" or "res.records".',
      );
    case 'no-header':
      return l10n.t(
        'It begins with a row: add a line with headings, such as id, pageId, platform.',
      );
    case 'duplicate-heading':
      return l10n.t(
        'Several columns have the same heading: {0}. Rename all but one of each.',
        problem.names.join(comma()),
      );
    case 'too-many-columns':
      return l10n.t(
        'It has more than {0} columns: leave out those that are not needed.',
        numberText(MOST_COLUMNS),
      );
    case 'other-kind':
      return otherText(problem.found);
    case 'wrong-name':
      return l10n.t(
        'Its name says {0}, and its content is something else: rename it to what it is, such as .csv.',
        problem.format,
      );
    case 'no-big5':
      return l10n.t('It is not UTF-8: save it as UTF-8.');
    case 'broken-parquet':
      return l10n.t(
        'It is not a Parquet file that can be read ({0}): write it anew, or save it as CSV.',
        detailText(problem.detail),
      );
    case 'large-parquet':
      return l10n.t(
        'A row group of it is too large: write it with smaller ones, or save it as CSV.',
      );
    case 'changed':
      return l10n.t('It changed while it was being read: try again.');
  }
}

function unreadableText(code: string): string {
  switch (code) {
    case 'ENOENT':
      return l10n.t('It is not there: check its name and folder.');
    case 'EACCES':
    case 'EPERM':
      return l10n.t('You may not read it: check its permissions.');
    case 'EISDIR':
      return l10n.t('It is a folder: pick a file in it.');
    default:
      return l10n.t('It cannot be read ({0}): copy it to this machine and try again.', code);
  }
}

function placedText(kind: PlacedKind): string {
  switch (kind) {
    case 'spreadsheet-number':
      return l10n.t(
        'a spreadsheet made a number of the ID, and its digits are lost. Export it again with that column as text.',
      );
    case 'inexact-number':
      return l10n.t('the ID is a number too large to be exact. Write it as text.');
    case 'broken-id':
      return l10n.t(
        'the ID has broken characters: the text was read in a wrong encoding at some time. Export it again as UTF-8.',
      );
    case 'no-text':
      return l10n.t('the ID is not text. Check which column has the IDs.');
    case 'long-id':
      return l10n.t(
        'the ID has more than {0} characters. Check which column has the IDs.',
        numberText(LONGEST_ID),
      );
    case 'ragged':
      return l10n.t(
        'there are more cells than headings. Put a cell that holds the delimiter in quotation marks.',
      );
    case 'broken-text':
      return l10n.t('this is not text in the encoding of the file. Save it as UTF-8.');
    case 'nul':
      return l10n.t('there are NUL bytes, which no text has. Save it as UTF-8.');
    case 'open-quote':
      return l10n.t('a quotation mark is opened and never closed. Close it.');
    case 'stray-quote':
      return l10n.t(
        'something stands between a closing quotation mark and the end of its cell. Within a cell, write a quotation mark twice.',
      );
    case 'broken-json':
      return l10n.t('this is not JSON. Put it right, or export the file again.');
    case 'long-record':
      return l10n.t('the record is too long. Look for a quotation mark that is not closed.');
  }
}

function otherText(kind: OtherKind): string {
  switch (kind) {
    case 'spreadsheet':
      return l10n.t('It is a spreadsheet: save it as CSV (UTF-8).');
    case 'pdf':
      return l10n.t('It is a PDF: export the table as CSV.');
    case 'compressed':
      return l10n.t('It is compressed: unpack it first.');
    case 'web-page':
      return l10n.t('It is a web page: download the file itself.');
    case 'encrypted':
      return l10n.t('It is encrypted: decrypt it first.');
    case 'binary':
      return l10n.t('It is not a table: save it as CSV, JSON, NDJSON or Parquet.');
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
