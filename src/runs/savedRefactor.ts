import type { RunCounts } from '../base/operation.ts';
import type { RefactorPorts } from './refactorPorts.ts';
import type { RefactorState } from './refactorState.ts';

/** State of a refactor as it is saved on disk. */
export class SavedRefactor {
  readonly #ports: Pick<RefactorPorts, 'save'>;
  readonly #counts: () => RunCounts;
  #state: RefactorState;

  constructor(ports: Pick<RefactorPorts, 'save'>, state: RefactorState, counts: () => RunCounts) {
    this.#ports = ports;
    this.#state = state;
    this.#counts = counts;
  }

  get state(): RefactorState {
    return this.#state;
  }

  async save(changes: Partial<Omit<RefactorState, 'kind' | 'old'>>): Promise<void> {
    const state = { ...this.#state, ...changes };
    await this.#ports.save(state, this.#counts());
    this.#state = state;
  }
}
