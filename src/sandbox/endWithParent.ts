/** Interval between two checks, in ms. */
const EVERY = 500;

/** Calls `end` when the parent process is gone: a test that was killed cannot stop its sandbox. */
export function endWithParent(end: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    // Some systems keep the parent's number after its end.
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
    // The process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
