import type { OverviewServices } from '../../overview/ui/overviewPanels.ts';
import { isRefactor } from '../../runs/refactorState.ts';
import { CopyDialogs } from './copyDialogs.ts';
import { CopyJobs } from './copyJobs.ts';
import { RefactorDialogs } from './refactorDialogs.ts';
import { RefactorJobs } from './refactorJobs.ts';

export interface RefactorServices extends OverviewServices {
  readonly refactors: RefactorJobs;
  readonly refactorDialogs: RefactorDialogs;
  readonly copies: CopyJobs;
  readonly copyDialogs: CopyDialogs;
}

type CreatedServices = Exclude<keyof RefactorServices, keyof OverviewServices>;
type Needs = Omit<OverviewServices, 'overviews' | 'scans' | 'likelyBot'>;

export function createRefactors(services: Needs): Pick<RefactorServices, CreatedServices> {
  const { runDialogs } = services;
  const refactors = new RefactorJobs(services);
  const refactorDialogs = new RefactorDialogs({ ...services, refactors });
  const copies = new CopyJobs(services);
  const copyDialogs = new CopyDialogs({ ...services, copies });
  runDialogs.dialogsOf = (run) => {
    if (run.kind === 'copy') return copyDialogs;
    return isRefactor(run) ? refactorDialogs : undefined;
  };
  return { refactors, refactorDialogs, copies, copyDialogs };
}
