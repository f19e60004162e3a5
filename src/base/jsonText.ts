/** What ends a line for some readers, or turns its direction, and what no editor shows. */
const UNUSUAL = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g;
const MAYBE_UNUSUAL = /[^ -~\u00a0-\u1fff\u3000-\ud7ff]/;

/** A text as JSON that stays on one line wherever it is shown, and shows what it says. */
export function jsonText(text: string): string {
  const json = JSON.stringify(text);
  return MAYBE_UNUSUAL.test(json) ? json.replaceAll(UNUSUAL, escaped) : json;
}

function escaped(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
