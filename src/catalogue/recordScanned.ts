import { customerKey } from '../base/customer.ts';
import { messageOf } from '../base/errors.ts';
import {
  type Customer,
  customerAt,
  type CustomerPage,
  type Scan,
  type UserTag,
} from '../base/model.ts';
import type { CatalogueReader } from './reader.ts';
import type { CountedScan } from './scanCounts.ts';
import { keepLatest, seenTag } from './seenTags.ts';
import type { Catalogue } from './catalogue.ts';
import { change } from './change.ts';
import type { CatalogueWriter } from './writer.ts';

/** The scan has changed: another window continued it, started another one, or removed the bot. */
export class ScanMovedError extends Error {
  override readonly name = 'ScanMovedError';

  constructor() {
    super('the scan was continued elsewhere, or its bot was removed');
  }
}

/** A scan started by the user was interrupted, or reached its maximum number of pages, and can be resumed. */
export class ScanInterrupted extends Error {
  override readonly name = 'ScanInterrupted';
  readonly botLabel: string;
  readonly scan: Scan;
  /** Resumes the scan up to its maximum number of pages. If it has read them already, reads as many further pages. */
  readonly resume: () => Promise<void>;

  /** @param cause reason why the scan stopped; `Cancelled`: nothing failed */
  constructor(
    cause: unknown,
    { botLabel, scan, resume }: Pick<ScanInterrupted, 'botLabel' | 'scan' | 'resume'>,
  ) {
    super(messageOf(cause), { cause });
    this.botLabel = botLabel;
    this.scan = scan;
    this.resume = resume;
  }
}

interface TagOnPage {
  /** Latest tag with this ID on the page, by the time when it was attached to a customer. */
  readonly tag: UserTag;
  /** Number of customers with the tag, without those already counted in this scan. */
  readonly customers: number;
}

interface PageCounts {
  /** Hashes of all customers on the page. */
  readonly hashes: ReadonlySet<number>;
  /** Customers that were not counted before. */
  readonly newCustomers: readonly Customer[];
  /** Number of records that are not objects. */
  readonly skipped: number;
  readonly tags: readonly TagOnPage[];
}

/**
 * Records the tags and counts of a page in one transaction, and returns the scan after this page.
 * @throws {ScanMovedError} if the page was not the next one
 */
export function recordScanned(
  catalogue: Catalogue,
  scan: Scan,
  page: CustomerPage,
  countedScan: CountedScan,
): Scan {
  const counts = countPage(page, countedScan);
  const updatedScan = savePage(catalogue, scan, counts, page.next);
  // The page is counted after it is written, because a page that could not be written is read again.
  countedScan.add(counts.hashes, counts.newCustomers, updatedScan);
  return updatedScan;
}

const savePage = change(
  (writer: CatalogueWriter, scan: Scan, counts: PageCounts, next: string | undefined): Scan => {
    requireUnmoved(writer, scan);
    let { tags, newTags } = scan;
    for (const { tag, customers } of counts.tags) {
      const { item, isNew } = seenTag(writer, scan.bot, tag);
      const isFirstInScan = item.scan !== scan.id;
      if (isFirstInScan) tags++;
      if (isNew) newTags++;
      const seenOn = (isFirstInScan ? 0 : item.seenOn) + customers;
      writer.save({ ...item, scan: scan.id, seenOn });
    }
    const updatedScan: Scan = {
      ...scan,
      tags,
      newTags,
      next: next ?? null,
      pages: scan.pages + 1,
      customers: scan.customers + counts.newCustomers.length,
      skipped: scan.skipped + counts.skipped,
      state: next === undefined ? 'done' : 'running',
      updated: writer.now(),
    };
    writer.saveScan(updatedScan);
    return updatedScan;
  },
);

/** @throws {ScanMovedError} if another window has changed or removed the scan */
export function requireUnmoved(reader: CatalogueReader, { bot, id, pages }: Scan): void {
  const currentScan = reader.scan(bot);
  if (currentScan?.id !== id || currentScan.pages !== pages) throw new ScanMovedError();
}

/** Customers who become active during the scan may occur again: their tags are recorded, but not counted again. */
function countPage(page: CustomerPage, countedScan: CountedScan): PageCounts {
  const hashes = new Set<number>();
  const latestTags = new Map<string, UserTag>();
  const customerCounts = new Map<string, number>();
  const newCustomers: Customer[] = [];
  let skipped = 0;
  for (const index of page.records.keys()) {
    const customer = customerAt(page, index);
    if (customer === undefined) {
      skipped++;
      continue;
    }
    const hash = customerKey(customer);
    const isCounted = hash !== undefined && (countedScan.has(hash) || hashes.has(hash));
    if (hash !== undefined) hashes.add(hash);
    if (!isCounted) newCustomers.push(customer);
    for (const tag of customer.tags ?? []) keepLatest(latestTags, tag);
    const ids = new Set(customer.tags?.map(({ id }) => id));
    for (const id of ids)
      customerCounts.set(id, (customerCounts.get(id) ?? 0) + (isCounted ? 0 : 1));
  }
  const tags = [...latestTags].map(([id, tag]) => ({
    tag,
    customers: customerCounts.get(id) ?? 0,
  }));
  return { hashes, newCustomers, skipped, tags };
}
