import { largeBound, largeGrid, type LargeGrid } from './largeGrid.ts';
import { median } from './numbers.ts';
import type { Row } from './table.ts';

const ROWS = 300_000;
const MILLION = 1_000_000;
/** Rows of the simplest grid. Three times as many would exceed the memory limit of a page. */
const BOUND_ROWS = 100_000;
const goals = { paint: 100, frame: 50, memory: 450 };

/** Measures the cost of many loaded customers, compared with the simplest grid. */
export async function largeGridRows(extension: string, rounds: number): Promise<Row[]> {
  const results: LargeGrid[] = [];
  for (let round = 0; round < rounds; round++) results.push(await largeGrid(extension, ROWS));
  const bound = await largeBound(extension, BOUND_ROWS);
  const million = await largeGrid(extension, MILLION);
  const medianOf = (value: (result: LargeGrid) => number): number =>
    Math.round(median(results.map(value)));
  const limitRow = (
    what: string,
    measured: number,
    { goal, unit = 'ms' }: { readonly goal: number; readonly unit?: string },
  ): Row => ({
    what: `grid, 300,000 rows: ${what}`,
    measured: `${measured} ${unit}`,
    goal: `<= ${goal} ${unit}`,
    isMet: measured <= goal,
  });
  const lastRowIndex = medianOf(({ rowIndex }) => rowIndex);
  const { paint, frame, memory } = goals;
  return [
    limitRow(
      'longest frame while all come back to a tab',
      medianOf(({ returning }) => returning),
      { goal: frame },
    ),
    limitRow(
      'a page appended, to the screen',
      medianOf(({ append }) => append),
      { goal: paint },
    ),
    limitRow(
      'longest frame by scroll bar and wheel',
      medianOf(({ scroll }) => scroll),
      { goal: frame },
    ),
    limitRow(
      'longest frame by keyboard',
      medianOf(({ keys }) => keys),
      { goal: frame },
    ),
    limitRow(
      'private memory, worker and all',
      medianOf((result) => result.memory.held),
      {
        goal: memory,
        unit: 'MB',
      },
    ),
    {
      what: 'grid, 300,000 rows: aria-rowindex at the far end',
      measured: String(lastRowIndex),
      goal: String(ROWS + 1),
      isMet: lastRowIndex === ROWS + 1,
    },
    ...notes(`the hand-written bound with ${BOUND_ROWS / 1000},000`, bound),
    ...notes('1,000,000 rows', million),
    {
      what: '  1,000,000 rows: until all are there to be searched',
      measured: `${million.load.toFixed(0)} s; ${million.rowIndex} is the last aria-rowindex`,
    },
  ];
}

/** Returns a row without a goal. */
function notes(
  title: string,
  { append, scroll, memory }: Pick<LargeGrid, 'append' | 'scroll' | 'memory'>,
): Row[] {
  const parts = [
    `a page appended ${append.toFixed(0)} ms`,
    `longest frame ${scroll.toFixed(0)} ms`,
    `${memory.held.toFixed(0)} MB`,
  ];
  return [{ what: `  ${title}`, measured: parts.join(', ') }];
}
