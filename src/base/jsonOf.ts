/** What `JSON.parse` read may be nested too deeply for `JSON.stringify`: `undefined` then, as for `undefined`. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
