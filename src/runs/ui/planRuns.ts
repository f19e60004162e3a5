import { isUnfinished } from '../../plans/runsOfText.ts';
import { botOfPlan } from '../../plans/ui/checkPlan.ts';
import { PlanEditors } from '../../plans/ui/planEditors.ts';
import type { PlanRuns } from '../../plans/ui/planRuns.ts';
import type { PlanServices } from '../../plans/ui/planServices.ts';
import { readRunDetail } from '../runDetail.ts';
import type { ActiveRuns } from './activeRuns.ts';
import { waitForEnd } from './runCommands.ts';
import type { RunDialogs } from './runDialogs.ts';
import type { RunJobs } from './runJobs.ts';

/** Creates the editors of plans, which show the latest run of their plan. */
export function createPlanEditors(
  { catalogue, planTexts }: Pick<PlanServices, 'catalogue' | 'planTexts'>,
  runs: RunJobs,
  activeRuns: ActiveRuns,
): PlanEditors {
  const planEditors = new PlanEditors(planTexts, async (plan, hash) => {
    const bot = botOfPlan(await catalogue(), plan);
    return bot && runs.latestOf(bot.key, hash);
  });
  const refresh = (): void => planEditors.refresh();
  activeRuns.onDidBegin((run) => void run.ended.then(refresh, refresh));
  return planEditors;
}

export function createPlanRuns(runs: RunJobs, runDialogs: RunDialogs): PlanRuns {
  return {
    startAndShow: async (request) => runDialogs.follow(await runs.start(request)),
    runToEnd: async (request) => waitForEnd(await runs.start(request)),
    latestRun: async (bot, hash) => {
      const run = await runs.latestOf(bot, hash);
      if (run === undefined) return undefined;
      const { id, counts, started } = run;
      const completedCount = counts.total - counts.waiting;
      const { checkFirst } = readRunDetail(run.detail);
      return { id, isUnfinished: isUnfinished(run), completedCount, started, checkFirst };
    },
    earlierTaggings: (request, resumed) => runs.earlierTaggings(request, resumed),
  };
}
