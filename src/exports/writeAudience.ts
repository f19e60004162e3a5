import {
  MAX_AUDIENCE_LINES,
  MAX_AUDIENCE_PAGES,
  type AudienceJob,
  type AudienceSummary,
  type CustomerBatches,
} from '../base/audience.ts';
import { AudienceSorter, type Member } from './audienceSorter.ts';
import { ExportError } from '../base/exportErrors.ts';
import { protectedCell } from '../base/formulaCell.ts';
import { LINE } from '../base/model.ts';
import { AudienceFiles } from './audienceFiles.ts';
import { audienceNames } from './audienceNames.ts';
import type { Files } from './files.ts';

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
