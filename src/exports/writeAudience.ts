import { createHash } from 'node:crypto';
import { userOf } from '../base/customer.ts';
import { ExportError } from '../base/exportErrors.ts';
import {
  type AudienceFormat,
  type AudienceJob,
  type AudienceSummary,
  type CustomerBatches,
  type LeftOut,
  MAX_AUDIENCE_LINES,
  MAX_AUDIENCE_PAGES,
} from '../base/exportPlan.ts';
import { type Customer, LINE, type UserRef } from '../base/model.ts';
import { protectedCell, csvCell } from '../base/spreadsheetCell.ts';
import { SeenUsers } from '../base/userCollections.ts';
import { AudienceFiles } from './audienceFiles.ts';
import type { Files } from './files.ts';

/** User in an audience. */
type Member = UserRef & { readonly rawUid: string };

const PLATFORMS: Readonly<Record<AudienceFormat, readonly string[]>> = {
  line: ['LINE'],
  userIds: ['LINE', 'FB'],
};

/** Selects the customers that belong to an audience. Remembers the users, so that duplicates are left out. */
class AudienceFilter {
  readonly #format: AudienceFormat;
  readonly #seen = new SeenUsers();
  readonly #leftOut = { otherPlatform: 0, withoutId: 0, doubles: 0, untaggable: 0 };

  constructor(format: AudienceFormat) {
    this.#format = format;
  }

  get leftOut(): LeftOut {
    return { ...this.#leftOut };
  }

  /**
   * Returns the member for a customer.
   * @returns undefined if the customer is left out; the reason is counted
   */
  memberOf(customer: Customer | undefined): Member | undefined {
    const result = this.#classify(customer);
    if (typeof result !== 'string') return result;
    this.#leftOut[result]++;
    return undefined;
  }

  #classify(customer: Customer | undefined): Member | keyof LeftOut {
    if (customer === undefined) return 'untaggable';
    const { id = '', platform } = customer;
    const isOtherPlatform = platform !== undefined && !PLATFORMS[this.#format].includes(platform);
    if (isOtherPlatform) return 'otherPlatform';
    if (!/\S/.test(id)) return 'withoutId';
    const user = userOf(customer);
    if (typeof user === 'string' || !isValidId(id) || !/\S/.test(user.pageId)) return 'untaggable';
    return this.#seen.add(user) ? { ...user, rawUid: id } : 'doubles';
  }
}

/** Returns whether the ID is valid. White space would split it in two; a byte order mark would change the encoding. */
function isValidId(text: string): boolean {
  return text.isWellFormed() && !/[\s\p{Cc}]/u.test(text);
}

/** Page with its number of files, which is more than one if the page has many users. */
interface PageParts {
  readonly page: string;
  readonly parts: number;
}

/** Matches a page ID that is safe in a file name and does not look like a part number, such as `shop-2`. */
const SAFE_PAGE_ID = /^(?!.*-\d+$)[\w@-]{1,60}$/;

/**
 * Returns the paths of the parts for each page: `audience.txt` → `audience-@shop.txt`, `audience-@shop-2.txt`. All
 * paths differ, also on case-insensitive file systems. A page ID that is not safe in a file name is sanitized, and its
 * hash is appended.
 */
export function audienceNames(
  file: string,
  pages: readonly PageParts[],
): readonly (readonly string[])[] {
  const [, stem = file, extension = ''] = /^(.*[^/\\])(\.[^./\\]*)$/s.exec(file) ?? [];
  const usedPaths = new Set<string>();
  return pages.map(({ page, parts }) => {
    for (let attempt = 1; ; attempt++) {
      const name = attempt === 1 ? safeName(page) : `${sanitized(page)}_${attempt}`;
      const paths = Array.from(
        { length: parts },
        (_, part) => `${stem}-${name}${part === 0 ? '' : `-${part + 1}`}${extension}`,
      );
      const lowerCasePaths = paths.map((path) => path.toLowerCase());
      if (lowerCasePaths.some((path) => usedPaths.has(path))) continue;
      for (const path of lowerCasePaths) usedPaths.add(path);
      return paths;
    }
  });
}

function safeName(page: string): string {
  return SAFE_PAGE_ID.test(page) ? page : sanitized(page);
}

function sanitized(page: string): string {
  const hash = createHash('sha256').update(page).digest('hex').slice(0, 8);
  const readable = page.replaceAll(/[^\w@-]+/g, '_').slice(0, 40);
  return `${readable}_${hash}`;
}

export interface AudienceOptions {
  readonly files: Files;
  /** Maximum number of lines in a file for LINE. Defaults to the limit of LINE. */
  readonly maxLines?: number | undefined;
}

type Draft = ReturnType<AudienceFiles['add']>;

/** Header line with the column names that "From File…" of a plan recognizes. */
const CSV_HEAD = 'id,pageId,platform\r\n';

/**
 * Writes the user IDs of the customers that belong to an audience. Files get their final names only when all of them
 * are complete. After an error, no files are left.
 * @throws {ExportError} if an existing file may not be replaced, or there are too many pages
 * @throws errors of the file system, and the reason of the signal
 */
export async function writeAudience(
  { files, maxLines = MAX_AUDIENCE_LINES }: AudienceOptions,
  job: AudienceJob,
  customers: CustomerBatches,
  signal: AbortSignal,
): Promise<AudienceSummary> {
  const { file, format, mayReplace } = job;
  const filter = new AudienceFilter(format);
  const audienceFiles = new AudienceFiles(files, await files.resolve(file));
  const output =
    format === 'line'
      ? new PageLists(audienceFiles, file, maxLines)
      : new Table(audienceFiles, file);
  let users = 0;
  // The name of a table is known from the start, so the question comes before an hour of reading.
  if (
    format === 'userIds' &&
    (await files.stat(file)) !== undefined &&
    !(await mayReplace([file]))
  ) {
    throw new ExportError({ kind: 'exists' }, file);
  }
  try {
    for await (const batch of customers) {
      signal.throwIfAborted();
      const members = batch
        .map((customer) => filter.memberOf(customer))
        .filter((member) => member !== undefined);
      users += members.length;
      await addAll(output, members);
    }
    signal.throwIfAborted();
    const finalPaths = output.finalPaths();
    await audienceFiles.moveToFinalPaths(finalPaths, mayReplace, signal);
    return { files: [...finalPaths.values()], users, leftOut: filter.leftOut };
  } finally {
    await audienceFiles.discard();
  }
}

/** Way to distribute the users to files. */
interface AudienceOutput {
  /** Writes a user. Returns undefined if the line is only buffered. */
  add(member: Member): Promise<void> | undefined;
  finalPaths(): ReadonlyMap<Draft, string>;
}

async function addAll(output: AudienceOutput, members: readonly Member[]): Promise<void> {
  for (const member of members) {
    const writing = output.add(member);
    if (writing !== undefined) await writing;
  }
}

/** Writes one ID per line, with a separate file for each page. */
class PageLists implements AudienceOutput {
  readonly #files: AudienceFiles;
  readonly #file: string;
  readonly #maxLines: number;
  readonly #pages = new Map<string, Draft[]>();

