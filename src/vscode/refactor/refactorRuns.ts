import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { JournalStore, RunRecord } from '../../core/journal/journal.ts';
import { REFACTOR_KINDS } from '../../core/refactor/refactorState.ts';
import { requireAllowed } from '../input/writeGuard.ts';
import type { OtherRuns } from '../runs/otherRuns.ts';
import type { RefactorDialogs } from './refactorDialogs.ts';
import type { RefactorJobs } from './refactorJobs.ts';
import { botOfRefactor, refactorNamed } from './refactorRules.ts';
import { summaryOf, talkToProgram } from './refactorSummary.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly journal: Lazy<JournalStore>;
  readonly refactors: RefactorJobs;
  readonly refactorDialogs: RefactorDialogs;
}

/** Refactors as the journal's runs that they are. */
export class RefactorRuns implements OtherRuns {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  isOne({ kind }: Pick<RunRecord, 'kind'>): boolean {
    return REFACTOR_KINDS.some((one) => one === kind);
  }

  all(): readonly RunRecord[] {
    return this.#needs.refactors.all();
  }

  pause(id: string): Promise<void> {
    return this.#needs.refactors.pause(id, 'person');
  }

  resume(id: string): Promise<void> {
    return this.#needs.refactorDialogs.resume(id);
  }

  undo(id: string): Promise<void> {
    return this.#needs.refactorDialogs.undo(id);
  }

  async resumeToEnd(id: string, confirmed: true | undefined): Promise<unknown> {
    // In the end the old tags are deleted.
    await this.#requireAllowed(id, { endpoint: 'deleteItem', confirmed });
    return summaryOf(await this.#needs.refactors.resume(id, talkToProgram('complete')));
  }

  async undoToEnd(id: string, confirmed: true | undefined): Promise<unknown> {
    await this.#requireAllowed(id, { endpoint: 'attachTag', confirmed });
    return summaryOf(await this.#needs.refactors.undo(id, talkToProgram('never')));
  }

  async #requireAllowed(id: string, write: Parameters<typeof requireAllowed>[2]): Promise<void> {
    const { record } = refactorNamed(await this.#needs.journal(), id);
    const catalogue = await this.#needs.catalogue();
    requireAllowed(catalogue, botOfRefactor(catalogue, record), write);
  }
}
