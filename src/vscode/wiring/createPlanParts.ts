import type * as vscode from 'vscode';
import { lazy } from '../../core/async/lazy.ts';
import type { InputFiles } from '../../core/plans/inputFiles.ts';
import type { PlanTexts } from '../../core/plans/planTexts.ts';
import { PlanEditors } from '../plans/check/planEditors.ts';
import type { StartRun } from '../plans/check/runPlan.ts';
import type { Wired } from './wired.ts';

interface Needs {
  readonly context: vscode.ExtensionContext;
  readonly openPlans: () => Promise<PlanTexts & InputFiles>;
}

type PlanParts = Pick<Wired, 'planTexts' | 'planEditors' | 'startRun'>;

/** What plans are made, shown and run with. */
export function createPlanParts({ context, openPlans }: Needs): PlanParts {
  const planTexts = lazy(openPlans);
  const planEditors = new PlanEditors(planTexts);
  context.subscriptions.push(planEditors);
  return { planTexts, planEditors, startRun };
}

/** Until there is what runs a plan. */
const startRun: StartRun = () => Promise.reject(new Error('runs are not there yet'));
