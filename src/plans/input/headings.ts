import { MAX_INPUT_COLUMNS } from '../../base/inputProblems.ts';
import { FACEBOOK, LINE } from '../../base/model.ts';
import { duplicatesIn } from '../../base/text.ts';
import type { ColumnChoice, ColumnGuess, ColumnRole, ValueFrom } from './inputColumns.ts';
import { inputError } from './problems.ts';

/** Replaces empty headings with the column number. Throws an `InputError` for a repeated heading or too many. */
export function columnNames(headings: readonly string[]): readonly string[] {
  const names = headings.map((heading) => heading.trim());
  const duplicates = duplicatesIn(names.filter((name) => name !== ''));
  if (duplicates.size > 0) throw inputError({ kind: 'headings' });
  refuseTooManyColumns(names);
  return names.map((name, index) => name || String(index + 1));
}

export function refuseTooManyColumns({ length: count }: readonly string[]): void {
  if (count > MAX_INPUT_COLUMNS) throw inputError({ kind: 'headings' });
}

/** Returns whether the cell looks like a value and not like a heading: a number, an ID or an email address. */
export function looksLikeValue(cell: string): boolean {
  return (
    /^[+-]?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?$/i.test(cell) ||
    // ID of a LINE user, chat room or group.
    /^[UCR][0-9a-f]{32}$/i.test(cell) ||
    // Long word with at least four digits, such as an encrypted user ID.
    /^(?=(?:.*\d){4})[\w+/=-]{20,}$/.test(cell) ||
    /^\S+@\S+\.\S+$/.test(cell)
  );
}

/** Headings of each role, normalized: lowercase, without spaces and punctuation. */
const HEADINGS: Readonly<Record<ColumnRole, readonly string[]>> = {
  rawUid: [
    ...['id', 'userid', 'botrawuid', 'rawuid', 'rawuserid', 'lineid', 'lineuserid', 'lineuid'],
    ...['psid', 'fbid', 'fbuserid', 'facebookid', 'facebookuserid', 'messengerid', 'customerid'],
    ...['使用者id', '用戶id', '用户id', '客戶id', '使用者編號', '用戶編號', '使用者代碼'],
    ...['使用者識別碼', '用戶識別碼'],
  ],
  uid: [
    ...['botuid', 'uid', 'encrypteduserid', 'encrypteduid', 'encryptedid'],
    ...['加密使用者id', '加密用戶id', '加密id', '加密後使用者id', '加密後的使用者id'],
  ],
  page: [
    ...['pageid', 'botpid', 'pid', 'page', 'fanpage', 'fanpageid', 'officialaccountid', 'fbpageid'],
    ...['facebookpageid', 'channelid', 'linechannelid', '粉專id', '粉絲專頁id', '粉絲團id'],
    ...['粉專', '粉絲專頁', '專頁id', '頁面id', '官方帳號id', '官方帳號', '粉專編號'],
  ],
  channel: [
    ...['platform', 'botchannel', 'channel', 'channeltype', '平台', '平臺', '頻道', '通路', '渠道'],
    ...['管道'],
  ],
  name: [
    'name',
    'username',
    'displayname',
    'customername',
    '姓名',
    '名稱',
    '名字',
    '暱稱',
    '使用者名稱',
  ],
  status: ['status', 'botstatus', '狀態', '状态'],
};

const ROLE_BY_HEADING: ReadonlyMap<string, ColumnRole> = new Map(
  Object.entries(HEADINGS).flatMap(([role, headings]) =>
    headings.map((heading): [string, ColumnRole] => [heading, role as ColumnRole]),
  ),
);

/** Headings that may mean a row number if the table also has a column of encrypted IDs. */
const AMBIGUOUS_HEADINGS: ReadonlySet<string> = new Set(['id', 'customerid']);

/** Matches the heading of an ID column that implies the channel of its users. */
const LINE_HEADING = /^line/;
const FACEBOOK_HEADING = /^(?:psid|fb|facebook|messenger)/;

export function roleOf(heading: string): ColumnRole | undefined {
  return ROLE_BY_HEADING.get(normalized(heading));
}

export function guessColumns(names: readonly string[]): ColumnGuess {
  const columnsByRole = new Map<ColumnRole, number[]>();
  for (const [index, name] of names.entries()) {
    const role = roleOf(name);
    if (role !== undefined) columnsByRole.set(role, [...(columnsByRole.get(role) ?? []), index]);
  }
  const firstColumn = (role: ColumnRole): number | undefined => columnsByRole.get(role)?.[0];
  const page = firstColumn('page');
  const choice: ColumnChoice = {
    rawUid: firstColumn('rawUid'),
    uid: firstColumn('uid'),
    page: page === undefined ? undefined : { column: page },
    channel: channelOf(names, firstColumn('channel'), onlyUserColumn(columnsByRole)),
    name: firstColumn('name'),
    status: firstColumn('status'),
  };
  const isAmbiguous = (index: number): boolean =>
    AMBIGUOUS_HEADINGS.has(normalized(names[index] ?? ''));
  const ambiguousColumns = new Map(
    [...columnsByRole].filter(
      ([role, columns]) =>
        columns.length > 1 ||
        (role === 'rawUid' && columnsByRole.has('uid') && columns.some(isAmbiguous)),
    ),
  );
  return { choice, ambiguousColumns };
}

/**
 * Returns the only column with user IDs if the IDs are unencrypted. With several such columns, the heading of one does
 * not imply the channel of all users.
 */
function onlyUserColumn(found: ReadonlyMap<ColumnRole, readonly number[]>): number | undefined {
  const [first, ...others] = [...(found.get('rawUid') ?? []), ...(found.get('uid') ?? [])];
  return others.length === 0 && found.has('rawUid') ? first : undefined;
}

/** Returns the column of the channel, or the channel that the heading of the only column of IDs implies. */
function channelOf(
  names: readonly string[],
  column: number | undefined,
  rawUidColumn: number | undefined,
): ValueFrom<number> | undefined {
  if (column !== undefined) return { column };
  const heading = rawUidColumn === undefined ? '' : normalized(names[rawUidColumn] ?? '');
  if (LINE_HEADING.test(heading)) return { value: LINE };
  return FACEBOOK_HEADING.test(heading) ? { value: FACEBOOK } : undefined;
}

function normalized(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_\-.:'"()[\]]/g, '');
}
