import type { Operations } from '../base/operation.ts';
import type { Backlog } from './backlog.ts';
import type { Groups } from './groups.ts';
import type { DueChecks, Outcomes, SentRequest } from './outcomes.ts';
import type { Pace } from './pace.ts';
import type { RunPorts } from './ports.ts';

interface RequestsNeeds {
  readonly ports: RunPorts;
  readonly operations: Operations;
  readonly outcomes: Outcomes;
  readonly pace: Pace;
  readonly backlog: Backlog;
  readonly groups: Groups;
  readonly checks: DueChecks;
  /** Aborted when the run pauses. */
  readonly halt: AbortSignal;
}

/**
 * `perform`, `check` and `readFirst` start a request immediately, or return `undefined` if the index is `undefined`. The
 * returned promise resolves after the request, whether it succeeded or failed. It rejects only on program errors.
 */
export class Requests {
  readonly #needs: RequestsNeeds;
  /** Signal that is never aborted. A canceled change would have an unknown outcome. */
  readonly #neverAborted = new AbortController().signal;
  #underWayCount = 0;
  #checkingCount = 0;

  constructor(needs: RequestsNeeds) {
    this.#needs = needs;
  }

  get underWayCount(): number {
    return this.#underWayCount;
  }

  get checkingCount(): number {
    return this.#checkingCount;
  }

  /** @param index operation that `Groups.takeReady` returned */
  perform(index: number | undefined): Promise<void> | undefined {
    return this.#start(index, (sent) => this.#perform(sent));
  }

  /** Checks the outcome of an operation that was sent. */
  check(index: number | undefined): Promise<void> | undefined {
    return this.#start(index, (sent) => this.#check(sent));
  }

  /** Reads the current state before an operation begins. */
  readFirst(index: number | undefined): Promise<void> | undefined {
    return this.#start(index, (sent) => this.#readFirst(sent));
  }

  #start(
    index: number | undefined,
    send: (sent: SentRequest) => Promise<void>,
  ): Promise<void> | undefined {
    if (index === undefined) return undefined;
    const { ports, operations, pace } = this.#needs;
    const operation = operations.at(index);
    const sent = { index, operation, ticket: pace.ticket, limitMs: ports.timeLimitMs() };
    return this.#count(send(sent));
  }

  async #count(sending: Promise<void>): Promise<void> {
    this.#underWayCount++;
    await sending;
    this.#underWayCount--;
  }

  async #perform(sent: SentRequest): Promise<void> {
    const { ports, outcomes, groups } = this.#needs;
    try {
      await ports.perform(sent.operation, this.#neverAborted);
    } catch (error) {
      return await outcomes.handleFailure(sent, error);
    } finally {
      groups.endRequest(sent.index);
    }
    outcomes.recordSuccess(sent, 'write', 'done');
  }

  async #check(sent: SentRequest): Promise<void> {
    const { outcomes, checks, ports } = this.#needs;
    this.#checkingCount++;
    try {
      if (await this.#isApplied(sent, { isCheck: true }))
        outcomes.recordSuccess(sent, 'read', 'done');
      else outcomes.recordNotApplied(sent);
    } catch (error) {
      if (outcomes.mustReadAgain(sent, error)) checks.add(sent.index, ports.clock.now());
    } finally {
      this.#checkingCount--;
    }
  }

  async #readFirst(sent: SentRequest): Promise<void> {
    const { outcomes, groups, backlog } = this.#needs;
    try {
      if (await this.#isApplied(sent, { isCheck: false }))
        outcomes.recordSuccess(sent, 'read', 'skipped');
      else groups.add(sent.index);
    } catch (error) {
      if (outcomes.mustReadAgain(sent, error)) backlog.readAgain(sent.index);
      else outcomes.recordFailedRead(sent, error);
    } finally {
      backlog.endRead();
    }
  }

  #isApplied({ operation }: SentRequest, options: { readonly isCheck: boolean }): Promise<boolean> {
    const { ports, halt } = this.#needs;
    return ports.isApplied(operation, halt, options);
  }
}
