import type * as vscode from 'vscode';
import type { RunRecord } from '../../core/journal/journal.ts';
import { PlanEditors } from '../plans/check/planEditors.ts';
import { ended } from '../runs/runCommands.ts';
import { undoIn } from '../runs/runRules.ts';
import type { Wired } from './wired.ts';

interface Shell extends Pick<Wired, 'journal'> {
  readonly context: Pick<vscode.ExtensionContext, 'subscriptions'>;
}

type Needs = Pick<Wired, 'runs' | 'runDialogs' | 'planTexts'>;

/** What plans are shown and run with. */
export function createPlanParts(
  { context, journal }: Shell,
  { runs, runDialogs, planTexts }: Needs,
): Pick<Wired, 'planEditors' | 'planRuns'> {
  const planEditors = new PlanEditors(planTexts);
  context.subscriptions.push(planEditors);
  return {
    planEditors,
    planRuns: {
      follow: async (request) => runDialogs.follow(await runs.start(request)),
      end: async (request) => ended(await runs.start(request)),
      before: async (bot, hash) => {
        const unfinished = await runs.unfinishedOf(bot, hash);
        const run = unfinished ?? doneRun((await journal()).runs(), bot, hash);
        if (run === undefined) return undefined;
        const { counts, started } = run;
        const through = counts.total - counts.waiting;
        return { isUnfinished: unfinished !== undefined, through, started };
      },
    },
  };
}

/** The latest run of this text that was not taken back. */
function doneRun(all: readonly RunRecord[], bot: string, hash: string): RunRecord | undefined {
  return all.find(
    (run) =>
      run.bot === bot && run.hash === hash && run.kind !== 'undo' && undoIn(all, run) === undefined,
  );
}
