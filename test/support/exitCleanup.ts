const pending = new Set<() => void>();
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
let listening = false;

/** Runs `cleanup` when this process ends in any way it can notice; gives a function that takes it back. */
export function onExit(cleanup: () => void): () => void {
  listen();
  pending.add(cleanup);
  return () => pending.delete(cleanup);
}

function listen(): void {
  if (listening) return;
  listening = true;
  process.once('exit', () => {
    // Newest first: a process goes before the folder that it writes to.
    for (const cleanup of [...pending].reverse()) cleanup();
  });
  // Not `once`: of a signal that comes twice, from the terminal and from npm, the second would cut the cleaning short.
  for (const [signal, code] of Object.entries(signals))
    process.on(signal, () => process.exit(code));
}
