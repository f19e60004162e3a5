/** For how long other work is kept waiting at most, ms, when no step takes longer by itself. */
const SLICE = 8;

/** Resolves after the work that waits. */
export function letOthersWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * For loops that are long: to be called at each step.
 * @returns what to wait for when it is time to let other work in
 */
export function slices(): () => Promise<void> | undefined {
  let started = performance.now();
  const rest = async (): Promise<void> => {
    await letOthersWork();
    started = performance.now();
  };
  return () => (performance.now() - started < SLICE ? undefined : rest());
}

/** Does one step after the other and lets other work in between; stops before the next one when it is aborted. */
export async function inSlices(steps: Iterable<unknown>, signal?: AbortSignal): Promise<void> {
  const due = slices();
  for (const _step of steps) {
    const rest = due();
    if (rest !== undefined) await rest;
    if (signal?.aborted === true) return;
  }
}
