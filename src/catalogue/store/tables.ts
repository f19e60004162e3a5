import type { RunRecord, WriteRecord } from '../journal.ts';
import type {
  Bot,
  CatalogueItem,
  FolderSource,
  ItemSource,
  ItemState,
  Scan,
} from '../../base/model.ts';
import type { SandboxItem } from '../../base/ports.ts';
import type { OperationState, RunCounts } from '../../base/operation.ts';
import { number, numberOrNull, Table, text, textOrNull, yesOrNo, type Column } from './table.ts';

/** Tables to erase. Rows of other tables refer to a bot or a run, and are deleted by cascade. */
export const TABLES_TO_ERASE = [
  'bot',
  'note',
  'change',
  'sandbox_item',
  'sandbox_tagging',
  'sandbox_mark',
  'run',
  'single_write',
];

// Some columns are named unlike their properties, because they keep the names of earlier versions of the database.

export const BOTS = new Table<Bot>(
  'bot',
  {
    key: text('key'),
    baseUrl: text('base_url'),
    botId: text('bot_id'),
    label: text('label'),
    kind: botKind('kind'),
    environment: text('environment'),
    isReadOnly: yesOrNo('read_only'),
    origin: text<Bot['origin']>('origin'),
    isConfirmed: yesOrNo('confirmed'),
    created: number('created'),
  },
  ['key'],
);

export const ITEMS = new Table<CatalogueItem>(
  'item',
  {
    bot: text('bot'),
    id: text('id'),
    type: number('type'),
    name: text('name'),
    namedAt: numberOrNull('named_at'),
    parentId: textOrNull('parent'),
    folderSource: text<FolderSource>('folder_known'),
    source: text<ItemSource>('source'),
    created: numberOrNull('created'),
    firstSeen: numberOrNull('first_seen'),
    lastSeen: numberOrNull('last_seen'),
    scan: textOrNull('scan'),
    seenOn: number('seen_on'),
    state: text<ItemState>('state'),
    reason: textOrNull('reason'),
  },
  ['bot', 'id'],
);

/** Last scan of each bot. */
export const SCANS = new Table<Scan>(
  'scan',
  {
    bot: text('bot'),
    id: text('id'),
    limit: number('page_limit'),
    from: numberOrNull('since'),
    days: numberOrNull('days'),
    next: textOrNull('next'),
    budget: number('budget'),
    pages: number('pages'),
    customers: number('customers'),
    skipped: number('skipped'),
    tags: number('tags'),
    newTags: number('new_tags'),
    state: text<Scan['state']>('state'),
    started: number('started'),
    updated: number('updated'),
  },
  ['bot'],
);

interface FileEntryRow {
  readonly file: string;
  readonly bot: string;
  /** ID of the item; `''` for the bot itself. */
  readonly item: string;
  readonly makesReadOnly: boolean;
}

/** Bots and items that each workspace file lists, as last read. */
export const FILE_ENTRIES = new Table<FileEntryRow>(
  'file_entry',
  { file: text('file'), bot: text('bot'), item: text('item'), makesReadOnly: yesOrNo('locks') },
  ['file', 'bot', 'item'],
);

/** Note, such as the number of customers in a bot's last export. `kind` is a `NoteKind`. */
interface NoteRow {
  readonly kind: string;
  readonly key: string;
  readonly value: number;
}

export const NOTES = new Table<NoteRow>(
  'note',
  { kind: text('kind'), key: text('key'), value: number('value') },
  ['kind', 'key'],
);

interface NameOrderRow {
  readonly bot: string;
  /** Key of the level, from `levelKey`. Only `NameOrders` reads it. */
  readonly place: string;
  /** Rules by which the names were compared, from `collation`. */
  readonly collation: string;
  /** Number of folders. Their IDs come first. */
  readonly folders: number;
  /** IDs as JSON. */
  readonly ids: string;
}

export const NAME_ORDERS = new Table<NameOrderRow>(
  'name_order',
  {
    bot: text('bot'),
    place: text('place'),
    collation: text('collation'),
    folders: number('folders'),
    ids: text('ids'),
  },
  ['bot', 'place'],
);

