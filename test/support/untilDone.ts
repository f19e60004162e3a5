const attempts = 10;

/** Repeats a step that a window which is still busy may ignore; each try waits for its own effect. */
export async function untilDone(step: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await step();
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}
