import { CustomerPager } from '../../../../src/core/customers/customerPager.ts';
import type { ExportNote, OpenedExport } from '../../../../src/core/plans/openedExport.ts';
import { openExport } from '../../../../src/plans/exported/openExport.ts';

export interface Opened {
  readonly records: readonly unknown[];
  /** How many have something that is not as the contract says. */
  readonly bad: number;
  readonly notes: readonly ExportNote[];
  readonly pager: CustomerPager;
  readonly file: OpenedExport;
}

/** All of a file, through the pager of the panel. Throws what keeps it from being read. */
export async function openedAll(path: string, limit = 7): Promise<Opened> {
  const file = await openExport(path);
  try {
    const pager = new CustomerPager(async () => file, { botId: '', limit });
    await pager.loadPages(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    if (pager.state === 'error') throw pager.error;
    const records = pager.pages.flatMap((page) => page.records);
    return { records, bad: pager.bad, notes: file.notes(), pager, file };
  } finally {
    file.close();
  }
}

export function kindsOf(notes: readonly ExportNote[]): readonly string[] {
  return notes.map(({ kind }) => kind);
}
