export type Shell = 'posix' | 'cmd' | 'powershell';

interface Rules {
  /**
   * Makes the next character literal. Within double quotes, it does so only before a few characters. At the end of a
   * line, it continues the command on the next line.
   */
  readonly escape: string;
  readonly quotes: string;
  /** Whether a doubled quote within quotes of the same kind is one literal quote. */
  readonly doublesQuotes: boolean;
  /** Characters that separate words within a table of PowerShell, such as `@{ name = "value" }`. */
  readonly tableMarks: string;
  /** Prefix of a `'` that begins a text with escapes, as in Bash, or `''` for none. */
  readonly ansiMark: string;
}

const RULES: Readonly<Record<Shell, Rules>> = {
  posix: {
    escape: '\\',
    quotes: `'"`,
    doublesQuotes: false,
    tableMarks: '',
    ansiMark: '$',
  },
  // `withoutCarets` has already removed the escape character of cmd. curl itself reads the backslash.
  cmd: {
    escape: '\\',
    quotes: '"',
    doublesQuotes: true,
    tableMarks: '',
    ansiMark: '',
  },
  powershell: {
    escape: '`',
    quotes: `'"`,
    doublesQuotes: true,
    tableMarks: '{}=;',
    ansiMark: '',
  },
};

/**
 * Splits a command into words and removes their quotes. Nothing is run or expanded. A single-line input box removes
 * line ends. The escape character that was before a line end then remains between two words, and is skipped.
 */
export function shellWords(text: string, shell: Shell): readonly string[] {
  return new WordReader(shell === 'cmd' ? withoutCarets(text) : text, RULES[shell]).words();
}

class WordReader {
  readonly #text: string;
  readonly #rules: Rules;
  readonly #words: string[] = [];
  #word: string | undefined;
  #offset = 0;
  #openTables = 0;

  constructor(text: string, rules: Rules) {
    this.#text = text;
    this.#rules = rules;
  }

  words(): readonly string[] {
    for (let char = this.#text[0]; char !== undefined; char = this.#text[this.#offset]) {
      this.#offset++;
      this.#readCharacter(char);
    }
    this.#endWord();
    return this.#words;
  }

  #readCharacter(char: string): void {
    const { escape, quotes, ansiMark } = this.#rules;
    if (char === escape) this.#readEscaped();
    else if (char === ansiMark && this.#text[this.#offset] === "'") this.#readAnsiQuoted();
    else if (isSpace(char) || this.#isTableMark(char)) this.#endWord();
    else if (quotes.includes(char)) this.#readQuoted(char);
    else this.#add(char);
  }

  #readEscaped(): void {
    const next = this.#text[this.#offset];
    const isLineEnd = next === undefined || next === '\n' || next === '\r';
    const isRemovedLineEnd = this.#word === undefined && next !== undefined && /[\s"'-]/.test(next);
    if (isLineEnd || isRemovedLineEnd) return this.#endWord();
    this.#offset++;
    this.#add(next);
  }

  #readQuoted(quote: string): void {
    const { escape, doublesQuotes } = this.#rules;
    this.#add('');
    for (let char = this.#text[this.#offset]; char !== undefined; char = this.#text[this.#offset]) {
      const next = this.#text[this.#offset + 1];
      this.#offset++;
      const isDoubledQuote = char === quote && doublesQuotes && next === quote;
      const isEscape = char === escape && quote === '"' && next !== undefined;
      if (char === quote && !isDoubledQuote) return;
      if (isDoubledQuote || (isEscape && /["\\$`]/.test(next))) {
        this.#offset++;
        this.#add(next);
      } else this.#add(char);
    }
  }

  #readAnsiQuoted(): void {
    const start = this.#offset + 1;
    let end = start;
    while (end < this.#text.length && this.#text[end] !== "'") {
      end += this.#text[end] === '\\' ? 2 : 1;
    }
    this.#add(decodeAnsiC(this.#text.slice(start, end)));
    this.#offset = end + 1;
  }

  /** Returns whether the character separates words within `@{…}`. Also counts the tables that are open. */
  #isTableMark(char: string): boolean {
    if (!this.#rules.tableMarks.includes(char)) return false;
    if (char === '{' && this.#text[this.#offset - 2] === '@') this.#openTables++;
    const isInTable = this.#openTables > 0;
    if (char === '}' && isInTable) this.#openTables--;
    return isInTable;
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #endWord(): void {
    if (this.#word !== undefined) this.#words.push(this.#word);
    this.#word = undefined;
  }
}

/** Removes carets as cmd does. A caret outside quotes escapes the next character, which may be a quote. */
function withoutCarets(text: string): string {
  let line = '';
  let isQuoted = false;
  for (let offset = 0; offset < text.length; offset++) {
    const char = text[offset] ?? '';
    if (char === '"') isQuoted = !isQuoted;
    if (char !== '^' || isQuoted) {
      line += char;
      continue;
    }
    const next = text[offset + 1] ?? ' ';
    const isAtWordStart = offset === 0 || isSpace(text[offset - 1] ?? '');
    // The caret was at the end of a line, and the input box has removed the line end.
    if (isSpace(next) || (isAtWordStart && next === '-')) line += ' ';
    else {
      line += next;
      offset++;
    }
  }
  return line;
}

function isSpace(char: string): boolean {
  return /\s/.test(char);
}

/** Characters by the letter after the backslash. */
const LETTERS: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

/** Escape sequences. Adjacent byte escapes match together: they may encode one character. */
const ESCAPE =
  /((?:\\x[\da-fA-F]{1,2}|\\[0-7]{1,3})+)|\\(?:u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|c([@-_a-z])|([abeEfnrtv\\'"?]))/g;

/** Decodes an ANSI-C quoted text (without its `$'` and `'`) as Bash does. Unknown escapes are kept as they are. */
function decodeAnsiC(text: string): string {
  return text.replaceAll(
    ESCAPE,
    (...[match, bytes, codeUnit, codePoint, control, letter]: string[]) => {
      if (bytes !== undefined) return textOfBytes(bytes);
      if (codeUnit !== undefined) return String.fromCharCode(Number.parseInt(codeUnit, 16));
      if (codePoint !== undefined) return textOfCodePoint(Number.parseInt(codePoint, 16));
      if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 31);
      return LETTERS[letter ?? ''] ?? match ?? '';
    },
  );
}

/**
 * Decodes the bytes as UTF-8, as Bash does. Invalid UTF-8 is read as one character per byte, because "Copy as cURL" of
 * some browsers writes the characters U+0080 to U+00FF as one byte each.
 */
function textOfBytes(escapes: string): string {
  const bytes = Array.from(
    escapes.matchAll(/\\(?:x([\da-fA-F]{1,2})|([0-7]{1,3}))/g),
    ([, hex, octal]) =>
      hex === undefined ? Number.parseInt(octal ?? '', 8) & 255 : Number.parseInt(hex, 16),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes),
    );
  } catch {
    return bytes.map((byte) => String.fromCharCode(byte)).join('');
  }
}

function textOfCodePoint(codePoint: number): string {
  return codePoint > 0x10ffff ? '\ufffd' : String.fromCodePoint(codePoint);
}
