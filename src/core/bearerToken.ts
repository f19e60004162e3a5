/** A token as it may be pasted: with the scheme of its header before it. */
export function withoutBearer(text: string): string {
  return text.trim().replace(/^bearer(?:\s+|$)/i, '');
}

/** Whether an HTTP header can carry it. */
export function isHeaderToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}
