const open: (() => unknown)[] = [];

/** Has `close` called by the next `cleanUp`. */
export function onCleanup(close: () => unknown): void {
  open.push(close);
}

/** For `afterEach`: closes what the test opened, newest first. */
export async function cleanUp(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
}
