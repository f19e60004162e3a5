/**
 * The `botId` claim of a token that happens to be a JWT. A suggestion for an input box: the signature is
 * not checked, so nothing else may rely on it.
 */
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
