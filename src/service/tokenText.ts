import { Buffer } from 'node:buffer';
import { fieldOf, parseJson } from '../base/jsonValues.ts';

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
  const [, payload = '', ...rest] = token.split('.');
  if (rest.length !== 1) return undefined;
  const botId = fieldOf(parseJson(Buffer.from(payload, 'base64url').toString()), 'botId');
  return typeof botId === 'string' && botId !== '' ? botId : undefined;
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
