import type {
  Bot,
  CatalogueItem,
  FolderKnown,
  ItemSource,
  ItemState,
  Scan,
} from '../core/model.ts';
import type { Row } from './database.ts';

export function botOf(row: Row): Bot {
  return {
    key: text(row['key']),
    baseUrl: text(row['base_url']),
    botId: text(row['bot_id']),
    label: text(row['label']),
    kind: row['kind'] === 'sandbox' ? 'sandbox' : 'service',
    environment: text(row['environment']),
    origin: text(row['origin']) as Bot['origin'],
    isConfirmed: row['confirmed'] === 1,
    created: Number(row['created']),
  };
}

export function itemOf(row: Row): CatalogueItem {
  return {
    bot: text(row['bot']),
    id: text(row['id']),
    type: Number(row['type']),
    name: text(row['name']),
    namedAt: numberOrNull(row['named_at']),
    parentId: textOrNull(row['parent']),
    folderKnown: text(row['folder_known']) as FolderKnown,
    source: text(row['source']) as ItemSource,
    created: numberOrNull(row['created']),
    firstSeen: numberOrNull(row['first_seen']),
    lastSeen: numberOrNull(row['last_seen']),
    scan: textOrNull(row['scan']),
    seenOn: Number(row['seen_on']),
    state: text(row['state']) as ItemState,
    reason: textOrNull(row['reason']),
  };
}

export function scanOf(row: Row): Scan {
  return {
    bot: text(row['bot']),
    id: text(row['id']),
    limit: Number(row['page_limit']),
    from: numberOrNull(row['since']),
    next: textOrNull(row['next']),
    budget: Number(row['budget']),
    pages: Number(row['pages']),
    customers: Number(row['customers']),
    skipped: Number(row['skipped']),
    tags: Number(row['tags']),
    newTags: Number(row['new_tags']),
    state: text(row['state']) as Scan['state'],
    started: Number(row['started']),
    updated: Number(row['updated']),
  };
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
