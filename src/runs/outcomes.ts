import { ServiceError } from '../base/errors.ts';
import type { Operation, PauseReason } from '../base/operation.ts';
import { errorTextOf, failureResultOf } from '../catalogue/failureResult.ts';
import type { Groups } from './groups.ts';
import type { Ledger } from './ledger.ts';
import type { Pace, RequestKind } from './pace.ts';
import type { RunPorts } from './ports.ts';
import { RunPaused } from './runErrors.ts';

interface DueCheck {
  readonly index: number;
  /** Earliest time of the check, in ms since 1970. */
  readonly dueTime: number;
}

/** Operations with an unknown outcome, ordered by the time at which they may be checked with the service. */
export class DueChecks {
  readonly #checks: DueCheck[] = [];

  get isEmpty(): boolean {
    return this.#checks.length === 0;
  }

  get firstDueTime(): number {
    return this.#checks[0]?.dueTime ?? Number.POSITIVE_INFINITY;
  }

  add(index: number, dueTime: number): void {
    // Nearly always appended at the end, because all requests have the same time limit.
    let position = this.#checks.length;
    while (position > 0 && (this.#checks[position - 1]?.dueTime ?? 0) > dueTime) position--;
    this.#checks.splice(position, 0, { index, dueTime });
  }

  takeFirst(): number | undefined {
    return this.#checks.shift()?.index;
  }
}

export interface SentRequest {
  readonly index: number;
  readonly operation: Operation;
  /** Ticket of `Pace` at the time of sending. */
  readonly ticket: number;
  readonly limitMs: number;
}

interface OutcomesNeeds {
  readonly ports: RunPorts;
  readonly ledger: Ledger;
  readonly pace: Pace;
  readonly checks: DueChecks;
  readonly groups: Groups;
  /** Whether only unknown outcomes are checked, and nothing is sent. */
  readonly onlyCheck: boolean;
  /** Aborted with a `RunPaused` when the run pauses. */
  readonly halt: AbortController;
}

/** Number of consecutive failures with the same text after which the run pauses. */
const MAX_SAME_FAILURES = 20;
/** Number of lost requests or checks after which the run gives up on an operation. */
const MAX_LOST = 5;

/** Decides what a failed request means for its operation and for the run. */
export class Outcomes {
  readonly #needs: OutcomesNeeds;
  #sameFailures = { errorText: '', count: 0 };
  /** Lost requests per operation, by index. Operations that have ended are removed. */
  readonly #lostRequests = new Map<number, { count: number; errorText: string }>();

  constructor(needs: OutcomesNeeds) {
    this.#needs = needs;
  }

  /** Ends an operation: it was carried out (`done`), or a read showed that it is not needed (`skipped`). */
  recordSuccess(sent: SentRequest, kind: RequestKind, state: 'done' | 'skipped'): void {
    this.#needs.pace.recordResponse(kind, sent.ticket);
    if (state === 'done') this.#sameFailures.count = 0;
    this.#lostRequests.delete(sent.index);
    this.#needs.ledger.setOutcome(sent.index, state);
  }

  /** Handles the failure of the request that performs the operation. */
  async handleFailure(sent: SentRequest, error: unknown): Promise<void> {
    const { pace, ports } = this.#needs;
    if (!(error instanceof ServiceError)) {
      this.#markUnknown(sent, ports.clock.now());
      return this.#pause('failing', error);
    }
    const failure = failureResultOf(error);
    switch (failure.kind) {
      case 'pause':
        this.#pause(failure.reason, error);
        return this.#requeue(sent.index);
      case 'busy':
        pace.recordBusy('write', sent.ticket, error);
        return this.#requeue(sent.index);
      case 'not-sent':
        this.#recordTrouble('write', error);
        return this.#requeue(sent.index);
      case 'lost':
        this.#countLost(sent, error);
        this.#recordTrouble('write', error);
        return this.#markUnknown(sent, this.#latestSendTime(error));
      case 'gone':
        pace.recordResponse('write', sent.ticket);
        return await this.#handleGone(sent, error);
      case 'refused':
        pace.recordResponse('write', sent.ticket);
        this.#endFailed(sent, error);
    }
  }

  /** Called if a check found no effect. Sends the operation again, or fails it after `MAX_LOST` lost requests. */
  recordNotApplied(sent: SentRequest): void {
    const { pace, ledger } = this.#needs;
    pace.recordResponse('read', sent.ticket);
    const { count = 0, errorText = '' } = this.#lostRequests.get(sent.index) ?? {};
    if (count < MAX_LOST) return this.#requeue(sent.index);
    this.#lostRequests.delete(sent.index);
    ledger.setOutcome(sent.index, 'failed', errorText);
  }

  /**
   * Handles a failed read, without changing the operation. Returns `false` if another read would not help: after a check,
   * the operation then stays unknown, and before sending, it fails.
   */
  mustReadAgain(sent: SentRequest, error: unknown): boolean {
    const { pace, halt } = this.#needs;
    if (halt.signal.aborted) return true;
    if (!(error instanceof ServiceError)) {
      this.#pause('failing', error);
      return true;
    }
    const failure = failureResultOf(error);
    switch (failure.kind) {
      case 'pause':
        this.#pause(failure.reason, error);
        return true;
      case 'busy':
        pace.recordBusy('read', sent.ticket, error);
        return true;
      case 'not-sent':
        this.#recordTrouble('read', error);
        return true;
      case 'lost':
        this.#recordTrouble('read', error);
        return this.#countLost(sent, error) < MAX_LOST;
      default:
        pace.recordResponse('read', sent.ticket);
        return false;
    }
  }

  /** Marks an operation as failed. It was not sent, because its current state could not be read. */
  recordFailedRead(sent: SentRequest, error: unknown): void {
    if (error instanceof ServiceError) this.#endFailed(sent, error);
  }

  /** Handles a "not found" response: a deleted item is skipped, and a missing tag pauses the run. */
  async #handleGone(sent: SentRequest, error: ServiceError): Promise<void> {
    const { ports, ledger, halt } = this.#needs;
    const { index, operation } = sent;
    if (operation.kind === 'delete') return ledger.setOutcome(index, 'skipped');
    let isTagGone = true;
    try {
      if (!halt.signal.aborted)
        isTagGone = (await ports.isTagGone?.(operation, halt.signal)) ?? true;
    } catch {
      // The tag may be gone, so nothing is sent until the user has checked.
    }
    if (!isTagGone) return this.#endFailed(sent, error);
    this.#pause('tag-gone', error);
    this.#requeue(index);
  }

  #endFailed({ index, operation }: SentRequest, error: ServiceError): void {
    const errorText = this.#needs.ports.localErrorText?.(error) ?? errorTextOf(error, operation);
    const count = errorText === this.#sameFailures.errorText ? this.#sameFailures.count + 1 : 1;
    this.#sameFailures = { errorText, count };
    this.#lostRequests.delete(index);
    this.#needs.ledger.setOutcome(index, 'failed', errorText);
    if (count < MAX_SAME_FAILURES) return;
    this.#sameFailures.count = 0;
    this.#pause('failing', error);
  }

