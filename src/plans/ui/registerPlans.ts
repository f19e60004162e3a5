import type { Disposable } from 'vscode';
import type { CustomerServices } from '../../customers/ui/customerServices.ts';
import { runPlan } from './runPlan.ts';
import { tagMany } from './tagMany.ts';

type Needs = Parameters<typeof runPlan>[0] &
  Parameters<typeof tagMany>[0] &
  Pick<CustomerServices, 'commands'>;

export function registerPlans(services: Needs): Disposable {
  return services.commands.register({
    'botTags.runPlan': runPlan(services),
    'botTags.attachTags': tagMany(services),
  });
}
