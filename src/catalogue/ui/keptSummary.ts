import type * as vscode from 'vscode';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { JournalStore } from '../journal.ts';
import type { CatalogueStore } from '../../base/ports.ts';
import { HAS_BOTS, HAS_JOURNAL, SUMMARY } from '../../base/manifest.ts';

/** Number of paused or interrupted jobs of each kind. A run is one of a plan, or of a tag that is renamed or merged. */
export type ResumableCounts = Readonly<Record<'run' | 'export' | 'scan', number>>;

/** State of the list and the Journal that a new window needs before it opens the database. */
interface Summary {
  readonly hasBots: boolean;
  readonly hasJournal: boolean;
  readonly resumable: ResumableCounts;
  /** Whether `resumable` may be too low: a job has begun, and its window may be killed before it ends. */
  readonly isOutdated: boolean;
}

const NOTHING: Summary = {
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
  /** Why the list is in this window's memory only; `undefined`: it is in the database. */
  readonly problem: string | undefined;
}

/**
 * One value in the global state, from which a new window sets its context keys and the badge of the view. Once the
 * list is open, the list is the source, and each change is written, whichever window made it.
 */
export class KeptSummary {
  readonly #needs: Needs;
  readonly #counted = new Emitter<void>();
  /** Fires when `resumable` has changed. */
  readonly onDidCount: Event<void> = this.#counted.event;
  /** `undefined` until it is known. */
  #now: Summary | undefined;
  /** The fields that this window reads from the open list. */
  #listed: Partial<Summary> = {};
  #isKept = true;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.read();
  }

  get hasBots(): boolean {
    return this.#now?.hasBots === true;
  }

  get resumable(): ResumableCounts {
    return this.#now?.resumable ?? NOTHING.resumable;
  }

  get isOutdated(): boolean {
    return this.#now?.isOutdated === true;
  }

  /** Takes over what another window has written. */
  read(): void {
    const kept = this.#kept();
    if (kept === undefined) void this.#guess();
    else if (this.#isKept) this.#show({ ...kept, ...this.#listed });
  }

  /** Reads from the open list from now on. */
  follow({ catalogue, journal, problem }: Followed): void {
    this.#isKept = problem === undefined;
    const look = (): void => {
      this.#listed = { hasBots: catalogue.bots().length > 0, hasJournal: !journal.isEmpty() };
      this.set({});
    };
    journal.onDidChange(look);
    catalogue.onDidChange((changes) => {
      if (changes.some(({ item, childrenOf }) => (item ?? childrenOf) === undefined)) look();
    });
    look();
  }

  /** Shows the change in this window, and writes it for the others. */
  set(change: Partial<Pick<Summary, 'resumable' | 'isOutdated'>>): void {
    const { state } = this.#needs;
    const kept = this.#isKept ? this.#kept() : undefined;
    const whole = { ...NOTHING, ...(kept ?? this.#now), ...this.#listed, ...change };
    // Without a bot nothing can be resumed. The jobs are counted again when a bot is added.
    const next = whole.hasBots ? whole : { ...NOTHING, hasJournal: whole.hasJournal };
    this.#show(next);
    if (!this.#isKept || (kept !== undefined && isSame(kept, next))) return;
    void state.update(SUMMARY, next);
    for (const key of FORMER_KEYS) {
      if (state.get(key) !== undefined) void state.update(key, undefined);
    }
  }

  #kept(): Summary | undefined {
    const kept: unknown = this.#needs.state.get(SUMMARY);
    return typeof kept === 'object' && kept !== null ? { ...NOTHING, ...kept } : undefined;
  }

  /** An earlier version wrote no summary: it probably has a bot if it has a database. */
  async #guess(): Promise<void> {
    const hasBots = await this.#needs.hasDatabase();
    const hasJournal = this.#needs.state.get(HAS_JOURNAL) === true;
    if (this.#kept() !== undefined) return;
    this.#show({ ...NOTHING, hasBots, hasJournal, isOutdated: hasBots, ...this.#listed });
  }

  #show(next: Summary): void {
    const before = this.#now;
    if (before !== undefined && isSame(before, next)) return;
    this.#now = next;
    this.#needs.setContext(HAS_BOTS, next.hasBots);
    this.#needs.setContext(HAS_JOURNAL, next.hasJournal);
    if (!isSame((before ?? NOTHING).resumable, next.resumable)) this.#counted.fire();
  }
}

function isSame<T extends Summary | ResumableCounts>(one: T, other: T): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
