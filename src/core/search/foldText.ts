/** Texts and terms as they are compared: without regard to case and to the width of letters. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
