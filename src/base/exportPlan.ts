import { FIELD_NAMES, type FieldName, FIELDS, type PersonalField } from './customerFields.ts';
import type { Customer, CustomerQuery, RecordPage } from './model.ts';

/** `line`: one user ID per line, as LINE takes them for an audience; `userIds`: a CSV of customers of every channel. */
export const AUDIENCE_FORMATS = ['line', 'userIds'] as const;
export type AudienceFormat = (typeof AUDIENCE_FORMATS)[number];

export function isAudienceFormat(format: string): format is AudienceFormat {
  return AUDIENCE_FORMATS.some((one) => one === format);
}

/** LINE takes no file with more IDs. */
export const MAX_AUDIENCE_LINES = 1_500_000;

/** A service whose page IDs are all different ones would fill a folder with files. */
export const MAX_AUDIENCE_PAGES = 1000;

/** Who is in no file, and why. */
export interface LeftOut {
  /** The format has no place for their platform. */
  readonly otherPlatform: number;
  readonly withoutId: number;
  /** The same user of the same page again. */
  readonly doubles: number;
  /** Without a page or a platform, or with an ID that is none: the service could not tag them either. */
  readonly untaggable: number;
}

export interface AudienceJob {
  /** Absolute path. Of `line` each page has a file of its own, with the page ID before the extension. */
  readonly file: string;
  readonly format: AudienceFormat;
  /** Asked when the names are known and before anything is replaced. @returns whether these files may be */
  readonly mayReplace: (files: readonly string[]) => boolean | Promise<boolean>;
}

export interface AudienceSummary {
  /** Absolute paths; none when nobody is left. */
  readonly files: readonly string[];
  readonly users: number;
  readonly leftOut: LeftOut;
}

/** Customers in batches, each once; throws the signal's reason. */
export type CustomerBatches = AsyncIterable<readonly (Customer | undefined)[]>;

