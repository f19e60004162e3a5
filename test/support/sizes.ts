/**
 * Sizes of tests that would take long: `small` in `npm test`, `large` in `npm run test:long`. Names with `Kills` count killed
 * processes. Other names without a comment count the random cases of a property test.
 */
const SIZES = {
  /** Processes that are killed while they write to one database. */
  databaseKills: { small: 20, large: 100 },
  /** Changes by each of two processes that write at the same time. */
  mixedChanges: { small: 300, large: 1000 },
  /** Users of a plan whose run is killed. */
  runUsers: { small: 2000, large: 10_000 },
  /** Users of a plan that attaches and detaches. */
  changedUsers: { small: 500, large: 10_000 },
  runKills: { small: 6, large: 100 },
  /** Customers who have the tag that is renamed or merged. */
  refactorHolders: { small: 2000, large: 10_000 },
  refactorKills: { small: 6, large: 20 },
  exportKills: { small: 3, large: 10 },
  /** Customers of an export. */
  exportedCustomers: { small: 20_000, large: 100_000 },
  /** Customers that a scan goes through page by page. */
  scannedCustomers: { small: 50_000, large: 100_000 },
  /** Requests of the test for leaks. */
  sentRequests: { small: 2000, large: 10_000 },
  /** Random calls by programs on a bot that is read-only. */
  readOnlyCalls: { small: 10_000, large: 100_000 },
  /** Kinds of themes in which the contrast of each state of a page is checked. */
  themesOfState: { small: 1, large: 4 },
  /** Themes in which the Tag Overview is checked with all axe rules, not only for contrast. */
  themesWithAllRules: { small: 1, large: 6 },
  /** Languages of the main journey: the pseudo-locale, in which each translated text is marked, then Chinese. */
  languages: { small: 1, large: 2 },
  /** Ways in which `npm start` ends. */
  endsOfStart: { small: 2, large: 4 },
  /** Kinds of themes that an end-to-end test file iterates over. */
  themesOfFile: { small: 1, large: 4 },
  /** Sizes of the window in which each state of a page is checked. */
  windowSizesOfState: { small: 1, large: 3 },
  /** Random changes to a list whose order is kept. */
  orderRuns: { small: 40, large: 500 },
  planRuns: { small: 500, large: 5000 },
  parquetRuns: { small: 100, large: 1000 },
  csvRuns: { small: 500, large: 5000 },
  roundTripRuns: { small: 20, large: 100 },
  undoRuns: { small: 12, large: 100 },
  modelRuns: { small: 150, large: 2000 },
  segmentRuns: { small: 150, large: 20_000 },
  /** Calls that get a response body of 100 MB. */
  callsOfLargeBodies: { small: 2, large: 7 },
  /** Texts that are nearly JSON. */
  scannedTexts: { small: 5000, large: 20_000 },
  pageBodies: { small: 1000, large: 3000 },
  redactedTexts: { small: 500, large: 2000 },
  jsonTexts: { small: 200, large: 500 },
  /** Catalogues that are exported to another machine. */
  movedCatalogues: { small: 20, large: 60 },
  workspaceFiles: { small: 80, large: 300 },
  workspaceSegments: { small: 30, large: 100 },
  audienceRuns: { small: 50, large: 150 },
  planTexts: { small: 100, large: 1000 },
  mutatedBodies: { small: 1500, large: 20_000 },
} as const;

/** Whether this run is `npm run test:long`. */
export const isLong = process.env['BOT_TAGS_LONG'] === '1';

/** Returns the size for this run of the tests. */
export function sizeOf(name: keyof typeof SIZES): number {
  return SIZES[name][isLong ? 'large' : 'small'];
}
