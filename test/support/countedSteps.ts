type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

/** Methods that read a text. Each call of one of them counts as a step. */
const READ_METHODS = [
  ...(['at', 'charAt', 'charCodeAt', 'indexOf', 'slice', 'startsWith'] as const).map(
    (name) => [String.prototype, name] as const,
  ),
  ...(['exec', 'test'] as const).map((name) => [RegExp.prototype, name] as const),
];

/**
 * Returns the number of steps in which `work` reads texts, that is, calls of the methods above. The number is the same on
 * every machine, regardless of its load.
 */
export function countReads(work: () => unknown): number {
  let steps = 0;
  const restores = READ_METHODS.map(([prototype, name]) => {
    const methods = prototype as unknown as Record<string, Method>;
    const original = methods[name] as Method;
    methods[name] = function (...args) {
      steps++;
      return Reflect.apply(original, this, args);
    };
    return () => void (methods[name] = original);
  });
  try {
    work();
  } finally {
    for (const restore of restores) restore();
  }
  return steps;
}
