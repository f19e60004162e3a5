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
import { csvCell, protectedCell } from '../base/safeText.ts';
import { SeenUsers } from '../base/userCollections.ts';
import { AudienceFiles, type Draft } from './audienceFiles.ts';
import type { Files } from './files.ts';

/** User in an audience: a file with only the user IDs of customers. */
type Member = UserRef & { readonly rawUid: string };

const PLATFORMS: Readonly<Record<AudienceFormat, readonly string[]>> = {
  line: ['LINE'],
  userIds: ['LINE', 'FB'],
};

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

  /** Returns `undefined` if the customer is left out, and counts the reason. */
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

/** White space would split an ID in two. A byte order mark, which counts as white space, would change the encoding. */
function isValidId(text: string): boolean {
  return text.isWellFormed() && !/[\s\p{Cc}]/u.test(text);
}

/** LINE account with its number of files, which is more than one if the account has many users. */
interface PageFiles {
  readonly pageId: string;
  readonly fileCount: number;
}

/** Excludes names such as `shop-2`, because the second file of the page `shop` has that name. */
const SAFE_PAGE_ID = /^(?!.*-\d+$)[\w@-]{1,60}$/;

/** Returns the paths for each page, such as `audience-@shop-2.txt`. They differ even on systems that ignore case. */
export function audienceNames(
  file: string,
  pages: readonly PageFiles[],
): readonly (readonly string[])[] {
  const [, stem = file, extension = ''] = /^(.*[^/\\])(\.[^./\\]*)$/s.exec(file) ?? [];
  const usedPaths = new Set<string>();
  return pages.map(({ pageId, fileCount }) => {
    for (let attempt = 1; ; attempt++) {
      const name = attempt === 1 ? safeName(pageId) : `${sanitized(pageId)}_${attempt}`;
      const paths = Array.from(
        { length: fileCount },
        (_, index) => `${stem}-${name}${index === 0 ? '' : `-${index + 1}`}${extension}`,
      );
      const lowerCasePaths = paths.map((path) => path.toLowerCase());
      if (lowerCasePaths.some((path) => usedPaths.has(path))) continue;
      for (const path of lowerCasePaths) usedPaths.add(path);
      return paths;
    }
  });
}

function safeName(pageId: string): string {
  return SAFE_PAGE_ID.test(pageId) ? pageId : sanitized(pageId);
}

function sanitized(pageId: string): string {
  const hash = createHash('sha256').update(pageId).digest('hex').slice(0, 8);
  const readable = pageId.replaceAll(/[^\w@-]+/g, '_').slice(0, 40);
  return `${readable}_${hash}`;
}

export interface AudienceOptions {
  readonly files: Files;
  /** Maximum number of lines in a file for LINE. Defaults to the limit of LINE. */
  readonly maxLines?: number | undefined;
}

/** Header line with the column names that "From File…" of a plan recognizes. */
const CSV_HEAD = 'id,pageId,platform\r\n';

/**
 * Writes the files of an audience. After an error, no files are left.
 * @throws {ExportError} if an existing file may not be replaced, or the customers have too many page IDs
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
      ? new FilePerPage(audienceFiles, file, maxLines)
      : new SingleTable(audienceFiles, file);
  let userCount = 0;
  // A table is only one file, so the user can be asked before the customers are read, which may take an hour.
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
      userCount += members.length;
      await addAll(output, members);
    }
    signal.throwIfAborted();
    const finalPaths = output.finalPaths();
    await audienceFiles.moveToFinalPaths(finalPaths, mayReplace, signal);
    return { files: [...finalPaths.values()], users: userCount, leftOut: filter.leftOut };
  } finally {
    await audienceFiles.discard();
  }
}

interface AudienceOutput {
  /** Returns `undefined` if the line is only buffered. */
  add(member: Member): Promise<void> | undefined;
  finalPaths(): ReadonlyMap<Draft, string>;
}

async function addAll(output: AudienceOutput, members: readonly Member[]): Promise<void> {
  for (const member of members) {
    const writing = output.add(member);
    if (writing !== undefined) await writing;
  }
}

/** Writes one ID per line, with a separate file for each LINE account. */
class FilePerPage implements AudienceOutput {
  readonly #files: AudienceFiles;
  readonly #file: string;
  readonly #maxLines: number;
  readonly #drafts = new Map<string, Draft[]>();

  constructor(files: AudienceFiles, file: string, maxLines: number) {
    this.#files = files;
    this.#file = file;
    this.#maxLines = maxLines;
  }

  add({ rawUid, pageId }: Member): Promise<void> | undefined {
    return this.#files.appendLine(this.#draftOf(pageId), `${rawUid}\n`);
  }

  finalPaths(): ReadonlyMap<Draft, string> {
    const pages = [...this.#drafts].map(([pageId, { length }]) => ({ pageId, fileCount: length }));
    const names = audienceNames(this.#file, pages).flat();
    const drafts = [...this.#drafts.values()].flat();
    return new Map(drafts.map((draft, index) => [draft, names[index] ?? this.#file]));
  }

  #draftOf(pageId: string): Draft {
    let drafts = this.#drafts.get(pageId);
    if (drafts === undefined) {
      if (this.#drafts.size === MAX_AUDIENCE_PAGES) {
        throw new ExportError({ kind: 'too-many-pages', limit: MAX_AUDIENCE_PAGES }, this.#file);
      }
      this.#drafts.set(pageId, (drafts = []));
    }
    const last = drafts.at(-1);
    if (last !== undefined && last.lineCount < this.#maxLines) return last;
    const next = this.#files.add();
    drafts.push(next);
    return next;
  }
}

/** Writes all IDs to one CSV file. */
class SingleTable implements AudienceOutput {
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
