/**
 * Folders of `src` and their purpose. A feature imports only from itself and from the features above it.
 * `ARCHITECTURE.md` has the same table; `test/unit/architecture.test.ts` checks both against the code.
 */
export const FEATURES = {
  base: 'the model, errors, and helpers for text, JSON, promises, dialogs and pages',
  service: 'the HTTP client: requests, checked answers, retries, proxies, certificates',
  search: 'the search language for customers: parsing, and finding rows in an index',
  commands: 'arguments and results of every command, as other programs see them',
  catalogue: 'the list of bots, tags and folders: SQLite, the tree, and quick picks of its items',
  errors: 'texts of errors, and checking whether a write was carried out',
  workspaceFile: 'reading, editing and checking `bot-tags.jsonc`',
  customers: 'the Customers panel, and the choice of customers for a command',
  sandbox: 'a service with made-up customers, in VS Code or from the command line',
  bots: 'adding, changing, checking and removing bots',
  exports: 'exports to NDJSON, JSON, CSV and Parquet files',
  plans: 'plan files: making, reading and checking them',
  runs: 'runs of plans, the Journal, and Undo',
  tags: 'creating, deleting, scanning, finding, attaching and detaching tags',
  overview: 'the Tag Overview',
  refactor: 'renaming, merging, moving and copying tags',
  shell: 'activation, registration, error messages, agent tools, Resume, Remove All Data',
} as const;
