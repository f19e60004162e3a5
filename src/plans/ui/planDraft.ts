import type { Bot } from '../../base/model.ts';
import type { CustomerSource } from '../../customers/ui/chosenRows.ts';
import type { ChosenInput } from './planSource.ts';

export const JOBS = ['attach', 'detach', 'attach and detach', 'match'] as const;
/** Purpose of a plan. `match` attaches a tag to the customers that match a search, and detaches it from all others. */
export type Job = (typeof JOBS)[number];

type OpenedFile = Pick<ChosenInput, 'input' | 'file'>;

/** Chosen customers: one of the two fields is set. */
export interface CustomersAnswer {
  readonly source?: CustomerSource | undefined;
  readonly opened?: OpenedFile | undefined;
}

/** Answers so far to the prompts for a new plan. */
export interface PlanDraft {
  job: Job;
  bot: Bot | undefined;
  customers: CustomersAnswer;
}
