export interface Lazy<T> {
  (): Promise<T>;
  /** The value, if it was asked for and is there. */
  readonly current: T | undefined;
}

/** Makes the value at the first call; a failure is not kept, so that the next call tries again. */
export function lazy<T>(make: () => Promise<T>): Lazy<T> {
  let promise: Promise<T> | undefined;
  let current: T | undefined;
  const get = async (): Promise<T> => {
    try {
      promise ??= make();
      current = await promise;
      return current;
    } catch (error) {
      promise = undefined;
      throw error;
    }
  };
  return Object.defineProperty(get, 'current', { get: () => current }) as Lazy<T>;
}
