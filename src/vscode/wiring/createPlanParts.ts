import type * as vscode from 'vscode';
import { PlanEditors } from '../plans/check/planEditors.ts';
import { ended } from '../runs/runCommands.ts';
import type { Wired } from './wired.ts';

type Needs = Pick<Wired, 'runs' | 'runDialogs' | 'planTexts'>;

/** What plans are shown and run with. */
export function createPlanParts(
  { subscriptions }: Pick<vscode.ExtensionContext, 'subscriptions'>,
  { runs, runDialogs, planTexts }: Needs,
): Pick<Wired, 'planEditors' | 'planRuns'> {
  const planEditors = new PlanEditors(planTexts);
  subscriptions.push(planEditors);
  return {
    planEditors,
    planRuns: {
      follow: async (request) => runDialogs.follow(await runs.start(request)),
      end: async (request) => ended(await runs.start(request)),
      through: async (bot, hash) => {
        const counts = (await runs.unfinishedOf(bot, hash))?.counts;
        return counts === undefined ? 0 : counts.total - counts.waiting;
      },
    },
  };
}
