import type * as vscode from 'vscode';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { JournalStore } from '../journal.ts';
import type { CatalogueStore } from '../../base/ports.ts';
import { HAS_BOTS, HAS_JOURNAL, SUMMARY } from '../../base/manifest.ts';

/** Number of paused or interrupted jobs of each kind. A run applies a plan, or renames or merges a tag. */
export type ResumableCounts = Readonly<Record<'run' | 'export' | 'scan', number>>;

/** State of the list and the Journal that a new window needs before it opens the database. */
interface Summary {
  readonly hasBots: boolean;
  readonly hasJournal: boolean;
  readonly resumable: ResumableCounts;
  /** Whether `resumable` may be too low: a job has started, and its window may be killed before the job ends. */
  readonly isOutdated: boolean;
}

const EMPTY_SUMMARY: Summary = {
  hasBots: false,
  hasJournal: false,
  resumable: { run: 0, export: 0, scan: 0 },
  isOutdated: false,
};

/** Keys under which earlier versions kept parts of the summary. */
const FORMER_KEYS = [HAS_JOURNAL, 'botTags.hasUnfinishedRun'];

interface Needs {
  readonly state: vscode.Memento;
  /** Checks whether the database file exists, without opening it. */
  readonly hasDatabase: () => PromiseLike<boolean>;
  readonly setContext: (key: string, value: boolean) => void;
}

interface Followed {
  readonly catalogue: Pick<CatalogueStore, 'bots' | 'onDidChange'>;
  readonly journal: Pick<JournalStore, 'isEmpty' | 'onDidChange'>;
  /** Reason why the list is only in this window's memory; `undefined` if it is in the database. */
  readonly problem: string | undefined;
}

/**
 * Value in the global state from which a new window sets its context keys and the badge of the view. Once the list is
 * open, the list is the source, and each change is stored, whichever window made it.
 */
export class KeptSummary {
  readonly #needs: Needs;
  readonly #counted = new Emitter<void>();
  /** Fires when `resumable` has changed. */
  readonly onDidCount: Event<void> = this.#counted.event;
  /** Current summary; `undefined` until it is known. */
  #current: Summary | undefined;
  /** The fields that this window reads from the open list. */
  #listed: Partial<Summary> = {};
  #isKept = true;

  constructor(needs: Needs) {
    this.#needs = needs;
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

  /** Reads the value that another window has stored. */
  read(): void {
    const kept = this.#kept();
    if (kept === undefined) void this.#guess();
    else if (this.#isKept) this.#show({ ...kept, ...this.#listed });
  }

  /** Reads from the open list from now on. */
  follow({ catalogue, journal, problem }: Followed): void {
    this.#isKept = problem === undefined;
    const updateListed = (): void => {
      this.#listed = { hasBots: catalogue.bots().length > 0, hasJournal: !journal.isEmpty() };
      this.set({});
    };
    journal.onDidChange(updateListed);
    catalogue.onDidChange((changes) => {
      if (changes.some(({ item, childrenOf }) => (item ?? childrenOf) === undefined))
        updateListed();
    });
    updateListed();
  }

  /** Shows the change in this window, and stores it for the others. */
  set(change: Partial<Pick<Summary, 'resumable' | 'isOutdated'>>): void {
    const { state } = this.#needs;
    const kept = this.#isKept ? this.#kept() : undefined;
    const whole = { ...EMPTY_SUMMARY, ...(kept ?? this.#current), ...this.#listed, ...change };
    // Without a bot nothing can be resumed. The jobs are counted again when a bot is added.
    const next = whole.hasBots ? whole : { ...EMPTY_SUMMARY, hasJournal: whole.hasJournal };
    this.#show(next);
    if (!this.#isKept || (kept !== undefined && isSame(kept, next))) return;
    void state.update(SUMMARY, next);
    for (const key of FORMER_KEYS) {
      if (state.get(key) !== undefined) void state.update(key, undefined);
    }
  }

  #kept(): Summary | undefined {
    const kept: unknown = this.#needs.state.get(SUMMARY);
    return typeof kept === 'object' && kept !== null ? { ...EMPTY_SUMMARY, ...kept } : undefined;
  }

  /**
   * Guesses the summary after an update from a version without one: if there is a database, there is probably a bot.
   */
  async #guess(): Promise<void> {
    const hasBots = await this.#needs.hasDatabase();
    const hasJournal = this.#needs.state.get(HAS_JOURNAL) === true;
    if (this.#kept() !== undefined) return;
    this.#show({ ...EMPTY_SUMMARY, hasBots, hasJournal, isOutdated: hasBots, ...this.#listed });
  }

  #show(next: Summary): void {
    const before = this.#current;
    if (before !== undefined && isSame(before, next)) return;
    this.#current = next;
    this.#needs.setContext(HAS_BOTS, next.hasBots);
    this.#needs.setContext(HAS_JOURNAL, next.hasJournal);
    if (!isSame((before ?? EMPTY_SUMMARY).resumable, next.resumable)) this.#counted.fire();
  }
}

function isSame<T extends Summary | ResumableCounts>(first: T, second: T): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}
