import type * as vscode from 'vscode';
import { mayChangeBots } from '../botEvents.ts';
import type { JournalStore } from '../journal.ts';
import { type CatalogueStore, Emitter, type Event } from '../../base/ports.ts';
import { HAS_BOTS, HAS_JOURNAL, SUMMARY } from '../../base/manifest.ts';

/** Number of paused or interrupted jobs of each kind. A run applies a plan, or renames or merges a tag. */
export type ResumableCounts = Readonly<Record<'run' | 'export' | 'scan', number>>;

/** State of the catalogue and the Journal that a new window needs before it opens the database. */
interface Summary {
  readonly hasBots: boolean;
  readonly hasJournal: boolean;
  readonly resumable: ResumableCounts;
  /** Whether `resumable` may be too low. Set while a job runs, because its window may be killed before the job ends. */
  readonly isOutdated: boolean;
}

const EMPTY_SUMMARY: Summary = {
  hasBots: false,
  hasJournal: false,
  resumable: { run: 0, export: 0, scan: 0 },
  isOutdated: false,
};

interface SummarySources {
  readonly catalogue: Pick<CatalogueStore, 'bots' | 'onDidChange'>;
  readonly journal: Pick<JournalStore, 'isEmpty' | 'onDidChange' | 'onDidChangeRuns'>;
  /** Reason why the catalogue is only in this window's memory; `undefined` if it is in the database. */
  readonly problem: string | undefined;
}

/**
 * Summary in the global state of VS Code, from which a new window sets its context keys and the badge of the view. Once
 * the catalogue is open, the window reads the summary from the catalogue instead, and stores each change, no matter
 * which window made it.
 */
export class StoredSummary {
  readonly #state: vscode.Memento;
  readonly #hasDatabase: () => PromiseLike<boolean>;
  readonly #setContext: (key: string, value: boolean) => void;
  readonly #countEmitter = new Emitter<void>();
  /** Fires when `resumable` has changed. */
  readonly onDidCount: Event<void> = this.#countEmitter.event;
  #current: Summary | undefined;
  /** Fields that this window has read from the open catalogue; empty until it is open. */
  #fromCatalogue: Partial<Summary> = {};
  /** Whether the catalogue is in the database. If not, other windows must not see the summary of this window. */
  #isStored = true;

  /** @param hasDatabase checks whether the database file exists, without opening it */
  constructor(
    state: vscode.Memento,
    hasDatabase: () => PromiseLike<boolean>,
    setContext: (key: string, value: boolean) => void,
  ) {
    this.#state = state;
    this.#hasDatabase = hasDatabase;
    this.#setContext = setContext;
    this.read();
  }

  get hasBots(): boolean {
    return this.#current?.hasBots === true;
  }

  get resumable(): ResumableCounts {
    return this.#current?.resumable ?? EMPTY_SUMMARY.resumable;
  }

  get isOutdated(): boolean {
    return this.#current?.isOutdated === true;
  }

  /** Reads the stored summary, which another window may have changed. */
  read(): void {
    const storedSummary = this.#readStored();
    if (storedSummary === undefined) void this.#guess();
    else if (this.#isStored) this.#show({ ...storedSummary, ...this.#fromCatalogue });
  }

  /** From now on, takes `hasBots` and `hasJournal` from the open catalogue and Journal. */
  follow({ catalogue, journal, problem }: SummarySources): void {
    this.#isStored = problem === undefined;
    const updateFromCatalogue = (): void => {
      this.#fromCatalogue = {
        hasBots: catalogue.bots().length > 0,
        hasJournal: !journal.isEmpty(),
      };
      this.set({});
    };
    journal.onDidChangeRuns(updateFromCatalogue);
    journal.onDidChange(() => {
      // The Journal is no longer empty after its first write. Later writes change nothing in the summary.
      if (this.#fromCatalogue.hasJournal !== true) updateFromCatalogue();
    });
    catalogue.onDidChange((changes) => {
      if (mayChangeBots(changes)) updateFromCatalogue();
    });
    updateFromCatalogue();
  }

  set(change: Partial<Pick<Summary, 'resumable' | 'isOutdated'>>): void {
    const storedSummary = this.#isStored ? this.#readStored() : undefined;
    const merged = {
      ...EMPTY_SUMMARY,
      ...(storedSummary ?? this.#current),
      ...this.#fromCatalogue,
      ...change,
    };
    // Without a bot, nothing can be resumed. The jobs are counted again when a bot is added.
    const newSummary = merged.hasBots
      ? merged
      : { ...EMPTY_SUMMARY, hasJournal: merged.hasJournal };
    this.#show(newSummary);
    if (!this.#isStored || (storedSummary !== undefined && isSame(storedSummary, newSummary)))
      return;
    void this.#state.update(SUMMARY, newSummary);
  }

  #readStored(): Summary | undefined {
    const storedSummary: unknown = this.#state.get(SUMMARY);
    return typeof storedSummary === 'object' && storedSummary !== null
      ? { ...EMPTY_SUMMARY, ...storedSummary }
      : undefined;
  }

  /** Guesses the summary after an update from an old version. If there is a database, there is probably a bot. */
  async #guess(): Promise<void> {
    const hasBots = await this.#hasDatabase();
    if (this.#readStored() !== undefined) return;
    this.#show({ ...EMPTY_SUMMARY, hasBots, isOutdated: hasBots, ...this.#fromCatalogue });
  }

  #show(next: Summary): void {
    const previous = this.#current;
    if (previous !== undefined && isSame(previous, next)) return;
    this.#current = next;
    this.#setContext(HAS_BOTS, next.hasBots);
    this.#setContext(HAS_JOURNAL, next.hasJournal);
    if (!isSame((previous ?? EMPTY_SUMMARY).resumable, next.resumable)) this.#countEmitter.fire();
  }
}

function isSame<T extends Summary | ResumableCounts>(a: T, b: T): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
