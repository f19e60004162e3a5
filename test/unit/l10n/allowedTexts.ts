/** Texts that no translator gets. Each is used by some file: a test holds that, too. */
interface Allowed {
  readonly files: RegExp;
  /** Absent: all of these files. */
  readonly texts?: RegExp;
  readonly why: string;
}

export const ALLOWED: readonly Allowed[] = [
  {
    files: /^src\/sandbox\//,
    why: 'Answers of a service, as terse and English as a real one, and its command line.',
  },
  { files: /^src\/store\//, why: 'SQL.' },
  {
    files: /^src\/vscode\/agents\/agentTools\.ts$/,
    texts: /^fewer than|loaded$/,
    why: 'For a model, which is told in English what to do with it.',
  },
  {
    files: /^src\/core\/(?:errors|exports\/exportErrors|plans\/inputProblems)\.ts$/,
    why: 'Messages of errors for programs and the log; people read what src/vscode/errors makes of the problem.',
  },
  {
    files: /^src\/contract\/requests\.ts$|^src\/http\/call\.ts$/,
    texts: /^(?:enter|give|add|it has)|is not an ID$|bytes$/,
    why: 'What is wrong with an argument, for programs and the log; people read what describeError makes of the field.',
  },
  {
    files: /^src\/http\/botService\.ts$/,
    texts: /entries are about|^no object$/,
    why: 'Parts of log lines.',
  },
  {
    files: /^src\/http\/transport\/(?:transport|decodeBody)\.ts$/,
    texts: /^(?:time limit|the response is too large)$/,
    why: 'Of errors that become a problem of their own before anybody sees them.',
  },
  {
    files: /^src\/http\/transport\/(?:hostTransport|undiciTransport)\.ts$/,
    texts: /^(?:disconnected before|Proxy Authentication)/,
    why: 'Words of Node and undici, by which their errors are known.',
  },
  {
    files: /^src\/http\/transport\/proxy\.ts$|bearerToken\.ts$|writeCurl\.ts$/,
    texts: /^(?:Basic|Bearer) |^-H /,
    why: 'Headers.',
  },
  { files: /^src\/surface\/argumentParts\.ts$/, texts: /CancellationToken/, why: 'For programs.' },
  { files: /^src\/surface\/commands\.ts$/, texts: /^give /, why: 'For programs.' },
  {
    files: /^src\/(?:export|vscode\/kit)\//,
    texts: /^(?:EISDIR|finish|input(?:Title|Prompt)|placeholder|validation)$/,
    why: 'Codes.',
  },
  {
    files: /^src\/core\/search\/constants\.ts$/,
    why: 'Code in other languages.',
  },
  {
    files: /^src\/export\/parquet\/parquetFile\.ts$/,
    texts: /^Bot Tag Explorer$/,
    why: 'The program, in the metadata of a file.',
  },
  {
    files: /^src\/core\/customers\/customerStatus\.ts$/,
    why: 'Words of exports and segments; statusTexts has those for people.',
  },
  {
    files: /^src\/(?:core\/plans|core\/journal|vscode\/plans|vscode\/runs\/result)\//,
    texts: /^(?:attach and detach|already tagged|not tagged|no change|no ID|not tried)$/,
    why: 'Words of plans and results, which are files that programs read.',
  },
  {
    files: /^src\/(?:plans\/(?:input|tables)\/|rowIndex\/haystack|segments\/)/,
    texts:
      /^[\u3400-\u9fff]+(?:id)?$|^(?:Rar!|SQLite)|messenger$|^Facebook$|^(?:has )?param\.|^blocked bot$/,
    why: 'What is looked for in files and typed in segments.',
  },
  {
    files: /^src\/(?:vscode|webview)\//,
    texts: /^(?:tag:VIP and not blocked.*|not blocked)$/s,
    why: 'Segments: their language is the same in every language.',
  },
  {
    files: /^src\/workspaceFile\/writeText\.ts$/,
    texts: /^\/\/ Bots/,
    why: 'In the file of a team, whose windows speak several languages.',
  },
  {
    files: /^src\/(?:vscode|webview)\/|^src\/extension\.ts$/,
    texts: /^(?:Facebook|Parquet|Bot Tags(?:: (?:plan|user))?)$/,
    why: 'Names.',
  },
  {
    files: /^src\/vscode\//,
    texts: /^(?:https:\/\/…|tag-…|bot_(?:raw_)?uid)$/,
    why: 'How addresses and IDs look, and fields of the contract.',
  },
  {
    files: /^src\/vscode\//,
    texts: /^(?:[\w.]+\.|application\/[\w.]+)(?:\{…\})*$|^(?:Folders|Items)$/,
    why: 'Keys and IDs.',
  },
  {
    files: /^src\/vscode\/workspaceFile\//,
    texts: /^as (?:saved|edited)$/,
    why: 'Not shown: a mode.',
  },
  {
    files: /^src\/core\/(?:catalogue\/sharedNotes|errors)\.ts$|^src\/plans\/tokens\.ts$/,
    texts: /^(?:former notes|Cancell?ed|Stop)$/,
    why: 'Names of errors and of a key.',
  },
  {
    files: /^src\/vscode\/(?:overview|customers\/panel)\/\w+\.ts$/,
    texts: /^<(?:link|!DOCTYPE)|^worker-src/,
    why: 'HTML without a text of its own, and its policy.',
  },
  {
    files: /^src\/webview\//,
    texts: /^[a-z]+(?:,? [a-z-]+(?:\{…\})?)+$|^Arrow$|; \}$/,
    why: 'CSS: classes, selectors, rules; keys.',
  },
];
