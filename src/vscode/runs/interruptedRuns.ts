import type * as vscode from 'vscode';
import { lazy, type Lazy } from '../../core/async/lazy.ts';
import type { JournalStore, RunRecord } from '../../core/journal/journal.ts';
import { undoIn } from '../../core/journal/runsOfText.ts';
import { UNFINISHED_RUN } from '../../surface/manifest.ts';
import type { OtherRuns } from './otherRuns.ts';
import type { RunJobs } from './runJobs.ts';

interface Needs {
  readonly jobs: RunJobs;
  readonly others: OtherRuns;
  readonly journal: Lazy<JournalStore>;
  readonly memento: vscode.Memento;
  /** Says it, and offers to go on. */
  readonly tell: (records: readonly RunRecord[]) => Promise<void>;
}

/** Notices runs that a window has left when it was closed or killed. None of them goes on by itself. */
export class InterruptedRuns {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
    needs.jobs.onDidBegin(({ ended }) => void this.note(ended));
  }

  /** Whether there may be one, as is known without the journal. */
  get isLikely(): boolean {
    return this.#needs.memento.get(UNFINISHED_RUN) === true;
  }

  /** Once in a window. */
  readonly look: Lazy<void> = lazy(() => this.#look());

  async #look(): Promise<void> {
    const { jobs, memento, tell } = this.#needs;
    const isLikely = this.isLikely;
    const runs = (await this.#needs.journal()).runs();
    const closed = runs.filter(
      (run) => run.state === 'paused' && run.reason === 'closed' && undoIn(runs, run) === undefined,
    );
    const found = isLikely ? [...closed] : [];
    let isAnyAlive = false;
    for (const run of runs.filter(({ state }) => state === 'running')) {
      const left = await jobs.settle(run);
      if (left === undefined) isAnyAlive = true;
      else found.push(left);
    }
    // Said once: whoever does not want to hear it finds it in the journal.
    if (isLikely && !isAnyAlive) await memento.update(UNFINISHED_RUN, undefined);
    await tell(found);
  }

  /** One has begun. @param ended how it ends */
  async note(ended: Promise<{ readonly kind: string; readonly reason?: unknown }>): Promise<void> {
    const { memento, jobs, others } = this.#needs;
    await memento.update(UNFINISHED_RUN, true);
    const end = await ended.catch(() => undefined);
    const isLeft = end === undefined || (end.kind === 'paused' && end.reason === 'closed');
    const isLast = jobs.all().length + others.all().length === 0;
    if (!isLeft && isLast) await memento.update(UNFINISHED_RUN, undefined);
  }
}
