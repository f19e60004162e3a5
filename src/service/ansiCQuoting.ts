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
export function decodeAnsiC(text: string): string {
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
