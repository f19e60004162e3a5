const pending: (() => unknown)[] = [];

/** Registers `close` to be called by the next `cleanUp`. */
export function onCleanup(close: () => unknown): void {
  pending.push(close);
}

/** Closes what the test opened, newest first, for `afterEach`. Failures are thrown at the end. */
export async function cleanUp(): Promise<void> {
  const failures: unknown[] = [];
  for (const close of pending.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
