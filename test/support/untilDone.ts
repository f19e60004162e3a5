const attempts = 10;

/**
 * Repeats a step that a window which is still busy may ignore; each try waits for its own effect.
 * @param step gets the number of the try, from 1: one that waits longer each time loses little by the first
 */
export async function untilDone(step: (attempt: number) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await step(attempt);
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}
