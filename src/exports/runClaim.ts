import { randomBytes } from 'node:crypto';
import { ExportError } from '../base/exportErrors.ts';
import { asked, type HeldSign, holdSign, isProcess } from '../catalogue/livingOwner.ts';
import {
  type Checkpoint,
  checkpointOf,
  createCheckpoint,
  loadCheckpoint,
  saveCheckpoint,
} from './checkpoint.ts';
import type { Files } from './files.ts';

/** How often the checkpoint is touched, ms. */
const BEAT = 60_000;

/** A run that cannot be asked and touched its checkpoint for so long no more has ended, ms. */
const SILENT = 10 * BEAT;

/** Instead of a run: there is no checkpoint. */
export const NOBODY = '';

/**
 * That one run alone writes the files of an export: its ID stands in the checkpoint, and it writes nothing more once
 * another one's does. That happens only to a run that looked dead from another machine, which has to be asleep for ten
 * minutes or cut off from the folder; on its own machine its sign tells, however silent it is.
 */
export class RunClaim {
  readonly #files: Files;
  readonly #target: string;
  readonly #run: string;
  readonly #held: HeldSign | undefined;
  /** The run that the checkpoint has to name. */
  #named: string | undefined;
  readonly #beat: NodeJS.Timeout;

  private constructor(
    files: Files,
    target: string,
    { run, held }: { readonly run: string; readonly held: HeldSign | undefined },
    named: string | undefined,
  ) {
    this.#files = files;
    this.#target = target;
    this.#run = run;
    this.#held = held;
    this.#named = named;
    this.#beat = setInterval(() => void this.#touch(), BEAT);
    this.#beat.unref();
  }

  /** @param named the run that wrote the checkpoint that is there, or `NOBODY`; `undefined`: an earlier version did */
  static async take(files: Files, target: string, named: string | undefined): Promise<RunClaim> {
    const run = randomBytes(8).toString('hex');
    return new RunClaim(files, target, { run, held: await holdSign('export', run) }, named);
  }

  /** Throws `ExportError` when somebody was faster. */
  async begin(state: Checkpoint): Promise<void> {
    await createCheckpoint(this.#files, this.#target, this.#signed(state));
    this.#named = this.#run;
  }

  async save(state: Checkpoint): Promise<void> {
    await this.requireOwn();
    await saveCheckpoint(this.#files, this.#target, this.#signed(state));
    this.#named = this.#run;
  }

  /** Leaves the export for whoever goes on with it. */
  async leave(state: Checkpoint): Promise<void> {
    await this.requireOwn();
    const left = { ...this.#signed(state), process: 0, sign: undefined };
    await saveCheckpoint(this.#files, this.#target, left);
  }

  /** Throws `ExportError` when the files are another run's, or their checkpoint is gone. */
  async requireOwn(): Promise<void> {
    if (!(await this.isOwn())) throw new ExportError({ kind: 'taken' }, this.#target);
  }

  async isOwn(): Promise<boolean> {
    const there = await loadCheckpoint(this.#files, this.#target).catch(() => undefined);
    return there !== undefined && there.run === this.#named;
  }

  release(): void {
    clearInterval(this.#beat);
    this.#held?.close();
  }

  #signed(state: Checkpoint): Checkpoint {
    return { ...state, process: process.pid, run: this.#run, sign: this.#held?.sign };
  }

  /** So that other machines see that it lives while the service lets it wait. */
  async #touch(): Promise<void> {
    if (await this.isOwn()) {
      await this.#files.touch(checkpointOf(this.#target)).catch(() => undefined);
    }
  }
}

/** Throws `ExportError` when the run that wrote the checkpoint last lives. */
export async function refuseLiving(files: Files, target: string, state: Checkpoint): Promise<void> {
  if (await isLiving(files, target, state)) throw new ExportError({ kind: 'running' }, target);
}

/** Whether the run that wrote the checkpoint last goes on, here or in another window. */
export async function isLiving(files: Files, target: string, state: Checkpoint): Promise<boolean> {
  const { run, sign } = state;
  if (state.process === 0) return false;
  if (run !== undefined && sign !== undefined) {
    const answer = await asked('export', run, sign);
    if (answer !== 'unknown') return answer === 'alive';
  } else if (state.process === process.pid || !isProcess(state.process)) return false;
  const modified = (await files.look(checkpointOf(target)))?.modified ?? 0;
  return Date.now() - modified < SILENT;
}
