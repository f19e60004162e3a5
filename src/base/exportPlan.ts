import { FIELD_NAMES, type FieldName, FIELDS, type PersonalField } from './customerFields.ts';
import type { Customer, CustomerQuery, RecordPage } from './model.ts';
import { isOneOf } from './jsonValues.ts';

/** `line`: one user ID per line, the format of LINE audiences; `userIds`: a CSV of customers of every channel. */
export const AUDIENCE_FORMATS = ['line', 'userIds'] as const;
export type AudienceFormat = (typeof AUDIENCE_FORMATS)[number];

export function isAudienceFormat(format: string): format is AudienceFormat {
  return isOneOf(AUDIENCE_FORMATS, format);
}

/** Maximum number of IDs per file that LINE accepts. */
export const MAX_AUDIENCE_LINES = 1_500_000;

/**
 * Maximum number of LINE accounts of an audience with the format `line`. Each has its own file, and a faulty service
 * might send a different page ID for each customer.
 */
export const MAX_AUDIENCE_PAGES = 1000;

/** Numbers of customers that are left out of an audience, by reason. */
export interface LeftOut {
  /** Customers of a platform that the format does not support. */
  readonly otherPlatform: number;
  readonly withoutId: number;
  /** Further occurrences of the same user of the same account page (fan page or official account). */
  readonly doubles: number;
  /** Customers without a page ID or a platform, or with an invalid ID. The service could not tag them either. */
  readonly untaggable: number;
}

/** Export of an audience: files with only the user IDs of customers, which the UI calls "User IDs". */
export interface AudienceJob {
  /** Absolute path. With `line`, each account page has its own file, with the page ID before the file extension. */
  readonly file: string;
  readonly format: AudienceFormat;
  readonly mayReplace: (files: readonly string[]) => boolean | Promise<boolean>;
}

export interface AudienceSummary {
  /** Absolute paths. Empty if no user is left. */
  readonly files: readonly string[];
  readonly users: number;
  readonly leftOut: LeftOut;
}

/**
 * Customers in batches, each customer once. `undefined`: a record that is not an object. The iteration throws the
 * signal's reason when it is aborted.
 */
export type CustomerBatches = AsyncIterable<readonly (Customer | undefined)[]>;

