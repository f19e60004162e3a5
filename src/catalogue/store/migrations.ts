/**
 * Each entry takes the database from `user_version` = its index to the next one. Never edit a released entry. The
 * comments in its SQL stay, too, and comments above the entry explain it.
 */
export const migrations: readonly string[] = [
  // `sandbox_mark` has the row `seeded` once the first items of the sandbox were added.
  `
  CREATE TABLE bot (
    key TEXT PRIMARY KEY,
    base_url TEXT NOT NULL,
    bot_id TEXT NOT NULL,
    label TEXT NOT NULL,
    kind TEXT NOT NULL,
    created INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE item (
    bot TEXT NOT NULL REFERENCES bot (key) ON DELETE CASCADE,
    id TEXT NOT NULL,
    type REAL NOT NULL,
    name TEXT NOT NULL,
    parent TEXT,
    source TEXT NOT NULL,
    created REAL,
    last_seen REAL,
    state TEXT NOT NULL,
    reason TEXT,
    PRIMARY KEY (bot, id)
  ) WITHOUT ROWID;

  CREATE INDEX item_by_parent ON item (bot, parent);

  -- What changed, for the other windows: each reads on from the last revision that it has seen.
  CREATE TABLE change (
    revision INTEGER PRIMARY KEY AUTOINCREMENT,
    writer TEXT NOT NULL,
    bot TEXT,
    item TEXT,
    has_parent INTEGER NOT NULL,
    parent TEXT
  );

  CREATE TABLE sandbox_item (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    type REAL NOT NULL,
    parent TEXT,
    created REAL NOT NULL
  ) WITHOUT ROWID;

  -- timestamp and count are NULL for a tag that was taken off.
  CREATE TABLE sandbox_tagging (
    user TEXT NOT NULL,
    tag TEXT NOT NULL,
    timestamp REAL,
    count REAL,
    PRIMARY KEY (user, tag)
  ) WITHOUT ROWID;

  CREATE TABLE sandbox_mark (name TEXT PRIMARY KEY) WITHOUT ROWID;
  `,
  `
  ALTER TABLE bot ADD COLUMN environment TEXT NOT NULL DEFAULT '';
  ALTER TABLE bot ADD COLUMN origin TEXT NOT NULL DEFAULT 'added';
  ALTER TABLE bot ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 1;
  UPDATE bot SET origin = 'sandbox' WHERE kind = 'sandbox';

  ALTER TABLE item ADD COLUMN named_at REAL;
  ALTER TABLE item ADD COLUMN folder_known TEXT NOT NULL DEFAULT 'no';
  ALTER TABLE item ADD COLUMN first_seen REAL;
  ALTER TABLE item ADD COLUMN scan TEXT;
  ALTER TABLE item ADD COLUMN seen_on INTEGER NOT NULL DEFAULT 0;
  UPDATE item SET folder_known = 'service' WHERE parent IS NOT NULL OR source IN ('created', 'sandbox');
  UPDATE item SET named_at = last_seen, first_seen = last_seen;

  DROP INDEX item_by_parent;
  CREATE INDEX item_by_place ON item (bot, parent, folder_known);

  -- How far each bot's customers were walked.
  CREATE TABLE scan (
    bot TEXT PRIMARY KEY REFERENCES bot (key) ON DELETE CASCADE,
    id TEXT NOT NULL,
    page_limit INTEGER NOT NULL,
    since REAL,
    next TEXT,
    budget INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    customers INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    tags INTEGER NOT NULL,
    new_tags INTEGER NOT NULL,
    state TEXT NOT NULL,
    started REAL NOT NULL,
    updated REAL NOT NULL
  ) WITHOUT ROWID;
  `,
  `
  -- What each workspace file listed when it was last read; the item '' is the bot itself.
  CREATE TABLE file_entry (
    file TEXT NOT NULL,
    bot TEXT NOT NULL REFERENCES bot (key) ON DELETE CASCADE,
    item TEXT NOT NULL,
    PRIMARY KEY (file, bot, item)
  ) WITHOUT ROWID;

  CREATE INDEX file_entry_by_item ON file_entry (bot, item);
  `,
  // Notes (`NoteStore`). Deletes items with an empty ID, which earlier versions stored when they saw them on customers.
  // Items that the tree did not show get an unknown folder: those whose parent is missing or no folder, and the folder
  // with the smallest ID of each cycle of folders. In `above`, `folder` is each folder above the folder `id`. A folder in a
  // cycle is above itself.
  `
  -- What windows keep together besides bots and items: a row each, so that none overwrites another window's.
  CREATE TABLE note (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value REAL NOT NULL,
    PRIMARY KEY (kind, key)
  ) WITHOUT ROWID;

  -- Kept from customers by earlier versions; no request can name it.
  DELETE FROM item WHERE id = '';

  -- What could not be seen goes to the items whose folder is not known: first what stands in no folder of the list,
  UPDATE item SET parent = NULL, folder_known = 'no'
  WHERE parent IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM item AS folder WHERE folder.bot = item.bot AND folder.id = item.parent AND folder.type = 1
  );

  -- then, of folders that stand in each other, the one with the first ID, with the others still in it.
  WITH RECURSIVE
    shown (bot, id) AS (
      SELECT bot, id FROM item WHERE type = 1 AND parent IS NULL
      UNION ALL
      SELECT item.bot, item.id FROM shown JOIN item ON item.bot = shown.bot AND item.parent = shown.id AND item.type = 1
    ),
    hidden (bot, id, parent) AS MATERIALIZED (
      SELECT bot, id, parent FROM item WHERE type = 1 AND (bot, id) NOT IN (SELECT bot, id FROM shown)
    ),
    above (bot, id, folder) AS (
      SELECT bot, id, parent FROM hidden
      UNION
      SELECT above.bot, above.id, hidden.parent
      FROM above JOIN hidden ON hidden.bot = above.bot AND hidden.id = above.folder
    )
  UPDATE item SET parent = NULL, folder_known = 'no' WHERE (bot, id) IN (
    SELECT bot, id FROM above GROUP BY bot, id HAVING max(folder = id) AND min(folder) = id
  );
  `,
  // Orders of levels by name (`NameOrders`). The column `place` has the key of a level (`levelKey`).
  `
  -- The IDs of what stands at a place with thousands of items, as JSON: folders first, each part by name, as the rules of
  -- that collation have it.
  CREATE TABLE name_order (
    bot TEXT NOT NULL REFERENCES bot (key) ON DELETE CASCADE,
    place TEXT NOT NULL,
    collation TEXT NOT NULL,
    folders INTEGER NOT NULL,
    ids TEXT NOT NULL,
    PRIMARY KEY (bot, place)
  );

  -- What came to such a place, left it or was renamed since.
  CREATE TABLE unsorted (
    bot TEXT NOT NULL,
    place TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (bot, place, id),
    FOREIGN KEY (bot, place) REFERENCES name_order (bot, place) ON DELETE CASCADE
  ) WITHOUT ROWID;
  `,
  `
  -- Read-only bots: locked by the user, or by a workspace file.
  ALTER TABLE bot ADD COLUMN read_only INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE file_entry ADD COLUMN locks INTEGER NOT NULL DEFAULT 0;
  `,
  // The Journal. `words` has the detail of an operation, or an error text. `changes` is 1 for a write with an effect.
  // A run contains no user ID; a write has one only if `botTags.journal.keepUserIds` allows it.
  `
  -- What was written to the service. Nobody's ID is in a run; in a write only as the setting allows.
  CREATE TABLE run (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    bot TEXT NOT NULL,
    bot_label TEXT NOT NULL,
    kind TEXT NOT NULL,
    plan TEXT NOT NULL,
    hash TEXT NOT NULL,
    detail TEXT NOT NULL,
    undoes TEXT,
    state TEXT NOT NULL,
    reason TEXT,
    total INTEGER NOT NULL,
    done INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    started REAL NOT NULL,
    updated REAL NOT NULL,
    owner TEXT
  );

  CREATE TABLE run_operation (
    run INTEGER NOT NULL REFERENCES run (number) ON DELETE CASCADE,
    idx INTEGER NOT NULL,
    state TEXT NOT NULL,
    words TEXT,
    PRIMARY KEY (run, idx)
  ) WITHOUT ROWID;

  CREATE TABLE single_write (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    bot TEXT NOT NULL,
    bot_label TEXT NOT NULL,
    kind TEXT NOT NULL,
    item TEXT NOT NULL,
    item_name TEXT NOT NULL,
    item_type REAL NOT NULL,
    parent TEXT,
    changes INTEGER NOT NULL,
    user TEXT,
    result TEXT NOT NULL,
    words TEXT,
    undone_by TEXT,
    time REAL NOT NULL
  );

  CREATE INDEX single_write_by_time ON single_write (time);

  -- Counts the changes of the journal, for the other windows.
  CREATE TABLE journal_mark (revision INTEGER NOT NULL);
  INSERT INTO journal_mark (revision) VALUES (0);
  
  CREATE TRIGGER run_added AFTER INSERT ON run BEGIN UPDATE journal_mark SET revision = revision + 1; END;
  CREATE TRIGGER run_changed AFTER UPDATE ON run BEGIN UPDATE journal_mark SET revision = revision + 1; END;
  CREATE TRIGGER run_removed AFTER DELETE ON run BEGIN UPDATE journal_mark SET revision = revision + 1; END;
  CREATE TRIGGER single_write_added AFTER INSERT ON single_write BEGIN UPDATE journal_mark SET revision = revision + 1; END;
  CREATE TRIGGER single_write_changed AFTER UPDATE ON single_write BEGIN UPDATE journal_mark SET revision = revision + 1; END;
  CREATE TRIGGER single_write_removed AFTER DELETE ON single_write BEGIN UPDATE journal_mark SET revision = revision + 1; END;
  `,
  // The scan history: aggregates of finished scans (`SqlHistory`). Tags are in blocks, by the hash of their ID.
  `
  -- How a scan's customers were chosen: so many days before it began.
  ALTER TABLE scan ADD COLUMN days REAL;

  -- What is left of scans that were walked to their end: sums, and nobody in them.
  CREATE TABLE kept_scan (
    number INTEGER PRIMARY KEY,
    bot TEXT NOT NULL REFERENCES bot (key) ON DELETE CASCADE,
    id TEXT NOT NULL,
    base_url TEXT NOT NULL,
    since REAL,
    days REAL,
    time REAL NOT NULL,
    customers INTEGER NOT NULL,
    tags INTEGER NOT NULL,
    blocks INTEGER NOT NULL,
    totals TEXT NOT NULL,
    UNIQUE (bot, id)
  );

  -- Its tags as JSON, some of them in each row: which one an ID is in follows from its hash.
  CREATE TABLE kept_tags (
    scan INTEGER NOT NULL REFERENCES kept_scan (number) ON DELETE CASCADE,
    block INTEGER NOT NULL,
    tags TEXT NOT NULL,
    PRIMARY KEY (scan, block)
  );
  `,
  // Items with an unknown folder no longer have a level of their own, which was `'?'` in `place` and 2 in `has_parent`:
  // they are listed with the items in no folder. The new index also shows whether a level has folders.
  `
  -- The tree no longer keeps items whose folder is not known apart from those in no folder, and asks whether there are folders.
  DROP INDEX item_by_place;
  CREATE INDEX item_by_level ON item (bot, parent, type);
  DELETE FROM name_order WHERE place IN ('', '?');
  UPDATE change SET has_parent = 1 WHERE has_parent = 2;
  `,
];
