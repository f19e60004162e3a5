import type * as vscode from 'vscode';
import { readRunDetail } from '../runs/runDetail.ts';
import { isUnfinished } from '../plans/runsOfText.ts';
import { botOfPlan } from '../plans/ui/checkPlan.ts';
import { PlanEditors } from '../plans/ui/planEditors.ts';
import { ended } from '../runs/ui/runCommands.ts';
import type { Wired } from './wired.ts';

interface Shell {
  readonly context: Pick<vscode.ExtensionContext, 'subscriptions'>;
}

type Needs = Pick<Wired, 'catalogue' | 'runs' | 'activeRuns' | 'runDialogs' | 'planTexts'>;

/** Creates the parts that show and run plans. */
export function createPlanParts(
  { context }: Shell,
  { catalogue, runs, activeRuns, runDialogs, planTexts }: Needs,
): Pick<Wired, 'planEditors' | 'planRuns'> {
  const planEditors = new PlanEditors(planTexts, async (plan, hash) => {
    const bot = botOfPlan(await catalogue(), plan);
    return bot && runs.latestOf(bot.key, hash);
  });
  context.subscriptions.push(planEditors);
  const refresh = (): void => planEditors.refresh();
  activeRuns.onDidBegin((run) => void run.ended.then(refresh, refresh));
  return {
    planEditors,
    planRuns: {
      follow: async (request) => runDialogs.follow(await runs.start(request)),
      end: async (request) => ended(await runs.start(request)),
      before: async (bot, hash) => {
        const run = await runs.latestOf(bot, hash);
        if (run === undefined) return undefined;
        const { id, counts, started } = run;
        const through = counts.total - counts.waiting;
        const { checkFirst } = readRunDetail(run.detail);
        return { id, isUnfinished: isUnfinished(run), through, started, checkFirst };
      },
      earlier: (request, resumed) => runs.earlierTaggings(request, resumed),
    },
  };
}
