import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { EndpointName } from '../../../../src/base/endpoints.ts';
import { withVscode } from '../../vscodeTexts.ts';

/** Fake of VS Code that passes progress to `globalThis.fakeProgress`. */
const VSCODE = `
const fill = (text, values) => text.replaceAll(/\\{(\\d)\\}/g, (match, index) => String(values[index] ?? match));
export const l10n = { t: (text, ...values) => fill(text, values) };
export const ProgressLocation = { Notification: 'notification', Window: 'status' };
export const window = { withProgress: (...all) => globalThis.fakeProgress(...all) };
`;

interface Step {
  readonly message: string;
  readonly increment?: number;
}

/** Progress that VS Code shows. */
interface Shown {
  readonly location: string;
  readonly title: string;
  readonly isCancellable: boolean;
  readonly steps: Step[];
  readonly cancel: () => void;
  isOpen: boolean;
}

type Task = (
  progress: { readonly report: (step: Step) => void },
  token: { readonly onCancellationRequested: (listener: () => void) => void },
) => Promise<unknown>;

/** Loads a copy of `progress.ts` that uses the fake of VS Code. */
function loadProgress() {
  return withVscode(VSCODE, '?progress', () => import('../../../../src/base/ui/progress.ts'));
}

describe('withProgress', () => {
  let progress: Awaited<ReturnType<typeof loadProgress>>;
  let shown: Shown[];

  before(async () => {
    progress = await loadProgress();
  });

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    shown = [];
    const fakeProgress = async (
      options: { readonly location: string; readonly title: string; readonly cancellable: boolean },
      task: Task,
    ): Promise<unknown> => {
      const listeners: (() => void)[] = [];
      const { location, title, cancellable: isCancellable } = options;
      const cancel = (): void => listeners.forEach((listener) => listener());
      const steps: Step[] = [];
      const entry = { location, title, isCancellable, steps, cancel, isOpen: true };
      shown.push(entry);
      try {
        const report = (step: Step): void => void steps.push(step);
        const onCancellationRequested = (listener: () => void): void =>
          void listeners.push(listener);
        return await task({ report }, { onCancellationRequested });
      } finally {
        entry.isOpen = false;
      }
    };
    Object.assign(globalThis, { fakeProgress });
  });

  afterEach(() => mock.timers.reset());

  /** Reports that a call with this signal waits for a retry. A delay of 0 reports the end of the wait. */
  function emitWait(signal: AbortSignal, delayMs: number): void {
    const endpoint: EndpointName = 'getItem';
    progress.retryWaits.fire({ endpoint, signal, delayMs, reason: 'busy' });
  }

  /** Rejects when the signal is aborted. */
  function aborted(signal: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  }

  const notification = { title: 'Reading', location: 'notification' } as const;
  const status = { title: 'Writing', location: 'status' } as const;

  it('shows a notification with messages, percentages and waits, and returns the result', async () => {
    const result = await progress.withProgress(
      notification,
      async ({ signal, report, reportCount }) => {
        assert.equal(shown[0]?.isOpen, true);
        report('first');
        report('half', 50);
        report('less', 40);
        reportCount(3, 4);
        emitWait(signal, 1500);
        emitWait(new AbortController().signal, 1500);
        report('too much', 120);
        return 'result';
      },
    );
    assert.equal(result, 'result');
    const [{ location, title, isCancellable, steps, isOpen } = assert.fail()] = shown;
    assert.deepEqual([location, title, isCancellable], ['notification', 'Reading', true]);
    assert.deepEqual(steps, [
      { message: 'first' },
      { message: 'half', increment: 50 },
      { message: 'less', increment: 0 },
      { message: '3 of 4', increment: 25 },
      { message: 'retrying in 2 s' },
      { message: 'too much', increment: 25 },
    ]);
    assert.equal(isOpen, false);
    assert.equal(shown.length, 1);
  });

  it('aborts the signal with Cancelled after Cancel, and closes the notification', async () => {
    const done = progress.withProgress(notification, ({ signal }) => aborted(signal));
    shown[0]?.cancel();
    await assert.rejects(done, { name: 'Cancelled' });
    assert.equal(shown[0]?.isOpen, false);
  });

  it('shows no delayed notification if the task is fast', async () => {
    const delayed = { ...notification, isDelayed: true };
    assert.equal(await progress.withProgress(delayed, async () => 'fast'), 'fast');
    mock.timers.tick(200);
    assert.deepEqual(shown, []);
  });

  it('shows a delayed notification with the last message and Cancel if the task is slow', async () => {
    const delayed = { ...notification, isDelayed: true };
    const done = progress.withProgress(delayed, ({ signal, report }) => {
      report('early', 30);
      report('late', 40);
      emitWait(signal, 1500);
      return aborted(signal);
    });
    // A delayed notification is shown after 200 ms.
    mock.timers.tick(199);
    assert.equal(shown.length, 0);
    mock.timers.tick(1);
    assert.deepEqual(shown[0]?.steps, [{ message: 'late', increment: 40 }]);
    shown[0].cancel();
    await assert.rejects(done, { name: 'Cancelled' });
  });

  it('shows a notification beside the status bar only if the task waits for a connection', async () => {
    await progress.withProgress(status, async ({ signal, report }) => {
      assert.deepEqual(
        shown.map(({ location, isCancellable }) => [location, isCancellable]),
        [['status', false]],
      );
      report('first');
      emitWait(signal, 1500);
      emitWait(signal, 0);
    });
    const [{ steps } = assert.fail(), waiting = assert.fail()] = shown;
    assert.deepEqual(steps, [{ message: 'first' }]);
    assert.deepEqual([waiting.location, waiting.title], ['notification', 'Writing']);
    assert.deepEqual(waiting.steps, [{ message: 'retrying in 2 s' }, { message: 'retrying' }]);
    assert.equal(waiting.isOpen, false);
  });

  it('cancels a task in the status bar while it waits, or else at the next wait', async () => {
    const done = progress.withProgress(status, async ({ signal }) => {
      emitWait(signal, 1500);
      emitWait(signal, 0);
      shown[1]?.cancel();
      assert.equal(signal.aborted, false, 'the task does not wait, so it may have sent a request');
      emitWait(signal, 1500);
      signal.throwIfAborted();
    });
    await assert.rejects(done, { name: 'Cancelled' });
    const other = progress.withProgress(status, ({ signal }) => {
      emitWait(signal, 1500);
      return aborted(signal);
    });
    shown.at(-1)?.cancel();
    await assert.rejects(other, { name: 'Cancelled' });
  });
});

describe('runCancellable', () => {
  it('does not start work that is canceled before its start', async () => {
    const { runCancellable } = await loadProgress();
    const cancellation = {
      isCancellationRequested: true,
      onCancellationRequested: () => ({ dispose: () => undefined }),
    };
    let starts = 0;
    const work = async (): Promise<void> => void starts++;
    await assert.rejects(runCancellable(cancellation, work), { name: 'Cancelled' });
    assert.equal(starts, 0);
  });
});
