import { l10n } from 'vscode';
import { lazy } from '../../base/promises.ts';
import { UserError } from '../../base/errors.ts';
import type { JournalStore, RunRecord } from '../../catalogue/journal.ts';
import { holdOwner, isOwnerAlive } from '../../catalogue/livingOwner.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';

/** Maximum time to retry a write while the database is locked, in ms. The states of runs depend on these writes. */
const RETRY_FOR_MS = 60_000;

type Needs = Pick<CatalogueServices, 'journal' | 'catalogue'>;

/**
 * Lease on runs: only one window executes a run, and a plan has only one active run. Another window can take over the
 * runs of a closed window.
 */
export class RunOwner {
  readonly #services: Needs;
  /** Identity of this window. Its `text` is the `owner` in the records of the runs that this window owns. */
  readonly #ownerLock = lazy(holdOwner);
  /** Runs that this window has started or claimed, and not released. */
  readonly #ownRuns = new Set<string>();

  constructor(services: Needs) {
    this.#services = services;
  }

  /** Returns whether a window is executing the run now. */
  async isOwned({ id, owner, updated }: RunRecord): Promise<boolean> {
    if (owner === null) return false;
    if (owner === this.#ownerLock.current?.text) return this.#ownRuns.has(id);
    return isOwnerAlive(owner, updated);
  }

  /** Saves a new run with this window as owner. Throws a `UserError` if a run of the same plan is in progress. */
  async begin(run: RunRecord): Promise<RunRecord> {
    const owned = { ...run, owner: (await this.#ownerLock()).text };
    // Added before saving: otherwise a reader of the Journal could regard the run as abandoned.
    this.#ownRuns.add(run.id);
    try {
      for (;;) {
        const other = await this.write((journal) => journal.beginRun(owned));
        if (other === undefined) return owned;
        if (await this.isOwned(other)) throw alreadyRunning();
        // The window of the other run is gone, so its ownership is released.
        await this.write((journal) => journal.claimRun(other.id, null, other.owner));
      }
    } catch (error) {
      this.#ownRuns.delete(run.id);
      throw error;
    }
  }

  /** Makes this window the owner of an earlier run. Throws a `UserError` if another window owns the run. */
  async claim(run: RunRecord): Promise<RunRecord> {
    const owner = (await this.#ownerLock()).text;
    const isOwned = await this.isOwned(run);
    // `#ownRuns` is read after the last `await`, because this window may have claimed the run in the meantime.
    if (isOwned || this.#ownRuns.has(run.id)) throw alreadyRunning();
    this.#ownRuns.add(run.id);
    try {
      const isOurs = await this.write((journal) => journal.claimRun(run.id, owner, run.owner));
      if (!isOurs) throw alreadyRunning();
    } catch (error) {
      this.#ownRuns.delete(run.id);
      throw error;
    }
    return { ...run, owner };
  }

  /** @param isVoid whether the run never started and must not be resumed */
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
      this.#ownRuns.delete(id);
    }
  }

  async write<T>(step: (journal: JournalStore) => T): Promise<T> {
    const journal = await this.#services.journal();
    const catalogue = await this.#services.catalogue();
    return catalogue.whenFree(() => step(journal), RETRY_FOR_MS);
  }

  close(): void {
    this.#ownerLock.current?.close();
  }
}

export function alreadyRunning(): UserError {
  return new UserError(
    l10n.t(
      'This plan is already running in this window or in another window. Pause the run first.',
    ),
  );
}
