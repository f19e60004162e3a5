/** The value of the header Authorization for a token, or for the variable of a shell that holds it. */
export function bearer(token: string): string {
  return `Bearer ${token}`;
}

/** A token as it may be pasted: with the scheme of its header before it. */
export function withoutBearer(text: string): string {
  return text.trim().replace(/^bearer(?:\s+|$)/i, '');
}

/** Whether an HTTP header can carry it. */
export function isHeaderToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}
