/**
 * Words of status 1 to 5 (contract, section 3). Status 4 is a customer whom the team blocked, status 5 one who blocked
 * the bot. Other numbers are shown as they are.
 */
export const STATUS_WORDS = ['Running', 'Paused', 'Stopped', 'Blocked', 'Blocked the bot'] as const;

/** Statuses that `blocked` means in a segment, a plan or a count. */
export const BLOCKED_STATUSES: readonly number[] = [4, 5];

const STATUSES: ReadonlyMap<string, number> = new Map([
  ...STATUS_WORDS.map((word, index) => [word.toLowerCase(), index + 1] as const),
  // Earlier versions wrote this word, so that files may still have it.
  ['blocking', 5],
]);

/** Returns the number of a status by its word, in any case. */
export function statusOf(word: string): number | undefined {
  return STATUSES.get(word.toLowerCase());
}
