/** Normalizing takes time that grows with the square of the number of marks on one letter: long texts are cut for it. */
const PART = /[^]{1,500}/gu;
const LONG = 500;

/** Texts and terms as they are compared: without regard to case and to the width of letters. */
export function foldText(text: string): string {
  const normal =
    text.length > LONG
      ? text.replaceAll(PART, (part) => part.normalize('NFKC'))
      : text.normalize('NFKC');
  return normal.toLowerCase();
}
