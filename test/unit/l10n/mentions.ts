/** Returns names in quotation marks as in menus: without the category of the command palette. */
export function mentioned(text: string, marks: RegExp): readonly string[] {
  return [...text.matchAll(marks)].flatMap(([, name = '', after]) => {
    // A JSON key is followed by a colon, and a placeholder is not a name.
    const isOther = /\{\d/.test(name) || after === ':';
    return isOther ? [] : [name.replace(/^Bot Tags: /, '')];
  });
}

export const ENGLISH_MARKS = /"([^"]+)"(.?)/g;
export const CHINESE_MARKS = /「([^」]+)」(.?)/g;
