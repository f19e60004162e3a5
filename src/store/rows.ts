import type { Bot, CatalogueItem, ItemSource, ItemState } from '../core/model.ts';
import type { Row } from './database.ts';

export function botOf(row: Row): Bot {
  return {
    key: text(row['key']),
    baseUrl: text(row['base_url']),
    botId: text(row['bot_id']),
    label: text(row['label']),
    kind: row['kind'] === 'sandbox' ? 'sandbox' : 'service',
    created: Number(row['created']),
  };
}

export function itemOf(row: Row): CatalogueItem {
  return {
    bot: text(row['bot']),
    id: text(row['id']),
    type: Number(row['type']),
    name: text(row['name']),
    parentId: textOrNull(row['parent']),
    source: text(row['source']) as ItemSource,
    created: numberOrNull(row['created']),
    lastSeen: numberOrNull(row['last_seen']),
    state: text(row['state']) as ItemState,
    reason: textOrNull(row['reason']),
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
