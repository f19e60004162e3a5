import * as z from '../schema/zod.ts';
import { DATA_FORMAT, DATA_VERSION, type ExtensionData } from '../core/catalogue/extensionData.ts';
import { UserError } from '../core/errors.ts';
import { checkBaseUrl } from '../core/service/baseUrl.ts';

const text = z.string().min(1);
/** ms; a service may send one before 1970. */
const time = z.number();
const count = z.int().min(0);

const item = z.strictObject({
  id: z.string(),
  type: z.number(),
  name: z.string(),
  namedAt: time.nullable(),
  parentId: z.string().nullable(),
  folderKnown: z.enum(['service', 'user', 'no']),
  source: z.enum(['created', 'added', 'sandbox', 'seen', 'file']),
  created: z.number().nullable(),
  firstSeen: time.nullable(),
  lastSeen: time.nullable(),
  scan: text.nullable(),
  seenOn: count,
  state: z.enum(['ok', 'gone', 'error']),
  reason: z.string().nullable(),
});

const scan = z.strictObject({
  id: text,
  limit: z.int().min(1),
  from: time.nullable(),
  days: z.int().min(1).optional(),
  next: z.string().nullable(),
  budget: z.int().min(1),
  pages: count,
  customers: count,
  skipped: count,
  tags: count,
  newTags: count,
  state: z.enum(['running', 'paused', 'done', 'failed']),
  started: time,
  updated: time,
});

const baseUrl = z.string().refine(
  (value) => {
    const checked = checkBaseUrl(value);
    return checked.ok && checked.url === value;
  },
  { error: 'not a base URL' },
);

const bot = z.strictObject({
  baseUrl,
  botId: text,
  label: text,
  environment: z.string(),
  isReadOnly: z.literal(true).optional(),
  created: time,
  scan: scan.nullable(),
  items: z
    .array(item)
    .refine(isUnique, { error: 'an ID stands there twice' })
    // Earlier versions kept one with an empty ID when it stood on a customer; no request can name it.
    .transform((items) => items.filter(({ id }) => id !== '')),
});

const data: z.ZodType<ExtensionData> = z.strictObject({
  format: z.literal(DATA_FORMAT),
  version: z.literal(DATA_VERSION),
  exported: time,
  bots: z.array(bot),
});

const head = z.object({ format: z.literal(DATA_FORMAT), version: z.int() });

/** Throws an error that says what is wrong and where; the values themselves are not repeated. */
export function parseExportedData(json: string): ExtensionData {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new UserError('it is not JSON');
  }
  const begins = head.safeParse(value);
  if (!begins.success) throw new UserError('it was not exported by Bot Tag Explorer');
  if (begins.data.version > DATA_VERSION) {
    throw new UserError(
      `it has version ${begins.data.version}, and this version of the extension reads ${DATA_VERSION}: update the extension`,
    );
  }
  const parsed = data.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const more = issues.length > SHOWN ? [`and ${issues.length - SHOWN} more`] : [];
  throw new UserError([...issues.slice(0, SHOWN), ...more].join('; '));
}

const SHOWN = 5;

function isUnique(items: readonly { readonly id: string }[]): boolean {
  return new Set(items.map(({ id }) => id)).size === items.length;
}
