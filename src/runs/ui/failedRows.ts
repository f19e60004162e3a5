import { csvCell, protectedCell } from '../../base/safeText.ts';
import { channelName } from '../../plans/lineText.ts';
import type * as planTexts from '../../plans/planTexts.ts';
import type { Plan } from '../../base/plan.ts';
import { outcomesOfLines, type PlanEntry, type RunResults } from './linesOfRun.ts';

export interface FailedRows {
  readonly rowCount: number;
  readonly suffix: 'csv' | 'json' | 'ndjson';
  /** Content in UTF-8. */
  readonly bytes: Uint8Array;
}

interface FailedLine {
  readonly entry: PlanEntry;
  /** Names of the failed tags, separated by commas. */
  readonly tagNames: string;
  readonly errorText: string;
}

const BOM = '\u{feff}';

/**
 * Returns the failed lines as they appear in the source file of the plan (`input`). Returns CSV if `input` is
 * `undefined`, or if the lines cannot be found in that file by their record numbers.
 * @throws {InputError} if the source file has changed
 */
export async function failedRows(
  results: RunResults,
  input:
    { readonly inputFiles: Pick<typeof planTexts, 'openInput'>; readonly path: string } | undefined,
): Promise<FailedRows> {
  const failed = await failedIn(results);
  const rowCount = failed.length;
  const userIdByRow = input === undefined ? undefined : userIdsByRow(failed);
  if (input === undefined || userIdByRow === undefined) {
    return { rowCount, suffix: 'csv', bytes: Buffer.from(csv(results.plan, failed)) };
  }
  const { signal } = new AbortController();
  const opened = await input.inputFiles.openInput(input.path, signal);
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened.rawRows(userIdByRow, signal)) chunks.push(chunk);
  return { rowCount, suffix: opened.format, bytes: Buffer.concat(chunks) };
}

async function failedIn(results: RunResults): Promise<readonly FailedLine[]> {
  const { plan } = results;
  const outcomes = await outcomesOfLines(results);
  const names = new Map(plan.tags.map(({ id, name }) => [id, name]));
  return [...plan.users, ...plan.items].flatMap((entry) => {
    const outcome = outcomes.get(entry.line);
    if (outcome?.result !== 'failed') return [];
    const tags = outcome.tags.filter(([, result]) => result === 'failed');
    const isMixed = plan.action === 'attach and detach';
    const tagNames = tags
      .map(([id, , tagging]) => `${isMixed ? `${tagging} ` : ''}${names.get(id) ?? id}`)
      .join(', ');
    return [{ entry, tagNames, errorText: outcome.errorText ?? '' }];
  });
}

/** Returns the user ID by record number; `undefined` if a line has no record number, or two lines share one. */
function userIdsByRow(
  failed: readonly FailedLine[],
): ReadonlyMap<number, string | undefined> | undefined {
  const rows = new Map<number, string | undefined>();
  for (const { entry } of failed) {
    if (!('row' in entry) || entry.row === undefined || rows.has(entry.row)) return undefined;
    rows.set(entry.row, entry.user?.rawUid ?? entry.user?.uid);
  }
  return rows;
}

/** Returns CSV with column names from which a new plan can be created. */
function csv({ action }: Plan, failed: readonly FailedLine[]): string {
  const headings =
    action === 'delete'
      ? ['tagId', 'name', 'reason']
      : ['userId', 'encryptedUserId', 'pageId', 'platform', 'tags', 'reason'];
  const rows = failed.map(({ entry, tagNames, errorText }) => {
    // Only lines about customers have the field `skip`.
    const cells = 'skip' in entry ? [...userCells(entry), tagNames] : [entry.id, entry.name];
    return [...cells, errorText].map((text) => csvCell(protectedCell(text)));
  });
  return `${BOM}${[headings, ...rows].map((row) => `${row.join(',')}\r\n`).join('')}`;
}

function userCells({ user }: Plan['users'][number]): readonly string[] {
  if (user === undefined) return ['', '', '', ''];
  const { rawUid = '', uid = '', pageId, channel } = user;
  return [rawUid, uid, pageId, channelName(channel)];
}
