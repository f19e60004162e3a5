/** For how long other work is kept waiting at most, ms, when no step takes longer by itself. */
const SLICE = 8;

/** Does one step after the other and lets other work in between; stops before the next one when it is aborted. */
export async function inSlices(steps: Iterable<unknown>, signal?: AbortSignal): Promise<void> {
  let started = performance.now();
  for (const _step of steps) {
    if (performance.now() - started >= SLICE) {
      await new Promise((resolve) => setTimeout(resolve));
      started = performance.now();
    }
    if (signal?.aborted === true) return;
  }
}
