import type { RunEnd, RunProgress } from '../ports.ts';
import { withNotification } from '../../base/ui/window.ts';
import type { ActiveRun } from './activeRun.ts';
import { progressText, progressTitle, throughOf } from './runTexts.ts';

/** So that the time that the service asked to wait is counted down, ms. */
const EVERY = 1000;

/** Progress of a run until it stands still; Cancel pauses it. */
export function whileRunning(run: ActiveRun): Thenable<RunEnd> {
  return withNotification(progressTitle(run.record), async (report, token) => {
    let share = 0;
    let heard = performance.now();
    const show = ({ waitingMs, ...progress }: RunProgress): void => {
      const left = Math.max(0, waitingMs - (performance.now() - heard));
      const { total } = progress.counts;
      const now = total === 0 ? 0 : (throughOf(progress.counts) / total) * 100;
      const increment = Math.max(0, now - share);
      share += increment;
      report({ message: progressText({ ...progress, waitingMs: left }), increment });
    };
    const listening = run.onDidProgress((progress) => {
      heard = performance.now();
      show(progress);
    });
    const timer = setInterval(() => {
      if (run.latest !== undefined && run.latest.waitingMs > 0) show(run.latest);
    }, EVERY);
    token.onCancellationRequested(() => void run.pause('person'));
    try {
      return await run.ended;
    } finally {
      clearInterval(timer);
      listening.dispose();
    }
  });
}
