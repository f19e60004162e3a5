import type { Column } from '../../base/customerFields.ts';
import type { ColumnStatistics } from '../../search/index/statistics.ts';
import type { GridStrings } from '../gridStrings.ts';
import type { Format } from './format.ts';
import { labelled } from '../../base/page/labelled.ts';
import type { Choice } from './choice.ts';

export interface ChartTexts {
  readonly strings: GridStrings;
  readonly format: Format;
}

/** A bar of a chart, and a line of its list. */
export interface ChartItem {
  readonly kind: 'value' | 'empty' | 'others';
  /** `undefined`: the values that stand behind those that are shown. */
  readonly pick: Choice | undefined;
  readonly label: () => string;
  readonly count: number;
}

/** What a chart shows, from left to right, and its list from top to bottom. */
export function chartItems(
  { column, rows, values, others, empty, bins }: ColumnStatistics,
  { strings, format }: ChartTexts,
): readonly ChartItem[] {
  const items: ChartItem[] = bins.map(({ from, to, count }) => {
    const pick = { kind: 'range' as const, from, to };
    return { kind: 'value', pick, label: () => format.days(from, to - 1), count };
  });
  for (const { key, label, count } of values) {
    const pick = { kind: 'value' as const, key };
    const text = () => wordOf(column, key, label, format);
    items.push({ kind: 'value', pick, label: text, count });
  }
  if (items.length === 0 && rows > empty) {
    const label = () => strings.charts.filled;
    items.push({ kind: 'value', pick: { kind: 'filled' }, label, count: rows - empty });
  }
  if (others > 0) {
    const label = () => strings.charts.others;
    items.push({ kind: 'others', pick: undefined, label, count: others });
  }
  if (empty > 0) {
    const pick = { kind: 'value' as const, key: '' };
    items.push({ kind: 'empty', pick, label: () => strings.noValue, count: empty });
  }
  return items;
}

/** The line below a chart: what one wants to know first. */
export function chartWords(found: ColumnStatistics, { strings, format }: ChartTexts): string {
  const { column, rows, empty, distinct, values, bins } = found;
  if (rows === 0 || bins.length > 0) return '';
  const [top] = values;
  if (column !== 'tags' && column !== 'params' && top !== undefined && top.count > 0) {
    const label = wordOf(column, top.key, top.label, format);
    return labelled(strings, label, format.percent(top.count / rows));
  }
  const { different, differentEmpty } = strings.charts;
  return format
    .count(empty === 0 ? different : differentEmpty, distinct)
    .replace('{1}', format.percent(empty / rows));
}

function wordOf(column: Column, key: string, label: string, format: Format): string {
  const hasWords = column === 'status' || column === 'platform' || column === 'gender';
  return hasWords ? format.value(column, key) : label;
}
