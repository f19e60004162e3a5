const pending = new Set<() => void>();
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
let listening = false;

/**
 * Runs `cleanup` when this process exits or is terminated, but not if it is killed. Returns a function that cancels
 * this.
 */
export function onExit(cleanup: () => void): () => void {
  listen();
  pending.add(cleanup);
  return () => pending.delete(cleanup);
}

function listen(): void {
  if (listening) return;
  listening = true;
  process.once('exit', () => {
    // Newest first: a process ends before the folder that it writes to is removed.
    for (const cleanup of [...pending].reverse()) cleanup();
  });
  // Not `once`: a signal can arrive twice, from the terminal and from npm, and the second would interrupt the cleanup.
  for (const [signal, code] of Object.entries(signals))
    process.on(signal, () => process.exit(code));
}