/** Items that have changed since the order of their level was saved. */
export const UNSORTED = new Table(
  'unsorted',
  { bot: text('bot'), place: text('place'), id: text('id') },
  ['bot', 'place', 'id'],
);

interface ChangeRow {
  /** ID of the window that made the change. */
  readonly writer: string;
  readonly bot: string | null;
  readonly item: string | null;
  /** Whether `parent` is set. If so, a `null` in `parent` means the top level. */
  readonly hasParent: boolean;
  readonly parent: string | null;
}

/** Columns without `revision`, which the database assigns in ascending order. */
export const CHANGES = new Table<ChangeRow>('change', {
  writer: text('writer'),
  bot: textOrNull('bot'),
  item: textOrNull('item'),
  hasParent: yesOrNo('has_parent'),
  parent: textOrNull('parent'),
});

export const SANDBOX_ITEMS = new Table<SandboxItem>('sandbox_item', {
  id: text('id'),
  name: text('name'),
  type: number('type'),
  parentId: textOrNull('parent'),
  created: number('created'),
});

interface TaggingRow {
  readonly user: string;
  readonly tag: string;
  /** Time of the attachment, in ms. `null`, like `count`, if the tag was detached. */
  readonly timestamp: number | null;
  readonly count: number | null;
}

/** Changes to the tags of sandbox customers. */
export const TAGGINGS = new Table<TaggingRow>(
  'sandbox_tagging',
  {
    user: text('user'),
    tag: text('tag'),
    timestamp: numberOrNull('timestamp'),
    count: numberOrNull('count'),
  },
  ['user', 'tag'],
);

type RunRow = Omit<RunRecord, 'counts'> & RunCounts;

/** Columns without `number`, which the database assigns. */
export const RUNS = new Table<RunRow>(
  'run',
  {
    id: text('id'),
    bot: text('bot'),
    botLabel: text('bot_label'),
    kind: text<RunRecord['kind']>('kind'),
    plan: text('plan'),
    hash: text('hash'),
    detail: text('detail'),
    undoes: textOrNull('undoes'),
    state: text<RunRecord['state']>('state'),
    reason: textOrNull('reason') as Column<RunRecord['reason']>,
    total: number('total'),
    done: number('done'),
    failed: number('failed'),
    unknown: number('unknown'),
    skipped: number('skipped'),
    waiting: number('waiting'),
    started: number('started'),
    updated: number('updated'),
    owner: textOrNull('owner'),
  },
  ['id'],
);

interface OperationRow {
  /** Number of the run: its row ID, not `RunRecord.id`. */
  readonly run: number;
  /** Index of the operation in its run, from 0. */
  readonly idx: number;
  readonly state: OperationState;
  readonly detail: string | null;
}

export const OPERATIONS = new Table<OperationRow>(
  'run_operation',
  {
    run: number('run'),
    idx: number('idx'),
    state: text<OperationState>('state'),
    detail: textOrNull('words'),
  },
  ['run', 'idx'],
);

type WriteRow = Omit<WriteRecord, 'user'> & {
  /** User as JSON. */
  readonly user: string | null;
};

/** Columns without `number`, which the database assigns. */
export const WRITES = new Table<WriteRow>(
  'single_write',
  {
    id: text('id'),
    bot: text('bot'),
    botLabel: text('bot_label'),
    kind: text<WriteRecord['kind']>('kind'),
    itemId: text('item'),
    itemName: text('item_name'),
    itemType: number('item_type'),
    parentId: textOrNull('parent'),
    hasEffect: yesOrNo('changes'),
    user: textOrNull('user'),
    result: text<WriteRecord['result']>('result'),
    errorText: textOrNull('words'),
    undoneBy: textOrNull('undone_by'),
    time: number('time'),
  },
  ['id'],
);

function botKind(name: string): Column<Bot['kind']> {
  return { name, read: (stored) => (stored === 'sandbox' ? 'sandbox' : 'service') };
}
