import type { Operations } from '../base/operation.ts';
import type { Outcomes, SentRequest } from './outcomes.ts';
import type { Pace } from './pace.ts';
import type { RunPorts } from './ports.ts';
import { operationUserKey } from './ledger.ts';

interface RequestsOptions {
  readonly ports: RunPorts;
  readonly operations: Operations;
  readonly outcomes: Outcomes;
  readonly pace: Pace;
  /** Aborted when the run pauses. */
  readonly halt: AbortSignal;
  /** Called if the operation has no effect yet, so it must be sent. */
  readonly onNotApplied: (index: number) => void;
  /** Called if the read before the operation failed and must be repeated. */
  readonly onReadAgain: (index: number) => void;
  /** Called if the check of an unknown outcome failed and must be repeated. */
  readonly onCheckAgain: (index: number) => void;
  readonly onEnd: () => void;
  /** Called on program errors. */
  readonly onFault: (error: unknown) => void;
}

/** `perform`, `check` and `readFirst` start a request immediately, or return `false` if the index is `undefined`. */
export class Requests {
  readonly #options: RequestsOptions;
  /** Signal that is never aborted. A canceled change would have an unknown outcome. */
  readonly #neverAborted = new AbortController().signal;
  /** Customers with a change under way. A service that writes all their tags together would lose parallel changes. */
  readonly #busyUsers = new Set<string>();
  #underWayCount = 0;
  #checkingCount = 0;
  #readingFirstCount = 0;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  get underWayCount(): number {
    return this.#underWayCount;
  }

  get checkingCount(): number {
    return this.#checkingCount;
  }

  get readingFirstCount(): number {
    return this.#readingFirstCount;
  }

  isFree(index: number): boolean {
    return (
      this.#busyUsers.size === 0 ||
      !this.#busyUsers.has(operationUserKey(this.#options.operations.at(index)))
    );
  }

  perform(index: number | undefined): boolean {
    return this.#start(index, (sent) => this.#perform(sent));
  }

  /** Checks the outcome of an operation that was sent. */
  check(index: number | undefined): boolean {
    return this.#start(index, (sent) => this.#check(sent));
  }

  /** Reads the current state before an operation begins. */
  readFirst(index: number | undefined): boolean {
    return this.#start(index, (sent) => this.#readFirst(sent));
  }

  #start(index: number | undefined, send: (sent: SentRequest) => Promise<void>): boolean {
    if (index === undefined) return false;
    const { ports, operations, pace } = this.#options;
    const operation = operations.at(index);
    const sent = { index, operation, ticket: pace.ticket, limitMs: ports.timeLimitMs() };
    void this.#follow(send(sent));
    return true;
  }

  async #follow(sending: Promise<void>): Promise<void> {
    this.#underWayCount++;
    try {
      await sending;
      this.#underWayCount--;
      this.#options.onEnd();
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  async #perform(sent: SentRequest): Promise<void> {
    const { ports, outcomes } = this.#options;
    const user = operationUserKey(sent.operation);
    this.#busyUsers.add(user);
    try {
      await ports.perform(sent.operation, this.#neverAborted);
    } catch (error) {
      return await outcomes.handleFailure(sent, error);
    } finally {
      this.#busyUsers.delete(user);
    }
    outcomes.recordSuccess(sent, 'write', 'done');
  }

  async #check(sent: SentRequest): Promise<void> {
    const { outcomes, onCheckAgain } = this.#options;
    this.#checkingCount++;
    try {
      if (await this.#isApplied(sent, { isCheck: true }))
        outcomes.recordSuccess(sent, 'read', 'done');
      else outcomes.recordNotApplied(sent);
    } catch (error) {
      if (outcomes.mustReadAgain(sent, error)) onCheckAgain(sent.index);
    } finally {
      this.#checkingCount--;
    }
  }

  async #readFirst(sent: SentRequest): Promise<void> {
    const { outcomes, onNotApplied, onReadAgain } = this.#options;
    this.#readingFirstCount++;
    try {
      if (await this.#isApplied(sent, { isCheck: false }))
        outcomes.recordSuccess(sent, 'read', 'skipped');
      else onNotApplied(sent.index);
    } catch (error) {
      if (outcomes.mustReadAgain(sent, error)) onReadAgain(sent.index);
      else outcomes.recordFailedRead(sent, error);
    } finally {
      this.#readingFirstCount--;
    }
  }

  #isApplied({ operation }: SentRequest, options: { readonly isCheck: boolean }): Promise<boolean> {
    const { ports, halt } = this.#options;
    return ports.isApplied(operation, halt, options);
  }
}
