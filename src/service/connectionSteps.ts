import { redact } from './redact.ts';
import type { ConnectionStep } from './connectionStep.ts';
import { reasonOf } from './transport/transport.ts';

export type Found = Pick<ConnectionStep, 'state' | 'detail'>;

export interface StepOptions {
  /** The time limit of each step, ms. */
  readonly timeoutMs: () => number;
  /** Struck out of every detail. */
  readonly secret: string;
}

/** One step after the other, each with its time; what throws is a step that failed. */
export class Steps {
  readonly all: ConnectionStep[] = [];
  readonly #options: StepOptions;
  readonly #signal: AbortSignal;

  constructor(options: StepOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /**
   * Throws the signal's reason, and nothing else.
   * @param without what was found when `look` fails or takes too long
   */
  async take(
    name: ConnectionStep['name'],
    look: (signal: AbortSignal) => Promise<Found>,
    without: (reason: string) => Found = failed,
  ): Promise<void> {
    const { timeoutMs, secret } = this.#options;
    this.#signal.throwIfAborted();
    const started = performance.now();
    const found = await within(timeoutMs(), this.#signal, look).catch((error: unknown) =>
      without(reasonOf(error)),
    );
    this.#signal.throwIfAborted();
    const detail = redact(found.detail, secret);
    this.all.push({
      name,
      state: found.state,
      ms: Math.round(performance.now() - started),
      detail,
    });
  }
}

function failed(detail: string): Found {
  return { state: 'failed', detail };
}

/** Not every part of the way can be called back, and none has a limit that one could rely on. */
async function within<T>(
  limitMs: number,
  signal: AbortSignal,
  look: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const over = Promise.withResolvers<never>();
  const stop = AbortSignal.any([signal, late.signal]);
  stop.addEventListener('abort', () => over.reject(stop.reason));
  const timer = setTimeout(
    () => late.abort(new Error(`no response within ${limitMs} ms`)),
    limitMs,
  );
  try {
    return await Promise.race([over.promise, look(stop)]);
  } finally {
    clearTimeout(timer);
  }
}
