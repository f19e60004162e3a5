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
