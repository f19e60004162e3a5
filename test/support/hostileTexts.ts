const COMMAND = 'command:workbench.action.terminal.new';

/** Texts that trigger an action or hide something if they are shown unescaped. */
export const hostileTexts = {
  'a command link': `Session expired. [Sign in again](${COMMAND})`,
  'a command link with a title': `[Sign in](${COMMAND} "harmless")`,
  'an http link': '[here](https://login.invalid/?a=b)',
  'a file link': '[here](file:///etc/passwd)',
  'a link in capitals': `[x](COMMAND:workbench.action.terminal.new)`,
  'an icon': '$(trash) gone $(sync~spin)',
  'an escaped icon': '\\$(trash)',
  'a line break': 'one\r\n2026-01-01 00:00:00.000 [error] forged',
  'other line breaks': 'one\u2028two\u2029three\u0085four\u000bfive',
  'a right-to-left override': 'report\u202efdp.exe',
  'isolates and embeddings': '\u2066\u2067\u202ax',
  'terminal sequences': '\u001b[31mred\u0007\u0000\u009b0m',
  'half a character': 'a\ud800b',
  '5 MB': 'x'.repeat(5_000_000),
  '5 MB of links': `[x](${COMMAND})`.repeat(110_000),
} as const;

/** Pattern of texts that VS Code renders as links, from its source (`parseLinkedText`). */
export const LIVE_LINK =
  /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

/** Pattern of texts that VS Code renders as icons. */
export const LIVE_ICON = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/;

/** Control characters, line breaks, characters that change the text direction, and unpaired surrogates. */
export const ACTIVE_CHARACTER = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u;

/** Returns a text as a user reads it: without the invisible word joiners that prevent links and icons. */
export function seen(text: string): string {
  return text.replaceAll('\u2060', '');
}
