/** How a bot reaches a sandbox, as lines of a `.env` file. */
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
