export const SAVE_BOT = save(
  'bot',
  ['key'],
  ['base_url', 'bot_id', 'label', 'kind', 'environment', 'origin', 'confirmed', 'created'],
);

export const SAVE_ITEM = save(
  'item',
  ['bot', 'id'],
  [
    ...['type', 'name', 'named_at', 'parent', 'folder_known', 'source', 'created'],
    ...['first_seen', 'last_seen', 'scan', 'seen_on', 'state', 'reason'],
  ],
);

export const SAVE_SCAN = save(
  'scan',
  ['bot'],
  [
    ...['id', 'page_limit', 'since', 'next', 'budget', 'pages', 'customers', 'skipped'],
    ...['tags', 'new_tags', 'state', 'started', 'updated'],
  ],
);

export const SAVE_NOTE = save('note', ['kind', 'key'], ['value']);

export const SAVE_NAME_ORDER = save(
  'name_order',
  ['bot', 'place'],
  ['collation', 'folders', 'ids'],
);

/** Inserts a row or changes the one with the same key: unlike REPLACE it deletes none that others refer to. */
function save(table: string, key: readonly string[], fields: readonly string[]): string {
  const columns = [...key, ...fields];
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (${key.join(', ')})
    DO UPDATE SET ${fields.map((field) => `${field} = excluded.${field}`).join(', ')}`;
}
