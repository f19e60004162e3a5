import {
  type EndedOperation,
  OPERATION_STATES,
  type OperationState,
  type RunCounts,
} from '../base/operation.ts';

const codeOf = (state: OperationState): number => OPERATION_STATES.indexOf(state);

const WAITING = codeOf('waiting');
const SENDING = codeOf('sending');

/** State of each operation of a run, in one byte per operation, and the outcomes that the Journal does not have yet. */
export class Ledger {
  readonly #states: Uint8Array;
  readonly #counts = OPERATION_STATES.map(() => 0);
  #pending = new Map<number, EndedOperation>();

  /** @param states an operation that is `sending` becomes `unknown`, because its window closed before the response */
  constructor(count: number, states: ReadonlyMap<number, { readonly state: OperationState }>) {
    this.#states = new Uint8Array(count);
    this.#counts[WAITING] = count;
    for (const [index, { state }] of states) {
      if (index >= count) continue;
      if (state === 'sending') this.setOutcome(index, 'unknown');
      else this.#set(index, codeOf(state));
    }
  }

  get total(): number {
    return this.#states.length;
  }

  /** Returns whether the operation was not sent yet, or has to be sent again. */
  isWaiting(index: number): boolean {
    return this.#states[index] === WAITING;
  }

  indexesOf(state: OperationState): number[] {
    const code = codeOf(state);
    const indexes: number[] = [];
    let index = this.#states.indexOf(code);
    for (; index >= 0; index = this.#states.indexOf(code, index + 1)) {
      indexes.push(index);
    }
    return indexes;
  }

  /** Marks operations that are about to be sent. Their previous outcomes are dropped. */
  markSending(indexes: readonly number[]): void {
    for (const index of indexes) {
      this.#set(index, SENDING);
      this.#pending.delete(index);
    }
  }

  /** Sets the outcome of an operation. The next step of the Journal saves the outcome. */
  setOutcome(index: number, state: EndedOperation['state'], detail?: string): void {
    this.#set(index, codeOf(state));
    this.#pending.set(index, detail === undefined ? { index, state } : { index, state, detail });
  }

  get pendingCount(): number {
    return this.#pending.size;
  }

  takePending(): readonly EndedOperation[] {
    const taken = [...this.#pending.values()];
    this.#pending = new Map();
    return taken;
  }

  /** Puts outcomes back after a failed commit, unless the operation has a newer outcome. */
  restorePending(taken: readonly EndedOperation[]): void {
    for (const ended of taken) {
      if (!this.#pending.has(ended.index)) this.#pending.set(ended.index, ended);
    }
  }

  counts(): RunCounts {
    const countOf = (state: OperationState): number => this.#counts[codeOf(state)] ?? 0;
    return {
      total: this.total,
      done: countOf('done'),
      failed: countOf('failed'),
      unknown: countOf('unknown'),
      skipped: countOf('skipped'),
      waiting: countOf('waiting') + countOf('sending'),
    };
  }

  #set(index: number, code: number): void {
    const previousCode = this.#states[index] ?? WAITING;
    this.#counts[previousCode] = (this.#counts[previousCode] ?? 0) - 1;
    this.#counts[code] = (this.#counts[code] ?? 0) + 1;
    this.#states[index] = code;
  }
}
