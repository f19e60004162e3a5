import { Emitter } from '../../base/emitter.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import type { Plan } from '../../base/plan.ts';
import type { Operations, PauseReason } from '../../base/operation.ts';
import type { RunEnd, Runner, RunProgress } from '../ports.ts';
import type { Active } from './activeRuns.ts';
import type { RunLog } from './runLog.ts';

interface Parts {
  readonly plan: Plan;
  readonly operations: Operations;
  readonly log: RunLog;
  readonly runner: Runner;
  /** What there is to do once it has ended. */
  readonly finish: (end: RunEnd) => Promise<RunEnd>;
}

/** A run of this window, until it stands still or is over. */
export class ActiveRun implements Active {
  readonly #parts: Parts;
  readonly #progressed = new Emitter<RunProgress>();
  readonly onDidProgress = this.#progressed.event;
  /** How it ended, or why it stands still. Fails only for faults of the program. */
  readonly ended: Promise<RunEnd>;
  latest: RunProgress | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.ended = this.#run();
    // Whoever waits for it hears of it too.
    this.ended.catch(() => undefined);
  }

  get record(): RunRecord {
    return this.#parts.log.record;
  }

  get log(): RunLog {
    return this.#parts.log;
  }

  get plan(): Plan {
    return this.#parts.plan;
  }

  get operations(): Operations {
    return this.#parts.operations;
  }

  /** Lets what is on its way come to its end. */
  async pause(reason: PauseReason): Promise<RunEnd> {
    this.#parts.runner.pause(reason);
    return this.ended;
  }

  async #run(): Promise<RunEnd> {
    // Whoever starts it can listen before anything happens.
    await Promise.resolve();
    const end = await this.#parts.runner.run((progress) => {
      this.latest = progress;
      this.#progressed.fire(progress);
    });
    return this.#parts.finish(end);
  }
}
