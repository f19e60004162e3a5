/** Full-width marks bring the space behind them along. */
const FULL_WIDTH = /[\u3000-\u303f\uff00-\uff65]$/;

/** One after the other, in any language; those that are empty are left out. */
export function sentences(texts: readonly string[]): string {
  return texts.reduce((said, text) => {
    if (said === '' || text === '') return said + text;
    return FULL_WIDTH.test(said) ? said + text : `${said} ${text}`;
  }, '');
}
