/**
 * Returns the CPU time that `work` takes in all threads of this process, in ms. Unlike the elapsed time, it does not grow
 * while other processes keep the machine busy.
 */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
