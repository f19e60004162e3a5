/**
 * A point in time on this machine's clock, such as `2026-11-22 05:48:32`: sorts as text, and every spreadsheet knows it.
 * `undefined` for a time that has no year of four digits.
 */
export function clockText(time: number): string | undefined {
  const date = new Date(time);
  const year = date.getFullYear();
  if (!(year >= 1000 && year <= 9999)) return undefined;
  const day = [year, date.getMonth() + 1, date.getDate()];
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return `${joined(day, '-')} ${joined(clock, ':')}`;
}

function joined(numbers: readonly number[], mark: string): string {
  return numbers.map((number) => String(number).padStart(2, '0')).join(mark);
}
