import { l10n } from 'vscode';
import { lazy, type Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { UserError } from '../../base/errors.ts';
import type { JournalStore, RunRecord } from '../../catalogue/journal.ts';
import { holdOwner, isOwnerAlive } from '../../catalogue/livingOwner.ts';

/** For how long is tried to write what the run's own state hangs on, ms. */
const PATIENCE = 60_000;

interface Needs {
  readonly journal: Lazy<JournalStore>;
  readonly catalogue: Lazy<Catalogue>;
}

/** That one window alone runs a run, and one run alone a plan. What a window has left that is gone can be taken over. */
export class RunOwner {
  readonly #needs: Needs;
  readonly #held = lazy(holdOwner);
  /** Runs that this window has begun or taken over, and not let go. */
  readonly #own = new Set<string>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Somebody runs it now. */
  async isOwned({ id, owner, updated }: RunRecord): Promise<boolean> {
    if (owner === null) return false;
    if (owner === this.#held.current?.text) return this.#own.has(id);
    return isOwnerAlive(owner, updated);
  }

  /**
   * Writes a new run down as this window's. Throws `UserError` when another one of the same plan is under way.
   * @returns the run with its owner
   */
  async begin(run: RunRecord): Promise<RunRecord> {
    const owned = { ...run, owner: (await this.#held()).text };
    // First: whoever finds it in the Journal may take it for one that a window has left.
    this.#own.add(run.id);
    try {
      for (;;) {
        const other = await this.write((journal) => journal.beginRun(owned));
        if (other === undefined) return owned;
        if (await this.isOwned(other)) throw alreadyRunning();
        // What it has left is no longer anybody's.
        await this.write((journal) => journal.claimRun(other.id, null, other.owner));
      }
    } catch (error) {
      this.#own.delete(run.id);
      throw error;
    }
  }

  /** Makes a run that was begun earlier this window's. Throws `UserError` when it is another's. */
  async claim(run: RunRecord): Promise<RunRecord> {
    const owner = (await this.#held()).text;
    if (this.#own.has(run.id) || (await this.isOwned(run))) throw alreadyRunning();
    if (this.#own.has(run.id)) throw alreadyRunning();
    this.#own.add(run.id);
    try {
      const isOurs = await this.write((journal) => journal.claimRun(run.id, owner, run.owner));
      if (!isOurs) throw alreadyRunning();
    } catch (error) {
      this.#own.delete(run.id);
      throw error;
    }
    return { ...run, owner };
  }

  /** @param isVoid it never began, and nobody is to go on with it */
  async release({ id, owner }: RunRecord, isVoid = false): Promise<void> {
    try {
      await this.write((journal) => {
        const run = journal.run(id);
        const isOurs = journal.claimRun(id, null, owner);
        if (isOurs && isVoid && run !== undefined) {
          journal.saveRun({ ...run, state: 'cancelled', owner: null });
        }
      });
    } finally {
      this.#own.delete(id);
    }
  }

  /** With patience: another window may have the database locked. */
  async write<T>(step: (journal: JournalStore) => T): Promise<T> {
    const journal = await this.#needs.journal();
    const catalogue = await this.#needs.catalogue();
    return catalogue.whenFree(() => step(journal), PATIENCE);
  }

  close(): void {
    this.#held.current?.close();
  }
}

export function alreadyRunning(): UserError {
  return new UserError(
    l10n.t(
      'This plan is already running in this window or in another window. Pause the run first.',
    ),
  );
}
