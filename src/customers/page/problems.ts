import { sentences } from '../../base/sentences.ts';
import type { RowProblem } from '../gridRows.ts';
import type { GridStrings } from '../gridStrings.ts';
import { columnOf, type Column } from './columns.ts';
import { icon } from '../../base/page/dom.ts';
import { labelled } from '../../base/page/labelled.ts';

/** `Unexpected data: "phone" has the type number. Expected: string.`; nothing when there is nothing to say. */
export function problemsText(
  problems: readonly RowProblem[],
  strings: Pick<GridStrings, 'unexpected' | 'labelled'>,
): string {
  const text = sentences(problems.map((problem) => problem.text));
  return text === '' ? '' : labelled(strings, strings.unexpected, text);
}

/**
 * What is marked in which column: the one of the field when it is shown, else the names, else the first one, since
 * the mark has to stand somewhere.
 */
export function markedColumns(
  problems: readonly RowProblem[],
  shown: readonly Column[],
): ReadonlyMap<Column, readonly RowProblem[]> {
  const marked = new Map<Column, RowProblem[]>();
  const isShown = (column: Column | undefined) => column !== undefined && shown.includes(column);
  for (const problem of problems) {
    const column = [columnOf(problem.field), 'name' as const, shown[0]].find(isShown);
    if (column !== undefined) marked.set(column, [...(marked.get(column) ?? []), problem]);
  }
  return marked;
}

export function problemMark(
  problems: readonly RowProblem[],
  strings: Pick<GridStrings, 'unexpected' | 'labelled'>,
): HTMLElement {
  const mark = icon('warning');
  mark.removeAttribute('aria-hidden');
  mark.setAttribute('role', 'img');
  mark.setAttribute('aria-label', problemsText(problems, strings));
  mark.title = problems.map(({ text }) => text).join('\n');
  return mark;
}
