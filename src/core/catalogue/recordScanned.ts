import { customerKey } from '../customerKey.ts';
import { customerAt, type CustomerPage, type Scan, type UserTag } from '../model.ts';
import type { CatalogueReader } from './reader.ts';
import { keepLatest, seenTag } from './seenTags.ts';
import { change, type CatalogueWriter, type Changeable } from './writer.ts';

/** Who was counted in a scan, by the hash of who they are; in memory only. */
export type CountedCustomers = Set<number>;

/** The scan is not where it was: another window goes on with it, began another one, or removed the bot. */
export class ScanMovedError extends Error {
  override readonly name = 'ScanMovedError';

  constructor() {
    super('the scan was continued elsewhere, or its bot was removed');
  }

  static is(error: unknown): boolean {
    return error instanceof Error && error.name === 'ScanMovedError';
  }
}

interface SeenOnPage {
  readonly tag: UserTag;
  readonly customers: number;
}

interface PageCounts {
  readonly counted: readonly number[];
  readonly customers: number;
  /** Records that are no objects. */
  readonly skipped: number;
  readonly tags: ReadonlyMap<string, SeenOnPage>;
}

/**
 * Takes over a page that was read with the scan's key, whole or not at all: the tags, on how many customers they
 * stand, and the key to go on from. Throws `ScanMovedError` when the page was not the next one.
 */
export function recordScanned(
  catalogue: Changeable,
  scan: Scan,
  page: CustomerPage,
  counted: CountedCustomers,
): Scan {
  const counts = countPage(page, counted);
  const after = savePage(catalogue, scan, counts, page.next);
  // Not before it is written: the page may be read again.
  for (const customer of counts.counted) counted.add(customer);
  return after;
}

const savePage = change(
  (writer: CatalogueWriter, scan: Scan, counts: PageCounts, next: string | undefined): Scan => {
    requireSame(writer, scan);
    let { tags, newTags } = scan;
    for (const { tag, customers } of counts.tags.values()) {
      const { item, isNew } = seenTag(writer, scan.bot, tag);
      const isFirst = item.scan !== scan.id;
      if (isFirst) tags++;
      if (isNew) newTags++;
      const seenOn = (isFirst ? 0 : item.seenOn) + customers;
      writer.save({ ...item, scan: scan.id, seenOn });
    }
    const recorded: Scan = {
      ...{ ...scan, tags, newTags, next: next ?? null, pages: scan.pages + 1 },
      customers: scan.customers + counts.customers,
      skipped: scan.skipped + counts.skipped,
      state: next === undefined ? 'done' : 'running',
      updated: writer.now(),
    };
    writer.saveScan(recorded);
    return recorded;
  },
);

/** Throws `ScanMovedError` unless the scan is where this window left it. */
export function requireSame(reader: CatalogueReader, { bot, id, pages }: Scan): void {
  const now = reader.scan(bot);
  if (now?.id !== id || now.pages !== pages) throw new ScanMovedError();
}

/** Whoever becomes active during the walk may come a second time; their tags are seen, and not counted again. */
function countPage(page: CustomerPage, counted: CountedCustomers): PageCounts {
  const here = new Set<number>();
  const latest = new Map<string, UserTag>();
  const on = new Map<string, number>();
  let customers = 0;
  let skipped = 0;
  for (const index of page.records.keys()) {
    const customer = customerAt(page, index);
    if (customer === undefined) {
      skipped++;
      continue;
    }
    const key = customerKey(customer);
    const isCounted = key !== undefined && (counted.has(key) || here.has(key));
    if (key !== undefined) here.add(key);
    if (!isCounted) customers++;
    for (const tag of customer.tags ?? []) keepLatest(latest, tag);
    const ids = new Set(customer.tags?.map(({ id }) => id));
    for (const id of ids) on.set(id, (on.get(id) ?? 0) + (isCounted ? 0 : 1));
  }
  const tags = new Map(
    [...latest].map(([id, tag]) => [id, { tag, customers: on.get(id) ?? 0 }] as const),
  );
  return { counted: [...here], customers, skipped, tags };
}