  constructor(files: AudienceFiles, file: string, maxLines: number) {
    this.#files = files;
    this.#file = file;
    this.#maxLines = maxLines;
  }

  add({ rawUid, pageId }: Member): Promise<void> | undefined {
    return this.#files.appendLine(this.#draftOf(pageId), `${rawUid}\n`);
  }

  finalPaths(): ReadonlyMap<Draft, string> {
    const pages = [...this.#pages].map(([page, drafts]) => ({ page, parts: drafts.length }));
    const names = audienceNames(this.#file, pages).flat();
    const drafts = [...this.#pages.values()].flat();
    return new Map(drafts.map((draft, index) => [draft, names[index] ?? this.#file]));
  }

  #draftOf(page: string): Draft {
    let drafts = this.#pages.get(page);
    if (drafts === undefined) {
      if (this.#pages.size === MAX_AUDIENCE_PAGES) {
        throw new ExportError({ kind: 'too-many-pages', limit: MAX_AUDIENCE_PAGES }, this.#file);
      }
      this.#pages.set(page, (drafts = []));
    }
    const last = drafts.at(-1);
    if (last !== undefined && last.lineCount < this.#maxLines) return last;
    const next = this.#files.add();
    drafts.push(next);
    return next;
  }
}

/** Writes all IDs to one CSV file. */
class Table implements AudienceOutput {
  readonly #files: AudienceFiles;
  readonly #file: string;
  #draft: Draft | undefined;

  constructor(files: AudienceFiles, file: string) {
    this.#files = files;
    this.#file = file;
  }

  add({ rawUid, pageId, channel }: Member): Promise<void> | undefined {
    const platform = channel === LINE ? 'LINE' : 'FB';
    const head = this.#draft === undefined ? CSV_HEAD : '';
    this.#draft ??= this.#files.add();
    const cells = [rawUid, pageId, platform].map((text) => csvCell(protectedCell(text))).join(',');
    return this.#files.appendLine(this.#draft, `${head}${cells}\r\n`);
  }

  finalPaths(): ReadonlyMap<Draft, string> {
    return new Map(this.#draft === undefined ? [] : [[this.#draft, this.#file]]);
  }
}
