export function bearer(token: string): string {
  return `Bearer ${token}`;
}

export function withoutBearer(text: string): string {
  return text.trim().replace(/^bearer(?:\s+|$)/i, '');
}

/** Returns whether an HTTP header can carry the token. */
export function isHeaderToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/** Returns the `botId` claim of a token that is a JWT, only as a suggestion: the signature is not checked. */
export function botIdClaim(token: string): string | undefined {
  const payload = token.split('.')[1];
  if (payload === undefined || token.split('.').length !== 3) return undefined;
  try {
    const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== 'object' || claims === null || !('botId' in claims)) return undefined;
    return typeof claims.botId === 'string' && claims.botId !== '' ? claims.botId : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the connection to a sandbox as lines for a `.env` file. */
export function connectionLines({
  baseUrl,
  botId,
  token,
}: {
  readonly baseUrl: string;
  readonly botId: string;
  readonly token: string;
}): readonly string[] {
  return [`BOT_TAGS_BASE_URL=${baseUrl}`, `BOT_TAGS_BOT_ID=${botId}`, `BOT_TAGS_TOKEN=${token}`];
}