export const EXPORT_FORMATS = ['ndjson', 'json', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** All fields, and `other`: any further data of a record and, in tables, data that does not fit into its column. */
export const EXPORT_FIELDS: readonly ExportField[] = [...FIELD_NAMES, 'other'];
export type ExportField = FieldName | 'other';

/** Personal fields in the order of their columns. Fields without a column come last. */
export const PERSONAL_FIELDS: readonly PersonalField[] = FIELD_NAMES.filter(isPersonal).sort(
  (a, b) => columnPosition(a) - columnPosition(b),
);

/** `hash`: equal values get equal hashes within one export, and different hashes in the next export. */
export const MASKS = ['keep', 'hash', 'drop'] as const;
export type Mask = (typeof MASKS)[number];

export const CSV_OPTIONS = ['readable', 'excel', 'escapeFormulas', 'columns'] as const;
export type CsvOption = (typeof CSV_OPTIONS)[number];

export const EXPORT_SCOPES = ['loaded', 'selected', 'matching', 'all'] as const;

export const EXPORT_VALUES = ['raw', 'readable'] as const;
type ExportValues = (typeof EXPORT_VALUES)[number];

/** Rules by which an export filters, masks and writes each record. */
export interface ExportPlan {
  readonly format: ExportFormat;
  /** Columns of a table in this order. JSON keeps the order of the service. */
  readonly fields: readonly ExportField[];
  readonly masks: Readonly<Partial<Record<PersonalField, Mask>>>;
  /** CSV only: whether the file begins with a byte order mark. */
  readonly bom: boolean;
  /** CSV only: tags and params as JSON in one cell, or each tag and param in columns of its own. */
  readonly lists: 'json' | 'columns';
  /** CSV only: times and statuses as numbers, or as local dates and words. Absent (earlier versions): raw. */
  readonly values?: ExportValues | undefined;
  /** CSV only: whether a cell that a spreadsheet would run as a formula gets a `'` in front. */
  readonly escapeFormulas: boolean;
  /** Filter of the customers. Absent: all customers. */
  readonly segment?: ExportSegment | undefined;
}

interface ExportSegment {
  /** Query in the syntax of `src/search`. */
  readonly text: string;
  /** Reference time of relative ages, in ms. A resumed export keeps it. */
  readonly now: number;
  /** Time zone of days, such as `Asia/Taipei`. A resumed export keeps it. Absent: the zone of this machine. */
  readonly zone?: string | undefined;
  /** Snapshot, at the start of the export, of the tags and folders in the query. Absent: the current catalogue. */
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

export interface ExportJob {
  /** Absolute path. */
  readonly file: string;
  readonly plan: ExportPlan;
  /** Key of the bot. */
  readonly bot: string;
  /** Base URL of the bot. Empty for the sandbox. */
  readonly baseUrl?: string | undefined;
  readonly query: Omit<CustomerQuery, 'next'>;
  /** Whether pages can be read again, starting from a paging key. */
  readonly isResumable: boolean;
  /** Expected number of records, if known. */
  readonly total?: number | undefined;
  readonly overwrite: boolean;
}

/** Reads records page by page, starting from the page with the key `start`. */
export type RecordSource = (
  start: string | undefined,
  signal: AbortSignal,
) => AsyncIterable<RecordPage>;

export interface ExportProgress {
  /** `read`: reading from the service; `convert`: writing the file, for Parquet and for columns of tags. */
  readonly stage: 'read' | 'convert';
  readonly records: number;
  readonly pages: number;
  /** Records of this stage that this run processed in `ms`. A resumed export has more `records`. */
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
  /** Duration of this run, in ms. */
  readonly ms: number;
  readonly wasResumed: boolean;
}

export interface UnfinishedExport {
  readonly file: string;
  readonly bot: string;
  /** Base URL of the bot when the export began, empty for the sandbox. `undefined`: begun by an earlier version. */
  readonly baseUrl: string | undefined;
  readonly query: Omit<CustomerQuery, 'next'>;
  readonly plan: ExportPlan;
  readonly records: number;
  readonly pages: number;
  /** Time of the last checkpoint, in ms. */
  readonly updated: number;
  /** Whether a window is running the export now, so that it is not interrupted. */
  readonly isRunning?: boolean;
}

export interface ExportRun {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

/** Changes to a plan that are allowed when an export is resumed. */
export interface PlanChange {
  /** Set if the customers have more tags and parameters than a table has columns. */
  readonly lists?: 'json' | undefined;
}

/** A failure is an `ExportError`, or an `ExportInterrupted` if the export can be resumed. */
export interface Exporter {
  start(job: ExportJob, source: RecordSource, run: ExportRun): Promise<ExportSummary>;
  /** @param sourceOf returns the source of the records that are still to be read */
  resume(
    file: string,
    sourceOf: (unfinished: UnfinishedExport) => Promise<RecordSource>,
    run: ExportRun,
    change?: PlanChange,
  ): Promise<ExportSummary>;
  unfinished(file: string): Promise<UnfinishedExport | undefined>;
  /** Deletes the data that the unfinished export to this file has written. */
  discard(file: string): Promise<void>;
  /** Writes user IDs for an audience. Cannot be resumed: if it is canceled or fails, it leaves no files. */
  writeAudience(
    job: AudienceJob,
    customers: CustomerBatches,
    signal: AbortSignal,
  ): Promise<AudienceSummary>;
}

/** Returns whether every record is written unchanged. */
export function isVerbatim({ fields, masks }: ExportPlan): boolean {
  const isMasked = Object.values(masks).some((mask) => mask !== 'keep');
  return !isMasked && EXPORT_FIELDS.every((field) => fields.includes(field));
}

export function selectedFields({ fields, masks }: ExportPlan): readonly ExportField[] {
  return fields.filter((field) => Reflect.get(masks, field) !== 'drop');
}

function isPersonal(field: FieldName): field is PersonalField {
  return FIELDS[field].isPersonal;
}

function columnPosition(field: PersonalField): number {
  return FIELDS[field].column?.position ?? Number.MAX_VALUE;
}
