import type { ValueCounts } from '../catalogue/aggregate.ts';

/** Customers by month in local time. */
export class MonthCounts {
  /** By months since the year 0: few, as only times that are believed come here. */
  readonly #counts = new Map<number, number>();

  /** @param time ms, believed */
  add(time: number): void {
    const date = new Date(time);
    const month = date.getFullYear() * 12 + date.getMonth();
    this.#counts.set(month, (this.#counts.get(month) ?? 0) + 1);
  }

  /** In order of time, months in between that have nobody included. */
  all(): ValueCounts {
    const months = [...this.#counts.keys()];
    if (months.length === 0) return [];
    const [first, last] = [Math.min(...months), Math.max(...months)];
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const month = first + index;
      return [textOf(month), this.#counts.get(month) ?? 0];
    });
  }
}

function textOf(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
}
