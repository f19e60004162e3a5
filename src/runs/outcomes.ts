import { ServiceError } from '../base/errors.ts';
import type { Operation, PauseReason } from '../base/operation.ts';
import { verdictOf, wordsOf } from '../catalogue/verdict.ts';
import type { Ledger } from './ledger.ts';
import type { Pace, RequestKind } from './pace.ts';
import type { RunPorts } from './ports.ts';

interface DueCheck {
  readonly index: number;
  /** Not sooner, ms since 1970. */
  readonly due: number;
}

/** Operations of which nobody knows what became of them, by when they may be asked for. */
export class DueChecks {
  /** The soonest first. */
  readonly #checks: DueCheck[] = [];

  get isEmpty(): boolean {
    return this.#checks.length === 0;
  }

  /** When the first one may be made; `Infinity`: there is none. */
  get due(): number {
    return this.#checks[0]?.due ?? Number.POSITIVE_INFINITY;
  }

  add(index: number, due: number): void {
    // Nearly always behind the last one: all have the same time limit.
    let at = this.#checks.length;
    while (at > 0 && (this.#checks[at - 1]?.due ?? 0) > due) at--;
    this.#checks.splice(at, 0, { index, due });
  }

  take(): number | undefined {
    return this.#checks.shift()?.index;
  }
}

/** A request of a run: its operation, and how it was when it was sent. */
export interface Sent {
  readonly index: number;
  readonly operation: Operation;
  /** Of the pace. */
  readonly ticket: number;
  /** The time limit it had, ms. */
  readonly limitMs: number;
}

interface OutcomesOptions {
  readonly ports: RunPorts;
  readonly ledger: Ledger;
  readonly pace: Pace;
  readonly checks: DueChecks;
  /** The operation is to be sent again; it is waiting. */
  readonly again: (index: number) => void;
  readonly pause: (reason: PauseReason, error: unknown) => void;
  /** Aborted once the run pauses. */
  readonly halt: AbortSignal;
}

const ALIKE_IN_ROW = 20;
/** So often an operation is lost, or cannot be asked for, before it is left at that. */
const MOST_ROUNDS = 5;

/** What a failed request means for its operation, and for the run. */
export class Outcomes {
  readonly #options: OutcomesOptions;
  /** Failures of the same words in a row. */
  #alike = { words: '', count: 0 };
  /** How often each was lost so far; those that are through are not in it. */
  readonly #rounds = new Map<number, { count: number; words: string }>();

  constructor(options: OutcomesOptions) {
    this.#options = options;
  }

  done(sent: Sent, kind: RequestKind, state: 'done' | 'skipped'): void {
    this.#options.pace.answered(kind, sent.ticket);
    if (state === 'done') this.#alike.count = 0;
    this.#rounds.delete(sent.index);
    this.#options.ledger.end(sent.index, state);
  }

  /** The request that was to carry it out. */
  async failed(sent: Sent, error: unknown): Promise<void> {
    const { pace, pause } = this.#options;
    if (!ServiceError.is(error)) {
      this.#lose(sent, this.#options.ports.clock.now());
      return pause('failing', error);
    }
    const verdict = verdictOf(error);
    switch (verdict.kind) {
      case 'pause':
        pause(verdict.reason, error);
        return this.#back(sent.index);
      case 'busy':
        pace.busy('write', sent.ticket, error);
        return this.#back(sent.index);
      case 'not-sent':
        this.#trouble('write', error);
        return this.#back(sent.index);
      case 'lost':
        this.#note(sent, error);
        this.#trouble('write', error);
        return this.#lose(sent, this.#latestStart(error));
      case 'gone':
        pace.answered('write', sent.ticket);
        return await this.#gone(sent, error);
      case 'refused':
        pace.answered('write', sent.ticket);
        this.#fail(sent, error);
    }
  }

  /** It was sent once, and is not carried out. */
  doesNotStand(sent: Sent): void {
    const { pace, ledger } = this.#options;
    pace.answered('read', sent.ticket);
    const { count = 0, words = '' } = this.#rounds.get(sent.index) ?? {};
    if (count < MOST_ROUNDS) return this.#back(sent.index);
    this.#rounds.delete(sent.index);
    ledger.end(sent.index, 'failed', words);
  }

  /**
   * A read about the operation, which is as it was.
   * @returns whether to ask again; if not, it cannot be told
   */
  asksAgain(sent: Sent, error: unknown): boolean {
    const { pace, pause, halt } = this.#options;
    if (halt.aborted) return true;
    if (!ServiceError.is(error)) {
      pause('failing', error);
      return true;
    }
    const verdict = verdictOf(error);
    switch (verdict.kind) {
      case 'pause':
        pause(verdict.reason, error);
        return true;
      case 'busy':
        pace.busy('read', sent.ticket, error);
        return true;
      case 'not-sent':
        this.#trouble('read', error);
        return true;
      case 'lost':
        this.#trouble('read', error);
        return this.#note(sent, error) < MOST_ROUNDS;
      default:
        pace.answered('read', sent.ticket);
        return false;
    }
  }

  /** It could not be found out whether it is so already: it is not begun. */
  notAsked({ index, operation }: Sent, error: unknown): void {
    this.#rounds.delete(index);
    if (ServiceError.is(error)) this.#fail({ index, operation }, error);
  }

  async #gone(sent: Sent, error: ServiceError): Promise<void> {
    const { ports, ledger, pause, halt } = this.#options;
    const { index, operation } = sent;
    if (operation.kind === 'delete') return ledger.end(index, 'skipped');
    let isTag = true;
    try {
      if (!halt.aborted) isTag = (await ports.isTagGone?.(operation, halt)) ?? true;
    } catch {
      // Nobody knows, so nothing is sent before somebody has looked.
    }
    if (!isTag) return this.#fail(sent, error);
    pause('tag-gone', error);
    this.#back(index);
  }

  #fail({ index, operation }: Pick<Sent, 'index' | 'operation'>, error: ServiceError): void {
    const words = this.#options.ports.ownWords?.(error) ?? wordsOf(error, operation);
    const count = words === this.#alike.words ? this.#alike.count + 1 : 1;
    this.#alike = { words, count };
    this.#rounds.delete(index);
    this.#options.ledger.end(index, 'failed', words);
    if (count < ALIKE_IN_ROW) return;
    this.#alike.count = 0;
    this.#options.pause('failing', error);
  }

  #back(index: number): void {
    this.#options.ledger.end(index, 'waiting');
    this.#options.again(index);
  }

  #lose(sent: Sent, started: number): void {
    const { ports, ledger, checks } = this.#options;
    ledger.end(sent.index, 'unknown');
    // A limit that was made shorter since was not this request's, and one that was made longer may be.
    checks.add(sent.index, started + Math.max(sent.limitMs, ports.timeLimitMs()));
  }

  /** The latest moment at which it may have left: the client may have tried to connect before. */
  #latestStart({ problem }: ServiceError): number {
    const now = this.#options.ports.clock.now();
    return problem.kind === 'timeout' ? now - problem.limitMs : now;
  }

  #note({ index, operation }: Sent, error: ServiceError): number {
    const count = (this.#rounds.get(index)?.count ?? 0) + 1;
    this.#rounds.set(index, { count, words: wordsOf(error, operation) });
    return count;
  }

  #trouble(kind: RequestKind, error: ServiceError): void {
    const reason = this.#options.pace.trouble(kind, error);
    if (reason !== undefined) this.#options.pause(reason, error);
  }
}
