import * as z from '../base/zod.ts';
import { AUDIENCE_FORMATS } from '../base/audience.ts';
import {
  CSV_OPTIONS,
  EXPORT_FIELDS,
  EXPORT_FORMATS,
  MASKS,
  PERSONAL_FIELDS,
} from '../base/exportPlan.ts';

const choices = z.object({
  format: z.enum([...EXPORT_FORMATS, ...AUDIENCE_FORMATS]),
  csv: z.array(z.enum(CSV_OPTIONS)),
  fields: z.array(z.enum(EXPORT_FIELDS)).min(1),
  masks: z.partialRecord(z.enum(PERSONAL_FIELDS), z.enum(MASKS)),
});

/** Answers to the questions of an export that are remembered for the next one. */
export type ExportChoices = z.infer<typeof choices>;

/** @returns `undefined` if nothing is stored, or not in this form */
export function parseExportChoices(value: unknown): ExportChoices | undefined {
  return choices.safeParse(value).data;
}
