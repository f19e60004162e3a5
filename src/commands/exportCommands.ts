import * as z from '../base/zod.ts';
import {
  AUDIENCE_FORMATS,
  type AudienceSummary,
  CSV_OPTIONS,
  EXPORT_FIELDS,
  EXPORT_FORMATS,
  EXPORT_SCOPES,
  EXPORT_VALUES,
  type ExportSummary,
  MASKS,
  PERSONAL_FIELDS,
} from '../base/exportPlan.ts';
import {
  commandReturning,
  commandReturningEither,
  customerFields,
  rowFields,
  segment,
  text,
} from './argumentParts.ts';

const format = z.enum([...EXPORT_FORMATS, ...AUDIENCE_FORMATS]);
const fields = z.array(z.enum(EXPORT_FIELDS)).check(z.minLength(1));
const masks = z.partialRecord(z.enum(PERSONAL_FIELDS), z.enum(MASKS));

export const EXPORT_COMMANDS = {
  /** Exports the page of a loaded row, or a page of the service. */
  'botTags.exportPage': commandReturningEither<string>()(rowFields, {
    ...customerFields,
    /** The page's number, from 1. */
    page: z.optional(z.int().check(z.minimum(1))),
  }),
  /** Defaults: all customers, NDJSON, all fields, no masks, and for CSV a byte order mark. */
  'botTags.exportCustomers': commandReturning<ExportSummary | AudienceSummary>()({
    ...customerFields,
    /**
     * Absolute path or file: URI. With the format `line`, each LINE account has its own file, with its page ID before
     * the file extension.
     */
    file: text,
    /** `loaded`, `selected`, and `matching` refer to the bot's open Customers panel. */
    scope: z.optional(z.enum(EXPORT_SCOPES)),
    segment: z.optional(segment),
    /** `line` and `userIds` write only user IDs, and do not accept `fields` and `masks`. */
    format: z.optional(format),
    fields: z.optional(z.readonly(fields)),
    masks: z.optional(masks),
    bom: z.optional(z.boolean()),
    lists: z.optional(z.enum(['json', 'columns'])),
    values: z.optional(z.enum(EXPORT_VALUES)),
    escapeFormulas: z.optional(z.boolean()),
    /** Replaces the file, and an unfinished export to it. */
    overwrite: z.optional(z.boolean()),
  }),
};

const exportChoices = z.object({
  format,
  csv: z.array(z.enum(CSV_OPTIONS)),
  fields,
  masks,
});

/** Answers to the questions of an export that are remembered for the next one. */
export type ExportChoices = z.infer<typeof exportChoices>;

/** @returns `undefined` if nothing is stored, or if the stored value has another form */
export function parseExportChoices(value: unknown): ExportChoices | undefined {
  return exportChoices.safeParse(value).data;
}
