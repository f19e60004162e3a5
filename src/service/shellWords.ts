import { ansiText } from './ansiText.ts';

/** Whose quotes a line has. */
export type Shell = 'posix' | 'cmd' | 'powershell';

interface Rules {
  /** Takes the next character as it is; at the end of a line, it goes on in the next one. */
  readonly escape: string;
  /** The same within double quotes; `''`: none. */
  readonly quotedEscape: string;
  readonly quotes: string;
  /** Whether a quote that is written twice within its own kind is one character. */
  readonly isDoubled: boolean;
  /** What parts words within `@{…}`. */
  readonly tableMarks: string;
  /** What `'` stands behind where its text has escapes, as Bash has it; `''`: there is none. */
  readonly ansiMark: string;
}

const RULES: Readonly<Record<Shell, Rules>> = {
  posix: {
    ...{ escape: '\\', quotedEscape: '\\', quotes: `'"`, isDoubled: false, tableMarks: '' },
    ansiMark: '$',
  },
  cmd: {
    ...{ escape: '\\', quotedEscape: '\\', quotes: '"', isDoubled: true, tableMarks: '' },
    ansiMark: '',
  },
  powershell: {
    ...{ escape: '`', quotedEscape: '`', quotes: `'"`, isDoubled: true, tableMarks: '{}=;' },
    ansiMark: '',
  },
};

/**
 * The words of a command line, with their quotes taken off. Nothing is run or expanded. A line end that was lost in a
 * box of one line is recognized by what is left of it: an escape character between words.
 */
export function shellWords(text: string, shell: Shell): readonly string[] {
  return new WordReader(shell === 'cmd' ? withoutCarets(text) : text, RULES[shell]).words();
}

class WordReader {
  readonly #text: string;
  readonly #rules: Rules;
  readonly #words: string[] = [];
  #word: string | undefined;
  #at = 0;
  #tables = 0;

  constructor(text: string, rules: Rules) {
    this.#text = text;
    this.#rules = rules;
  }

  words(): readonly string[] {
    for (let char = this.#text[0]; char !== undefined; char = this.#text[this.#at]) {
      this.#at++;
      this.#take(char);
    }
    this.#end();
    return this.#words;
  }

  #take(char: string): void {
    const { escape, quotes, ansiMark } = this.#rules;
    if (char === escape) this.#escaped();
    else if (char === ansiMark && this.#text[this.#at] === "'") this.#ansiQuoted();
    else if (isSpace(char) || this.#isTableMark(char)) this.#end();
    else if (quotes.includes(char)) this.#quoted(char);
    else this.#add(char);
  }

  #escaped(): void {
    const next = this.#text[this.#at];
    const isLineEnd = next === undefined || next === '\n' || next === '\r';
    const isLostLineEnd = this.#word === undefined && next !== undefined && /[\s"'-]/.test(next);
    if (isLineEnd || isLostLineEnd) return this.#end();
    this.#at++;
    this.#add(next);
  }

  #quoted(quote: string): void {
    const { quotedEscape, isDoubled } = this.#rules;
    this.#add('');
    for (let char = this.#text[this.#at]; char !== undefined; char = this.#text[this.#at]) {
      const next = this.#text[this.#at + 1];
      this.#at++;
      const isTwice = char === quote && isDoubled && next === quote;
      const isEscape = char === quotedEscape && quote === '"' && next !== undefined;
      if (char === quote && !isTwice) return;
      if (isTwice || (isEscape && /["\\$`]/.test(next))) {
        this.#at++;
        this.#add(next);
      } else this.#add(char);
    }
  }

  #ansiQuoted(): void {
    const start = this.#at + 1;
    let end = start;
    while (end < this.#text.length && this.#text[end] !== "'") {
      end += this.#text[end] === '\\' ? 2 : 1;
    }
    this.#add(ansiText(this.#text.slice(start, end)));
    this.#at = end + 1;
  }

  #isTableMark(char: string): boolean {
    if (!this.#rules.tableMarks.includes(char)) return false;
    if (char === '{' && this.#text[this.#at - 2] === '@') this.#tables++;
    const isIn = this.#tables > 0;
    if (char === '}' && isIn) this.#tables--;
    return isIn;
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #end(): void {
    if (this.#word !== undefined) this.#words.push(this.#word);
    this.#word = undefined;
  }
}

/** As cmd hands the line to the program: a caret counts outside of quotes only, and hides a quote from cmd. */
function withoutCarets(text: string): string {
  let line = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '"') isQuoted = !isQuoted;
    if (char !== '^' || isQuoted) {
      line += char;
      continue;
    }
    const next = text[at + 1] ?? ' ';
    const isWordEnd = at === 0 || isSpace(text[at - 1] ?? '');
    // Else what follows is escaped, and cmd takes no notice of it.
    if (isSpace(next) || (isWordEnd && next === '-')) line += ' ';
    else {
      line += next;
      at++;
    }
  }
  return line;
}

function isSpace(char: string): boolean {
  return /\s/.test(char);
}