export const EXPORT_FORMATS = ['ndjson', 'json', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The fields, and `other`: whatever else a record has, and in tables what does not fit into its column. */
export const EXPORT_FIELDS: readonly ExportField[] = [...FIELD_NAMES, 'other'];
export type ExportField = FieldName | 'other';

/** In the order of their columns; what has none comes last. */
export const PERSONAL_FIELDS: readonly PersonalField[] = FIELD_NAMES.filter(isPersonal).sort(
  (a, b) => placeOf(a) - placeOf(b),
);

/** `hash`: the same value is the same hash within one export, and another one in the next. */
export const MASKS = ['keep', 'hash', 'drop'] as const;
export type Mask = (typeof MASKS)[number];

/** Options of a CSV in the list of an export. */
export const CSV_OPTIONS = ['readable', 'excel', 'escapeFormulas', 'columns'] as const;
export type CsvOption = (typeof CSV_OPTIONS)[number];

export const EXPORT_SCOPES = ['loaded', 'selected', 'matching', 'all'] as const;

export const EXPORT_VALUES = ['raw', 'readable'] as const;
export type ExportValues = (typeof EXPORT_VALUES)[number];

/** What becomes of each record. */
export interface ExportPlan {
  readonly format: ExportFormat;
  /** Columns of a table in this order; JSON keeps the order of the service. */
  readonly fields: readonly ExportField[];
  readonly masks: Readonly<Partial<Record<PersonalField, Mask>>>;
  /** CSV only: whether the file begins with a byte order mark. */
  readonly bom: boolean;
  /** CSV only: tags and params as JSON in one cell, or each tag and param in columns of its own. */
  readonly lists: 'json' | 'columns';
  /**
   * CSV only: times and statuses as the service's numbers, or as dates of this machine's clock and words. Absent, as
   * earlier versions left it: raw.
   */
  readonly values?: ExportValues | undefined;
  /** CSV only: whether a cell that a spreadsheet would run gets a `'` in front. */
  readonly escapeFormulas: boolean;
  /** Who of the customers; absent: all. */
  readonly segment?: ExportSegment | undefined;
}

export interface ExportSegment {
  /** As `src/search` reads it. */
  readonly text: string;
  /** As of when its ages are meant, ms: the same when the export goes on. */
  readonly now: number;
  /** Whose days are meant, such as `Asia/Taipei`: the same when it goes on; absent: those of this machine's clock. */
  readonly zone?: string | undefined;
  /** The tags and folders that it names, as the list had them when the export began; absent: as it has them. */
  readonly names?: ExportNames | undefined;
}

interface ExportNames {
  readonly tags: readonly {
    readonly id: string;
    readonly name: string;
    readonly folder: string | null;
  }[];
  readonly folders: readonly {
    readonly id: string;
    readonly name: string;
    readonly parent: string | null;
  }[];
}

/** Where the records of an export come from, and where they go. */
export interface ExportJob {
  /** Absolute path. */
  readonly file: string;
  readonly plan: ExportPlan;
  /** The bot's key. */
  readonly bot: string;
  /** The bot's; empty for the sandbox. */
  readonly baseUrl?: string | undefined;
  readonly query: Omit<CustomerQuery, 'next'>;
  /** Whether the pages can be asked for again, from a key on. */
  readonly isResumable: boolean;
  /** How many records there will be, if known. */
  readonly total?: number | undefined;
  readonly overwrite: boolean;
}

/** Records page by page, from the page with this key on. */
export type RecordSource = (
  start: string | undefined,
  signal: AbortSignal,
) => AsyncIterable<RecordPage>;

export interface ExportProgress {
  /** Reading from the service; then, for Parquet and for columns of tags, turning what was read into the file. */
  readonly stage: 'read' | 'convert';
  readonly records: number;
  readonly pages: number;
  /** Records of this stage that this run has done, and in which time: an export may have been resumed. */
  readonly done: number;
  readonly ms: number;
  readonly total: number | undefined;
}

export interface ExportSummary {
  readonly file: string;
  readonly format: ExportFormat;
  readonly records: number;
  readonly pages: number;
  readonly bytes: number;
  /** Of this run, ms. */
  readonly ms: number;
  readonly wasResumed: boolean;
}

/** An export that was interrupted. */
export interface UnfinishedExport {
  readonly file: string;
  readonly bot: string;
  /** The bot's when the export began, empty for the sandbox; `undefined`: an earlier version began it. */
  readonly baseUrl: string | undefined;
  readonly query: Omit<CustomerQuery, 'next'>;
  readonly plan: ExportPlan;
  readonly records: number;
  readonly pages: number;
  /** Time of its last checkpoint, ms. */
  readonly updated: number;
  /** It was not interrupted: a window goes on with it at this moment. */
  readonly isRunning?: boolean;
}

export interface ExportRun {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

/** What may be changed of a plan when an export goes on. */
export interface PlanChange {
  /** When the customers have more tags and parameters than a table has columns. */
  readonly lists?: 'json' | undefined;
}

/** Writes exports to files of this machine. Throws `ExportError`, or `ExportInterrupted` for what can be resumed. */
export interface Exporter {
  start(job: ExportJob, source: RecordSource, run: ExportRun): Promise<ExportSummary>;
  resume(
    file: string,
    sourceOf: (unfinished: UnfinishedExport) => Promise<RecordSource>,
    run: ExportRun,
    change?: PlanChange,
  ): Promise<ExportSummary>;
  /** The export that was interrupted on its way to this file, if there is one. */
  unfinished(file: string): Promise<UnfinishedExport | undefined>;
  /** Throws away what an unfinished export has written. */
  discard(file: string): Promise<void>;
  /** User IDs for an audience. Cannot be resumed: cancelled or failed, it leaves nothing. */
  audience(
    job: AudienceJob,
    customers: CustomerBatches,
    signal: AbortSignal,
  ): Promise<AudienceSummary>;
}

/** Whether every record goes out as it came. */
export function isVerbatim({ fields, masks }: ExportPlan): boolean {
  const isMasked = Object.values(masks).some((mask) => mask !== 'keep');
  return !isMasked && EXPORT_FIELDS.every((field) => fields.includes(field));
}

/** The fields that are in the file. */
export function keptFields({ fields, masks }: ExportPlan): readonly ExportField[] {
  return fields.filter((field) => Reflect.get(masks, field) !== 'drop');
}

function isPersonal(field: FieldName): field is PersonalField {
  return FIELDS[field].isPersonal;
}

function placeOf(field: PersonalField): number {
  return FIELDS[field].column?.place ?? Number.MAX_VALUE;
}
