/** Names in quotation marks, as they stand in menus: without the category that the command palette puts before them. */
export function mentioned(text: string, marks: RegExp): readonly string[] {
  return [...text.matchAll(marks)].flatMap(([, name = '', after]) => {
    // Keys of JSON are followed by a colon, and a value is no name.
    const isOther = /\{\d/.test(name) || after === ':';
    return isOther ? [] : [name.replace(/^Bot Tags: /, '')];
  });
}

export const ENGLISH_MARKS = /"([^"]+)"(.?)/g;
export const CHINESE_MARKS = /「([^」]+)」(.?)/g;
