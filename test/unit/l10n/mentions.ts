/**
 * Returns the names of commands and buttons that a text mentions in quotation marks. Names are returned as in menus,
 * without "Bot Tags: ", the category in the Command Palette.
 */
export function mentioned(text: string, marks: RegExp): readonly string[] {
  return [...text.matchAll(marks)].flatMap(([, name = '', after]) => {
    // A JSON key is followed by a colon, and a placeholder is not a name.
    const isOther = /\{\d/.test(name) || after === ':';
    return isOther ? [] : [name.replace(/^Bot Tags: /, '')];
  });
}

/** Matches text in quotation marks. Groups: the text, and the character after it. */
export const ENGLISH_MARKS = /"([^"]+)"(.?)/g;
export const CHINESE_MARKS = /「([^」]+)」(.?)/g;
