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
import { protectedCell } from '../base/text.ts';
import { SeenUsers } from '../base/userCollections.ts';
import { AudienceFiles } from './audienceFiles.ts';
import type { Files } from './files.ts';

/** A user of an audience. */
type Member = UserRef & { readonly rawUid: string };

const PLATFORMS: Readonly<Record<AudienceFormat, readonly string[]>> = {
  line: ['LINE'],
  userIds: ['LINE', 'FB'],
};

/** Who of the customers is in an audience. It knows whom it met. */
class AudienceSorter {
  readonly #format: AudienceFormat;
  readonly #seen = new SeenUsers();
  readonly #leftOut = { otherPlatform: 0, withoutId: 0, doubles: 0, untaggable: 0 };

  constructor(format: AudienceFormat) {
    this.#format = format;
  }

  get leftOut(): LeftOut {
    return { ...this.#leftOut };
  }

  /** @returns `undefined` for whom is left out, and counts why */
  take(customer: Customer | undefined): Member | undefined {
    const found = this.#sorted(customer);
    if (typeof found !== 'string') return found;
    this.#leftOut[found]++;
    return undefined;
  }

  #sorted(customer: Customer | undefined): Member | keyof LeftOut {
    if (customer === undefined) return 'untaggable';
    const { id = '', platform } = customer;
    const isElsewhere = platform !== undefined && !PLATFORMS[this.#format].includes(platform);
    if (isElsewhere) return 'otherPlatform';
    if (!/\S/.test(id)) return 'withoutId';
    const user = userOf(customer);
    if (typeof user === 'string' || !isId(id) || !/\S/.test(user.pageId)) return 'untaggable';
    return this.#seen.add(user) ? { ...user, rawUid: id } : 'doubles';
  }
}

/** A space or a line break within an ID would make two of it, and a mark before the first one another encoding. */
function isId(text: string): boolean {
  return text.isWellFormed() && !/[\s\p{Cc}]/u.test(text);
}

/** The files of a page: one, or several when there are many users. */
interface PageParts {
  readonly page: string;
  readonly parts: number;
}

/** A page ID that can stand in a name as it is, and that nobody takes for another one's second part. */
const PLAIN = /^(?!.*-\d+$)[\w@-]{1,60}$/;

/**
 * `audience.txt` → `audience-@shop.txt`, `audience-@shop-2.txt`: for each page the paths of its parts. No two are the
 * same, also where upper and lower case are, and a page ID that had to be changed has a hash of it behind.
 */
export function audienceNames(
  file: string,
  pages: readonly PageParts[],
): readonly (readonly string[])[] {
  const [, stem = file, extension = ''] = /^(.*[^/\\])(\.[^./\\]*)$/s.exec(file) ?? [];
  const taken = new Set<string>();
  return pages.map(({ page, parts }) => {
    for (let count = 1; ; count++) {
      const name = count === 1 ? safeName(page) : `${changed(page)}_${count}`;
      const names = Array.from(
        { length: parts },
        (_, part) => `${stem}-${name}${part === 0 ? '' : `-${part + 1}`}${extension}`,
      );
      const keys = names.map((one) => one.toLowerCase());
      if (keys.some((key) => taken.has(key))) continue;
      for (const key of keys) taken.add(key);
      return names;
    }
  });
}

function safeName(page: string): string {
  return PLAIN.test(page) ? page : changed(page);
}

function changed(page: string): string {
  const hash = createHash('sha256').update(page).digest('hex').slice(0, 8);
  const readable = page.replaceAll(/[^\w@-]+/g, '_').slice(0, 40);
  return `${readable}_${hash}`;
}

export interface AudienceParts {
  readonly files: Files;
  /** Lines that a file for LINE has at most; absent: as many as LINE takes. */
  readonly maxLines?: number | undefined;
}

type Draft = ReturnType<AudienceFiles['add']>;

/** Headings that "From File…" of a plan knows. */
const CSV_HEAD = 'id,pageId,platform\r\n';
const NEEDS_QUOTES = /[",;\t\r\n]/;

/**
 * Writes who of these customers is in an audience. What is not whole gets no name. Throws the system's error,
 * `ExportError` and the signal's reason; then nothing is left.
 */
export async function writeAudience(
  { files, maxLines = MAX_AUDIENCE_LINES }: AudienceParts,
  job: AudienceJob,
  customers: CustomerBatches,
  signal: AbortSignal,
): Promise<AudienceSummary> {
  const { file, format, mayReplace } = job;
  const sorter = new AudienceSorter(format);
  const target = new AudienceFiles(files, await files.resolve(file));
  const sheets = format === 'line' ? new Lists(target, file, maxLines) : new Table(target, file);
  let users = 0;
  // Of a table the name is known before an hour was spent on it.
  if (
    format === 'userIds' &&
    (await files.look(file)) !== undefined &&
    !(await mayReplace([file]))
  ) {
    throw new ExportError({ kind: 'exists' }, file);
  }
  try {
    for await (const batch of customers) {
      signal.throwIfAborted();
      const members = batch.map((one) => sorter.take(one)).filter((one) => one !== undefined);
      users += members.length;
      await addAll(sheets, members);
    }
    signal.throwIfAborted();
    const places = sheets.places();
    await target.place(places, mayReplace, signal);
    return { files: [...places.values()], users, leftOut: sorter.leftOut };
  } finally {
    await target.discard();
  }
}

interface Sheets {
  add(member: Member): Promise<void> | undefined;
  places(): ReadonlyMap<Draft, string>;
}

async function addAll(sheets: Sheets, members: readonly Member[]): Promise<void> {
  for (const member of members) {
    const writing = sheets.add(member);
    if (writing !== undefined) await writing;
  }
}

/** IDs one a line, for each page in a file of its own. */
class Lists implements Sheets {
  readonly #target: AudienceFiles;
  readonly #file: string;
  readonly #maxLines: number;
  readonly #pages = new Map<string, Draft[]>();

  constructor(target: AudienceFiles, file: string, maxLines: number) {
    this.#target = target;
    this.#file = file;
    this.#maxLines = maxLines;
  }

  add({ rawUid, pageId }: Member): Promise<void> | undefined {
    return this.#target.line(this.#draftOf(pageId), `${rawUid}\n`);
  }

  places(): ReadonlyMap<Draft, string> {
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
    if (last !== undefined && last.lines < this.#maxLines) return last;
    const next = this.#target.add();
    drafts.push(next);
    return next;
  }
}

/** All of them in one CSV. */
class Table implements Sheets {
  readonly #target: AudienceFiles;
  readonly #file: string;
  #draft: Draft | undefined;

  constructor(target: AudienceFiles, file: string) {
    this.#target = target;
    this.#file = file;
  }

  add({ rawUid, pageId, channel }: Member): Promise<void> | undefined {
    const platform = channel === LINE ? 'LINE' : 'FB';
    const head = this.#draft === undefined ? CSV_HEAD : '';
    this.#draft ??= this.#target.add();
    const cells = [rawUid, pageId, platform].map(cell).join(',');
    return this.#target.line(this.#draft, `${head}${cells}\r\n`);
  }

  places(): ReadonlyMap<Draft, string> {
    return new Map(this.#draft === undefined ? [] : [[this.#draft, this.#file]]);
  }
}

function cell(text: string): string {
  const safe = protectedCell(text);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
