import { userAt } from '../../base/customerUser.ts';
import { recordSpans } from '../../base/recordSpans.ts';
import type { CustomerPage, FieldProblem } from '../../base/model.ts';
import type { RowProblem, GridRows } from '../gridRows.ts';
import { problemText } from './fieldProblemText.ts';
import { UNTAGGABLE } from './untaggable.ts';

/**
 * The bytes are a copy of their own: VS Code sends all of the memory that a view stands in, and no `Buffer` at all.
 * @param number the page's, from 1
 */
export function gridRowsOf(page: CustomerPage, number: number): GridRows {
  const { json, spans } = recordSpans(page.body, page.records.length);
  const first = spans[0]?.start ?? 0;
  const untaggable = Uint8Array.from(page.records, (_, index) => {
    const user = userAt(page, index);
    return typeof user === 'string' ? UNTAGGABLE.indexOf(user) + 1 : 0;
  });
  return {
    page: number,
    json: new Uint8Array(json.subarray(first, spans.at(-1)?.end ?? 0)),
    spans: Uint32Array.from(spans.flatMap(({ start, end }) => [start - first, end - first])),
    problems: [...page.problems].map(([index, { fields }]) => [index, fields.map(rowProblem)]),
    untaggable,
  };
}

function rowProblem(problem: FieldProblem): RowProblem {
  return { field: problem.field ?? null, text: problemText(problem) };
}
