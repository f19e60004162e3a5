/**
 * Runs `step` over the items, at most `limit` at a time. The first failure ends it: no further step
 * starts, and it is thrown once the running ones have ended.
 */
export async function mapLimited<T>(
  items: Iterable<T>,
  limit: number,
  step: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (failures.length === 0) {
      const { done, value } = queue.next();
      if (done === true) return;
      try {
        await step(value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (failures.length > 0) throw failures[0];
}
