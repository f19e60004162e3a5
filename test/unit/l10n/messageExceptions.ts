/** Texts that are only parts of messages. */
interface Fragments {
  /** Matches `file:line` of the calls. */
  readonly files: RegExp;
  /** Texts at these positions. Defaults to all of them. */
  readonly texts?: RegExp;
  readonly why: string;
}

export const FRAGMENTS: readonly Fragments[] = [
  {
    files: /^src\/errors\/ui\/(?:describe(?:Error|Export|Input)|machineText)\.ts/,
    texts: /^\p{Lu}.*\.$/u,
    why: 'Sentences of a message of which another sentence says what to do. describeError.test.ts checks whole messages.',
  },
  {
    files: /^src\/errors\/ui\/(?:describe(?:Error|Input)|machineText)\.ts/,
    texts: /^(?:\{0\}, column|Lines?|Records?|no|disk)\b/,
    why: 'Positions in a file, and reasons in parentheses.',
  },
  {
    files: /^src\/(?:base|catalogue)\/ui\/(?:scanText|localeTexts|timeTexts)\.ts/,
    why: 'Counts and times, which are shown within or after a message.',
  },
  {
    files: /^src\/customers\/(?:ui\/gridRows|customerTexts)\.ts/,
    texts:
      /^(?:Number of other problems|The (?:number in|record has)|"\{0\}" (?:is|has)|This (?:record|customer))/,
    why: 'Problems of a record of the service, which the user cannot fix.',
  },
  {
    files: /^src\/workspaceFile\/ui\/(?:fileProblemText|fileFixes)\.ts/,
    why: 'Problems that are marked at their position in a file, and the fixes offered there.',
  },
  {
    files: /^src\/tags\/ui\/changeTexts\.ts/,
    why: 'Parts of a message: the completed changes, and the remaining ones.',
  },
  {
    files: /^src\/runs\/ui\/rowTexts\.ts/,
    why: 'Rows of the Journal view, and the reason why a row cannot be undone.',
  },
  {
    files:
      /^src\/(?:overview\/ui\/overviewPanels|bots\/ui\/replaceToken|plans\/ui\/plan(?:Deletion|Editors|Words)|runs\/ui\/runTexts|shell\/resumables|catalogue\/ui\/askTag)\.ts/,
    why: 'Titles, labels, states and counts.',
  },
  {
    files: /^src\/plans\/ui\/runPlan\.ts/,
    texts: /More problems|^Line \{0\}|nothing was sent\./,
    why: 'Shown before or after the problem of a line of a plan, which says what to do.',
  },
  {
    files: /^src\/plans\/ui\/agreeToRun\.ts/,
    texts: /but the name in the plan is /,
    why: 'Line of the question before a run.',
  },
  {
    files: /^src\/customers\/customerTexts\.ts/,
    texts: /^(?:Platform|Page ID|User ID)$/,
    why: 'Names of fields within a message.',
  },
  {
    files: /^src\/search\/problem\.ts/,
    texts:
      /^(?:"\{0\}" (?:is|cannot)|Did you mean|Allowed here:|"has" must|A (?:condition|name|comparison|value) is missing|Th(?:e|is) (?:closing|bracket))/,
    why: 'Problems of a segment, which are marked at their position.',
  },
  {
    files: /^src\/base\/ui\/progress\.ts/,
    texts: /^retrying/,
    why: 'Shown after the reason of a failure, while the request is retried.',
  },
  {
    files: /^src\/refactor\/ui\/afterRefactor\.ts/,
    texts: /^(?:\{0\} |The service returned|This change can no longer)/,
    why: 'Reasons why a rename or merge is paused, shown beside the buttons to continue.',
  },
  {
    files: /^src\/workspaceFile\/ui\/fileDiagnostics\.ts/,
    texts: /\{[01]\}(?: Nothing was changed\.)?$/,
    why: 'Text around a problem, which is marked at its position.',
  },
];

/** Errors that need no action, or are themselves the instruction. The values are the reasons. */
export const NOTHING_TO_DO: ReadonlyMap<string, string> = new Map([
  ['The Journal is empty.', 'There is nothing to clear.'],
  ['This entry is no longer in the Journal.', 'The entry no longer exists.'],
  ['This change has already been undone.', 'The user wanted this state.'],
  [
    'There is nothing to undo: this change is no longer in effect in the service.',
    'A later change replaced this one.',
  ],
  ['There is nothing to undo.', 'Nothing has been changed.'],
  ['There is nothing to resume.', 'Everything is finished.'],
  [
    'A run that deletes tags and folders, or that undoes another run, cannot be undone.',
    'The run cannot be undone in another way.',
  ],
  [
    'This run is finished and the old tag is deleted, so the run can no longer be resumed or undone.',
    'No way leads back.',
  ],
  [
    'This merge can no longer be undone, because the list of customers who got the tag was kept only in the window that ran the merge. This attempt to undo changed nothing.',
    'No way leads back.',
  ],
  ['Nothing was changed.', 'The message before this one says what to do.'],
  ['Enter a URL that starts with https://', 'A full stop would be a part of the address.'],
  ['This is not a URL. Example: https://api.example.com', 'The example is what to enter.'],
]);
