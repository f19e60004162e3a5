const open: (() => unknown)[] = [];

/** Has `close` called by the next `cleanUp`. */
export function onCleanup(close: () => unknown): void {
  open.push(close);
}

/** For `afterEach`: closes what the test opened, newest first; a failure comes after the rest, which else lived on. */
export async function cleanUp(): Promise<void> {
  const failures: unknown[] = [];
  for (const close of open.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
