/** How often it is looked, ms. */
const EVERY = 500;

/** Calls `end` once the process that started this one is gone: a test that was killed cannot end its sandbox. */
export function endWithParent(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    // A system may leave the number as it was.
    if (process.ppid === parent && isThere(parent)) return;
    clearInterval(timer);
    end();
  }, EVERY);
  timer.unref();
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process may be looked for, but not signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
