const MAX_ATTEMPTS = 10;

/**
 * Repeats a step that a busy window may ignore. Each attempt waits for its own effect.
 * @param step gets the number of the attempt, from 1, for example to increase its timeout with each attempt
 */
export async function untilDone(step: (attempt: number) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await step(attempt);
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
