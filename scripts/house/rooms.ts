/** A folder below `src`, what it is for, and what its files may import besides each other, types included. */
interface Room {
  readonly purpose: string;
  /** Other rooms, packages, `node:` for all of Node. */
  readonly imports: readonly string[];
}

/** The one place that says who may know whom: a test holds every import to it, and the picture is drawn from it. */
export const ROOMS: Readonly<Record<string, Room>> = {
  src: room(
    'The composition root: hands the extension its heavy parts as functions that load them.',
    'core/async export http overview plans sandbox store surface vscode vscode/kit vscode/tree vscode/wiring workspaceFile',
  ),
  surface: room(
    'What the outside sees: IDs and settings of the manifest, the argument and result of every command, the messages between panel and grid, and the schemas that read all that.',
    'core core/exports core/overview core/plans core/runs core/service package.json schema core/audience segments',
  ),
  core: room(
    'The model, the errors, the endpoints, and the ports that the rooms above fill.',
    'core/async core/json',
  ),
  'core/async': room('Promises and events: lazy values, limits, turns.', ''),
  'core/catalogue': room(
    'The list of bots, tags and folders: its invariants, its order, what is done to it.',
    'core core/async core/overview',
  ),
  'core/customers': room(
    'Pages of customers, how they are walked, and the tags of users.',
    'core core/async',
  ),
  'core/audience': room(
    'Who of the customers is in an audience, and who is left out.',
    'core core/customers core/plans',
  ),
  'core/exports': room('What an export is to hold, and how it may fail.', 'core core/audience'),
  'core/json': room('JSON as text: scanning and indenting.', 'core/async'),
  'core/plans': room(
    'Plans: what is to be done to many users, line by line.',
    'core core/customers',
  ),
  'core/runs': room(
    'A run: how the requests of a plan are sent, checked and counted.',
    'core core/plans',
  ),
  'core/journal': room(
    'What is kept of every write, and how it is taken back.',
    'core core/async core/catalogue core/json core/plans core/runs',
  ),
  'core/refactor': room(
    'One tag in the place of others: who has them gets it, and then they are deleted.',
    'core core/async core/customers core/json core/plans core/runs',
  ),
  'core/copy': room(
    'Tags and folders that are created in another bot.',
    'core core/async core/catalogue core/json core/refactor core/runs',
  ),
  'core/overview': room('What is kept of a walk over customers: sums, and nobody in them.', 'core'),
  'core/search': room(
    'Finding and filtering tags by what is typed.',
    'core core/async core/catalogue core/journal core/json',
  ),
  'core/service': room('Addresses, tokens, network settings, and command lines of curl.', 'core'),
  schema: room('What schemas are made of: zod, in a bundle that others share.', 'zod'),
  contract: room(
    'The interface of the service: schemas, wire to model and back.',
    'core core/customers core/json core/service schema',
  ),
  http: room(
    'The client: calls, retries, pacing, the check of a connection.',
    'contract core core/async core/customers core/service http/transport node:',
  ),
  'http/transport': room(
    'How a request leaves: undici, or the fetch of VS Code; proxies, TLS.',
    'core/service core node: undici',
  ),
  sandbox: room(
    'A service of our own to try things with, on a real socket.',
    'core core/catalogue node: sandbox/faults',
  ),
  'sandbox/cli': room('Runs the sandbox without VS Code.', 'core core/service node: sandbox'),
  'sandbox/faults': room('What the sandbox can be told to do wrong.', 'core'),
  store: room(
    'The catalogue and the Journal in SQLite, or in memory.',
    'core core/async core/catalogue core/journal core/overview core/refactor core/runs node: store/history store/sql',
  ),
  'store/sql': room('A database: statements, tables, its versions.', 'core node:'),
  'store/history': room('The sums that are kept of scans.', 'core core/overview store/sql'),
  live: room('How processes show each other that they live.', 'node:'),
  export: room(
    'Runs of exports: files, checkpoints, claims, conversion.',
    'core/audience core/exports core/json core export/encoding export/parquet live node:',
  ),
  'export/encoding': room(
    'Records as JSON, NDJSON and CSV.',
    'core core/customers core/exports core/json node:',
  ),
  'export/parquet': room(
    'Records as Parquet, in a thread of its own.',
    'core/exports core core/json export/encoding hyparquet-writer hyparquet-writer/src/column.js hyparquet-writer/src/snappy.js node:',
  ),
  workspaceFile: room(
    'JSON with comments: reading and writing the workspace file.',
    'core core/catalogue core/service jsonc-parser',
  ),
  rowIndex: room(
    'Which rows a search finds, and in which order: for the grid, and for plans.',
    'core segments segments/index',
  ),
  segments: room(
    'Which customers, in words and conditions: reading and writing them.',
    'core core/customers',
  ),
  'segments/index': room(
    'Which of many customers a search means, at once: texts, and sets of bits.',
    'core segments',
  ),
  overview: room(
    'Counting customers to sums.',
    'core core/async core/customers core/overview core/search',
  ),
  plans: room(
    'Plans as JSON with comments: writing, reading.',
    'core core/async core/json core/plans jsonc-parser node: plans/input',
  ),
  'plans/input': room(
    'Files with users, read for a plan: what they are, and who is in them.',
    'core core/customers core/json core/plans node: plans/tables',
  ),
  'plans/tables': room(
    'Files as tables, in whatever encoding: CSV, JSON, NDJSON.',
    'core core/async core/json core/plans node:',
  ),
  'vscode/kit': room(
    'The ground of everything in VS Code: texts made plain, settings, tokens, progress, services, tree nodes.',
    'core core/async core/catalogue core/overview core/service surface vscode',
  ),
  'vscode/input': room(
    'Quick picks and input boxes, step by step.',
    'core core/async core/catalogue core/customers core/search node: surface vscode vscode/kit',
  ),
  'vscode/summary': room(
    'State that a new window needs before the list is opened: context keys and the badge.',
    'core core/async core/journal surface vscode vscode/kit',
  ),
  'vscode/tree': room(
    'The side bar.',
    'core core/async core/catalogue core/overview core/search surface vscode vscode/kit vscode/walkthrough vscode/summary',
  ),
  'vscode/errors': room(
    'How an error is described, shown, and what is offered then.',
    'core core/async core/catalogue core/customers core/exports core/journal core/plans core/service vscode vscode/documents vscode/kit',
  ),
  'vscode/documents': room('Read-only JSON documents.', 'core surface vscode vscode/kit'),
  'vscode/bots': room(
    'A bot: add, check, rename, token, remove.',
    'core core/async core/catalogue core/service vscode vscode/errors vscode/input vscode/kit vscode/tree vscode/workspaceFile core/customers vscode/walkthrough',
  ),
  'vscode/data': room(
    'All that the extension keeps: remove it.',
    'core core/async core/catalogue core/journal surface vscode vscode/customers/panel vscode/exports vscode/input vscode/kit vscode/tree vscode/workspaceFile',
  ),
  'vscode/journal': room(
    'The Journal view: what was written to services, and Undo of single writes.',
    'core core/async core/catalogue core/customers core/journal surface vscode vscode/documents vscode/errors vscode/input vscode/kit vscode/runs',
  ),
  'vscode/tags': room(
    'Tags and folders: create, delete, find, sort, filter, scan.',
    'core core/async core/catalogue core/customers core/journal core/overview core/search surface vscode vscode/errors vscode/input vscode/journal vscode/kit vscode/tree vscode/workspaceFile vscode/walkthrough core/plans',
  ),
  'vscode/users': room(
    'The tags of a customer: attach, detach, show, change, as curl.',
    'core core/async core/catalogue core/customers core/journal core/search core/service surface vscode vscode/customers/panel vscode/documents vscode/errors vscode/input vscode/journal vscode/kit vscode/tree vscode/walkthrough',
  ),
  'vscode/refactor': room(
    'Rename, merge and move tags, which the service cannot do.',
    'core core/async core/catalogue core/customers core/journal core/refactor core/runs core/search surface vscode vscode/errors vscode/input vscode/kit vscode/runs vscode/tags vscode/tree',
  ),
  'vscode/copy': room(
    'Copy tags to another bot.',
    'core core/async core/catalogue core/copy core/journal core/runs vscode vscode/errors vscode/input vscode/kit vscode/refactor vscode/runs',
  ),
  'vscode/agents': room(
    'Tools for agents, none of which can write to the service.',
    'core core/async core/catalogue core/plans node: surface vscode vscode/customers vscode/customers/panel vscode/errors vscode/input vscode/kit vscode/plans vscode/sources',
  ),
  'vscode/segments': room(
    'Segments that have a name, and the names that they may use.',
    'core core/async core/catalogue segments surface vscode vscode/kit',
  ),
  'vscode/customers': room(
    'Customers: commands about pages and rows.',
    'core core/async core/catalogue core/customers core/json core/search segments surface vscode vscode/customers/panel vscode/documents vscode/input vscode/kit vscode/segments vscode/workspaceFile',
  ),
  'vscode/customers/clipboard': room(
    'Cells of the Customers panel, on their way to the clipboard.',
    'core surface vscode vscode/kit',
  ),
  'vscode/customers/panel': room(
    'The Customers panel, which holds the rows and feeds its grid.',
    'core core/async core/catalogue core/customers core/json core/service segments surface vscode vscode/customers/clipboard vscode/errors vscode/input vscode/kit vscode/segments',
  ),
  'vscode/overview': room(
    'The Tag Overview: what it shows of a bot, and what its page does.',
    'core core/async core/catalogue core/overview segments surface vscode vscode/customers/panel vscode/input vscode/kit vscode/tags vscode/tree',
  ),
  'vscode/exports': room(
    'Exports to a file: asking, running, resuming.',
    'core core/async core/audience core/catalogue core/exports core/overview surface vscode vscode/customers/panel vscode/documents vscode/errors vscode/input vscode/kit vscode/segments vscode/sources vscode/walkthrough',
  ),
  'vscode/runs': room(
    'Runs of plans: starting, going on, taking back, their results.',
    'core core/async core/catalogue core/copy core/customers core/journal core/plans core/refactor core/runs live surface vscode vscode/errors vscode/input vscode/kit vscode/plans',
  ),
  'vscode/runs/result': room(
    'What became of a run, as a document, and its failed rows as a file.',
    'core core/async core/copy core/journal core/json core/plans core/runs surface vscode vscode/documents vscode/errors vscode/input vscode/kit vscode/plans vscode/runs',
  ),
  'vscode/resume': room(
    'Resume…: what was paused or interrupted, in one list.',
    'core core/async core/catalogue core/exports core/journal vscode vscode/exports vscode/input vscode/kit vscode/runs vscode/tags vscode/summary',
  ),
  'vscode/plans': room(
    'Plans: asking for them, writing them to a file, opening them.',
    'core core/async core/catalogue core/customers core/plans core/search surface vscode vscode/customers/panel vscode/errors vscode/input vscode/kit vscode/sources',
  ),
  'vscode/sources': room(
    'Which customers a command is about: asking, and reading them.',
    'core core/async core/catalogue core/customers core/exports core/json rowIndex segments segments/index vscode vscode/customers/panel vscode/input vscode/kit vscode/segments',
  ),
  'vscode/plans/check': room(
    'Plans in their editors: what is wrong with one, and the question before it is run.',
    'core core/async core/catalogue core/journal core/plans surface vscode vscode/errors vscode/input vscode/kit vscode/plans vscode/sources',
  ),
  'vscode/workspaceFile': room(
    'The workspace file in VS Code: loading, problems, fixes.',
    'core core/async core/catalogue surface vscode vscode/errors vscode/input vscode/kit vscode/segments',
  ),
  'vscode/walkthrough': room('The walkthrough: which of its steps are done.', 'surface vscode'),
  'vscode/wiring': room(
    'The roof: puts everything together, the table of handlers, the wrapper that runs a command.',
    'core core/async core/catalogue core/customers core/exports core/journal core/overview core/plans core/refactor core/search core/service surface vscode vscode/agents vscode/bots vscode/copy vscode/customers vscode/customers/panel vscode/data vscode/documents vscode/errors vscode/exports vscode/input vscode/kit vscode/plans vscode/plans/check vscode/refactor vscode/runs vscode/runs/result vscode/tags vscode/tree vscode/users vscode/workspaceFile vscode/journal vscode/overview vscode/segments vscode/summary vscode/walkthrough vscode/resume',
  ),
  webview: room(
    'What the Customers panel shows: the main file, details, status, the way to the panel.',
    'core core/customers core/json rowIndex segments segments/index surface webview/base webview/charts webview/controls webview/grid webview/search',
  ),
  'webview/base': room(
    'Elements, icons, columns, how values are written.',
    'core segments surface',
  ),
  'webview/charts': room(
    'Statistics of columns: charts below their headers, the list of each, what a click on them searches for.',
    'core rowIndex segments surface webview/base',
  ),
  'webview/controls': room('Menus, pop-ups, the row of controls.', 'webview/base'),
  'webview/grid': room(
    'The table.',
    'core core/customers hyparquet-writer/src/snappy.js hyparquet/src/snappy.js segments surface webview/base webview/controls',
  ),
  'webview/search': room(
    'The search of the loaded rows: the box, its completion, the menus that write into it, saved segments.',
    'rowIndex segments segments/index surface webview/base webview/controls',
  ),
  'webview/overview': room(
    'The page of the Tag Overview.',
    'core core/overview overview surface webview/base webview/controls',
  ),
};

function room(purpose: string, imports: string): Room {
  return { purpose, imports: imports.split(' ').filter((name) => name !== '') };
}
