import type { Operations } from '../base/operation.ts';
import type { Outcomes, Sent } from './outcomes.ts';
import type { Pace } from './pace.ts';
import type { RunPorts } from './ports.ts';
import { userOf } from './ledger.ts';

interface RequestsOptions {
  readonly ports: RunPorts;
  readonly operations: Operations;
  readonly outcomes: Outcomes;
  readonly pace: Pace;
  /** Aborted when the run pauses. */
  readonly halt: AbortSignal;
  /** The effect of the operation is not present yet, so the operation may begin. */
  readonly onMissing: (index: number) => void;
  /** The state before the operation has to be read again. */
  readonly onNotAsked: (index: number) => void;
  /** The outcome of the operation has to be checked again. */
  readonly onNotChecked: (index: number) => void;
  /** Called after each request. */
  readonly onEnd: () => void;
  /** Called on program errors. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Requests of a run that are under way. `perform`, `check` and `ask` start a request immediately. They return `false`
 * and do nothing if the index is `undefined`.
 */
export class Requests {
  readonly #options: RequestsOptions;
  /** Signal that is never aborted. A canceled change would have an unknown outcome. */
  readonly #neverAborted = new AbortController().signal;
  /**
   * Customers with a change under way. A service that writes all tags of a customer together would lose parallel
   * changes.
   */
  readonly #busyUsers = new Set<string>();
  #underWay = 0;
  #checking = 0;
  #asking = 0;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  /** Number of all requests that are under way. */
  get underWay(): number {
    return this.#underWay;
  }

  get checking(): number {
    return this.#checking;
  }

  get asking(): number {
    return this.#asking;
  }

  /** Returns whether no change of the operation's customer is under way. */
  isFree(index: number): boolean {
    return (
      this.#busyUsers.size === 0 || !this.#busyUsers.has(userOf(this.#options.operations.at(index)))
    );
  }

  perform(index: number | undefined): boolean {
    return this.#begin(index, (sent) => this.#perform(sent));
  }

  /** Checks the outcome of an operation that was sent. */
  check(index: number | undefined): boolean {
    return this.#begin(index, (sent) => this.#check(sent));
  }

  /** Reads the current state before an operation begins. */
  ask(index: number | undefined): boolean {
    return this.#begin(index, (sent) => this.#ask(sent));
  }

  #begin(index: number | undefined, send: (sent: Sent) => Promise<void>): boolean {
    if (index === undefined) return false;
    const { ports, operations, pace } = this.#options;
    const operation = operations.at(index);
    const sent = { index, operation, ticket: pace.ticket, limitMs: ports.timeLimitMs() };
    void this.#follow(send(sent));
    return true;
  }

  async #follow(sending: Promise<void>): Promise<void> {
    this.#underWay++;
    try {
      await sending;
      this.#underWay--;
      this.#options.onEnd();
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  async #perform(sent: Sent): Promise<void> {
    const { ports, outcomes } = this.#options;
    const user = userOf(sent.operation);
    this.#busyUsers.add(user);
    try {
      await ports.perform(sent.operation, this.#neverAborted);
    } catch (error) {
      return await outcomes.failed(sent, error);
    } finally {
      this.#busyUsers.delete(user);
    }
    outcomes.done(sent, 'write', 'done');
  }

  async #check(sent: Sent): Promise<void> {
    const { outcomes, onNotChecked } = this.#options;
    this.#checking++;
    try {
      if (await this.#isApplied(sent, true)) outcomes.done(sent, 'read', 'done');
      else outcomes.doesNotStand(sent);
    } catch (error) {
      if (outcomes.asksAgain(sent, error)) onNotChecked(sent.index);
    } finally {
      this.#checking--;
    }
  }

  async #ask(sent: Sent): Promise<void> {
    const { outcomes, onMissing, onNotAsked } = this.#options;
    this.#asking++;
    try {
      if (await this.#isApplied(sent, false)) outcomes.done(sent, 'read', 'skipped');
      else onMissing(sent.index);
    } catch (error) {
      if (outcomes.asksAgain(sent, error)) onNotAsked(sent.index);
      else outcomes.notAsked(sent, error);
    } finally {
      this.#asking--;
    }
  }

  #isApplied({ operation }: Sent, isCheck: boolean): Promise<boolean> {
    const { ports, halt } = this.#options;
    return ports.stands(operation, halt, isCheck);
  }
}