  #requeue(index: number): void {
    const { ledger, groups, onlyCheck } = this.#needs;
    ledger.setOutcome(index, 'waiting');
    if (!onlyCheck) groups.add(index);
  }

  /** Pauses the run. Only the first reason is kept. */
  #pause(reason: PauseReason, error: unknown): void {
    this.#needs.halt.abort(new RunPaused(reason, error));
  }

  #markUnknown(sent: SentRequest, sendTime: number): void {
    const { ports, ledger, checks } = this.#needs;
    ledger.setOutcome(sent.index, 'unknown');
    // The setting may have changed since the request was sent. The longer of the two limits is safe.
    checks.add(sent.index, sendTime + Math.max(sent.limitMs, ports.timeLimitMs()));
  }

  /** A timed-out request counts from its sending, because the client may have spent time connecting before. */
  #latestSendTime({ problem }: ServiceError): number {
    const now = this.#needs.ports.clock.now();
    return problem.kind === 'timeout' ? now - problem.limitMs : now;
  }

  #countLost({ index, operation }: SentRequest, error: ServiceError): number {
    const count = (this.#lostRequests.get(index)?.count ?? 0) + 1;
    this.#lostRequests.set(index, { count, errorText: errorTextOf(error, operation) });
    return count;
  }

  /** Records a network failure, and pauses the run after too many of them. */
  #recordTrouble(kind: RequestKind, error: ServiceError): void {
    const reason = this.#needs.pace.recordFailure(kind, error);
    if (reason !== undefined) this.#pause(reason, error);
  }
}
