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
import { customers, row, segment, text } from './argumentParts.ts';
import { commandReturning, commandReturningEither } from './command.ts';

/** Commands that write customers to a file. */
export const EXPORT_COMMANDS = {
  /** Exports the page of a loaded row, or a page of the service. */
  'botTags.exportPage': commandReturningEither<string>()(row, {
    ...customers,
    /** The page's number, from 1. */
    page: z.int().min(1).optional(),
  }),
  /** Defaults: all customers, NDJSON, all fields, no masks, and for CSV a byte order mark. */
  'botTags.exportCustomers': commandReturning<ExportSummary | AudienceSummary>()({
    ...customers,
    /** Absolute path or file: URI. For `line`, each page has its own file, with the page ID before the extension. */
    file: text,
    /** `loaded`, `selected`, and `matching` refer to the bot's open Customers panel. */
    scope: z.enum(EXPORT_SCOPES).optional(),
    segment: segment.optional(),
    /** `line` and `userIds` write only user IDs, and do not accept `fields` and `masks`. */
    format: z.enum([...EXPORT_FORMATS, ...AUDIENCE_FORMATS]).optional(),
    fields: z.array(z.enum(EXPORT_FIELDS)).min(1).readonly().optional(),
    masks: z.partialRecord(z.enum(PERSONAL_FIELDS), z.enum(MASKS)).optional(),
    bom: z.boolean().optional(),
    lists: z.enum(['json', 'columns']).optional(),
    values: z.enum(EXPORT_VALUES).optional(),
    escapeFormulas: z.boolean().optional(),
    /** Replaces the file, and an unfinished export to it. */
    overwrite: z.boolean().optional(),
  }),
};

const exportChoices = z.object({
  format: z.enum([...EXPORT_FORMATS, ...AUDIENCE_FORMATS]),
  csv: z.array(z.enum(CSV_OPTIONS)),
  fields: z.array(z.enum(EXPORT_FIELDS)).min(1),
  masks: z.partialRecord(z.enum(PERSONAL_FIELDS), z.enum(MASKS)),
});

/** Answers to the questions of an export that are remembered for the next one. */
export type ExportChoices = z.infer<typeof exportChoices>;

/**
 * Parses stored answers.
 * @returns `undefined` if nothing is stored, or if the stored value has another form
 */
export function parseExportChoices(value: unknown): ExportChoices | undefined {
  return exportChoices.safeParse(value).data;
}
