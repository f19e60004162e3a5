type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

/** Methods that read a text. */
const READ_METHODS = [
  ...(['at', 'charAt', 'charCodeAt', 'indexOf', 'slice', 'startsWith'] as const).map(
    (name) => [String.prototype, name] as const,
  ),
  ...(['exec', 'test'] as const).map((name) => [RegExp.prototype, name] as const),
];

/**
 * Returns how often `work` calls a method of `READ_METHODS`. Unlike a duration, the number is the same on every machine,
 * regardless of its load.
 */
export function countReads(work: () => unknown): number {
  let reads = 0;
  const restores = READ_METHODS.map(([prototype, name]) => {
    const methods = prototype as unknown as Record<string, Method>;
    const original = methods[name] as Method;
    methods[name] = function (...args) {
      reads++;
      return Reflect.apply(original, this, args);
    };
    return () => void (methods[name] = original);
  });
  try {
    work();
  } finally {
    for (const restore of restores) restore();
  }
  return reads;
}
