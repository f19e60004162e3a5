import { l10n } from 'vscode';
import { UNTAGGABLE, userAt } from '../../base/customer.ts';
import type { CustomerPage, ExpectedKind, FieldProblem, FoundKind } from '../../base/model.ts';
import { recordSpans } from '../../base/jsonScan.ts';
import { sentences } from '../../base/text.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import type { GridRows, RowProblem } from '../gridRows.ts';

/** Describes the problem of a field. Example: `"phone" has the type number. Expected: string.` */
export function problemText({ field, path, expected, found, more }: FieldProblem): string {
  const text = problemSentence(path, expected, found);
  if (more === 0 || field === undefined) return text;
  return sentences([
    text,
    l10n.t('Number of other problems in "{0}": {1}.', field, numberText(more)),
  ]);
}

function problemSentence(path: string, expected: ExpectedKind, found: FoundKind): string {
  switch (found) {
    case 'missing':
      return l10n.t('"{0}" is missing.', path);
    case 'empty':
      return l10n.t('"{0}" is empty.', path);
    case 'too-large':
      return l10n.t('The number in "{0}" is too large.', path);
    default:
      return path === ''
        ? l10n.t('The record has the type {0}. Expected: object.', JSON_TYPES[found])
        : l10n.t(
            '"{0}" has the type {1}. Expected: {2}.',
            path,
            JSON_TYPES[found],
            JSON_TYPES[expected],
          );
  }
}

/** Names of the JSON types. They are not translated. */
const JSON_TYPES: Readonly<Record<ExpectedKind | 'boolean' | 'null', string>> = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  list: 'array',
  object: 'object',
};

/**
 * Converts a page for the grid. The bytes are copied, because VS Code transfers the whole buffer under a typed array,
 * and cannot transfer a `Buffer`.
 */
export function gridRowsOf(page: CustomerPage, pageNumber: number): GridRows {
  const { json, spans } = recordSpans(page.body, page.records.length);
  const firstByte = spans[0]?.start ?? 0;
  const untaggable = Uint8Array.from(page.records, (_, index) => {
    const user = userAt(page, index);
    return typeof user === 'string' ? UNTAGGABLE.indexOf(user) + 1 : 0;
  });
  return {
    page: pageNumber,
    json: new Uint8Array(json.subarray(firstByte, spans.at(-1)?.end ?? 0)),
    spans: Uint32Array.from(
      spans.flatMap(({ start, end }) => [start - firstByte, end - firstByte]),
    ),
    problems: [...page.problems].map(([index, { fields }]) => [index, fields.map(rowProblem)]),
    untaggable,
  };
}

function rowProblem(problem: FieldProblem): RowProblem {
  return { field: problem.field ?? null, text: problemText(problem) };
}
