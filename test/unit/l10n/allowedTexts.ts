/** Texts that are not translated. A test checks that each entry is used. */
interface Allowed {
  readonly files: RegExp;
  /** Texts of these files. Defaults to all of them. */
  readonly texts?: RegExp;
  readonly why: string;
}

export const ALLOWED: readonly Allowed[] = [
  {
    files: /^src\/sandbox\//,
    why: 'Answers of a fake service, in English like those of a real one, and its command line.',
  },
  { files: /^src\/catalogue\/store\/|^src\/runs\/(?:openCatalogue|sqlJournal)\.ts$/, why: 'SQL.' },
  {
    files: /^src\/shell\/agentTools\.ts$/,
    texts: /^(?:fewer|more) than|loaded$/,
    why: 'Read by a language model, whose instructions are in English.',
  },
  {
    files: /^src\/base\/(?:errors|exportErrors|inputProblems)\.ts$/,
    why: 'Messages of errors for programs and the log. For users, src/errors writes a translated text.',
  },
  {
    files: /^src\/service\/(?:wireFormat|call)\.ts$/,
    texts: /^(?:enter|give|add|it has)|is not an ID$|bytes$/,
    why: 'Problems of arguments, for programs and the log. For users, describeError writes a translated text.',
  },
  {
    files: /^src\/service\/botService\.ts$/,
    texts: /entries are about|^no object$/,
    why: 'Parts of log lines.',
  },
  {
    files: /^src\/service\/transport\/(?:transport|decodeBody)\.ts$/,
    texts: /^(?:time limit|the response is too large)$/,
    why: 'Messages of errors that are replaced by a problem of another kind before a user sees them.',
  },
  {
    files: /^src\/service\/transport\/(?:createTransport|undiciTransport)\.ts$/,
    texts: /^(?:disconnected before|Proxy Authentication|the proxy \{…\} \{…\}$)/,
    why: 'Words in errors of Node.js and undici, by which the code recognizes these errors.',
  },
  {
    files: /^src\/service\/transport\/originPool\.ts$/,
    texts: /^(?:failed: HTTP|requires a user name and password)/,
    why: 'Parts of the details "the proxy {0} failed: {1}" and "the proxy {0} requires …", which are translated.',
  },
  {
    files: /^src\/service\/transport\/proxy\.ts$|tokenText\.ts$|writeCurl\.ts$/,
    texts: /^(?:Basic|Bearer) |^-H /,
    why: 'Headers.',
  },
  { files: /^src\/commands\/argumentParts\.ts$/, texts: /CancellationToken/, why: 'For programs.' },
  { files: /^src\/commands\/commands\.ts$/, texts: /^give /, why: 'For programs.' },
  {
    files: /^src\/(?:exports|base\/ui)\//,
    texts: /^(?:EISDIR|input(?:Title|Prompt)|placeholder|validation)$/,
    why: 'Codes.',
  },
  {
    files: /^src\/catalogue\/tagsInCode\.ts$/,
    texts: /^(?:export|public) |^Tag/,
    why: 'Code in other languages.',
  },
  {
    files: /^src\/exports\/parquet\/parquetFile\.ts$/,
    texts: /^Bot Tag Explorer$/,
    why: 'Name of the program in the metadata of a file.',
  },
  {
    files: /^src\/base\/customer\.ts$/,
    texts: /^(?:Running|Paused|Stopped|Blocked)/,
    why: 'Words in exports and segments. The words for users are in statusTexts.',
  },
  {
    files: /^src\/(?:base\/plan\.ts|catalogue\/journal\.ts|plans\/|runs\/)/,
    texts: /^(?:attach and detach|already tagged|not tagged|no change|no ID|not tried)$/,
    why: 'Words in plans and results, which are files that programs read.',
  },
  {
    files: /^src\/(?:plans\/input|search)\//,
    texts:
      /^[\u3400-\u9fff]+(?:id)?$|^(?:Rar!|SQLite)|messenger$|^Facebook$|^(?:has )?param\.|^blocked bot$/,
    why: 'Words that the code looks for in files, or that users type in segments.',
  },
  {
    files: /^src\/\w+\/ui\//,
    texts: /^tag:VIP and not blocked$/,
    why: 'Segments, which have the same syntax in every display language.',
  },
  {
    files: /^src\/workspaceFile\/writeText\.ts$/,
    texts: /^\/\/ Bots/,
    why: 'Comment in the file of a team, whose members may use several display languages.',
  },
  {
    files: /^src\/\w+\/(?:ui|page)\/|^src\/extension\.ts$/,
    texts: /^(?:Facebook|Parquet|Bot Tags(?:: plan)?)$/,
    why: 'Names.',
  },
  {
    files: /^src\/\w+\/ui\//,
    texts: /^(?:https:\/\/…|tag-…)$/,
    why: 'Examples of addresses and IDs.',
  },
  {
    files: /^src\/\w+\/ui\//,
    texts: /^(?:[\w.]+\.|application\/[\w.]+)(?:\{…\})*$|^(?:Folders|Items)$/,
    why: 'Keys and IDs.',
  },
  {
    files: /^src\/workspaceFile\/ui\//,
    texts: /^as (?:saved|edited)$/,
    why: 'Names of modes, which are not shown.',
  },
  {
    files: /^src\/(?:catalogue\/sharedNotes|base\/errors|plans\/jsonTokens)\.ts$/,
    texts: /^(?:former notes|Cancell?ed|Stop)$/,
    why: 'Names of errors and of a key.',
  },
  {
    files: /^src\/(?:base\/ui\/webviewHtml|customers\/ui\/gridHtml)\.ts$/,
    texts: /^<(?:link|!DOCTYPE)|^worker-src/,
    why: 'HTML that contains no text, and its content security policy.',
  },
  {
    files: /^src\/\w+\/page\//,
    texts: /^[a-z]+(?:,? [a-z-]+(?:\{…\})?)+$|^Arrow$|; \}$/,
    why: 'CSS (classes, selectors and rules), and names of keyboard keys.',
  },
];
