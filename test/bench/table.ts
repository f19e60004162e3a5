/** Row of the table that a benchmark prints. */
export interface Row {
  /** Label of the measurement. */
  what: string;
  measured: string;
  goal?: string;
  isMet?: boolean;
}

/** Returns the rows as text in columns. */
export function table(rows: readonly Row[]): string {
  const verdict = ({ isMet }: Row): string => (isMet === undefined ? '' : isMet ? 'ok' : 'MISSED');
  const cells = [
    ['', 'measured', 'goal', ''],
    ...rows.map((row) => [row.what, row.measured, row.goal ?? '', verdict(row)]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const [head = '', ...body] = cells.map(line);
  return [head, '-'.repeat(Math.max(...body.map((line) => line.length))), ...body].join('\n');
}
