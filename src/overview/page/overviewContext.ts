import { isOneOf } from '../../base/jsonValues.ts';
import { Announcer } from '../../base/page/announcer.ts';
import type { Host } from '../../base/page/connectHost.ts';
import { Menu } from '../../base/page/menu.ts';
import type { OverviewData, OverviewRequest, OverviewSource } from '../overviewMessages.ts';
import { SORTS, type TagSort } from './facts.ts';
import { OverviewFormat } from './overviewFormat.ts';

const DEFAULT_RARE_BELOW = 5;

/** State that is kept while the tab is hidden and over a window reload. Contains no customer data. */
interface SavedView {
  readonly bot: string;
  readonly source: OverviewSource | null;
  /** Value of `rareBelow`, under its former name: states of older versions are read, too. */
  readonly fewer: number;
  readonly sort: string;
}

type OverviewHost = Host<OverviewRequest, SavedView>;

interface View {
  /** Order of the tags. */
  readonly sort: TagSort;
  /** Tags on fewer customers than this are rare. */
  readonly rareBelow: number;
}

/** View that the user can change. Saved with the shown bot and source. */
class ViewState {
  readonly #host: OverviewHost;
  #view: View;
  #shown: Pick<OverviewData, 'bot' | 'scope'> | undefined;

  constructor(host: OverviewHost) {
    this.#host = host;
    const { fewer = DEFAULT_RARE_BELOW, sort } = host.savedState;
    this.#view = { sort: isOneOf(SORTS, sort) ? sort : 'customers', rareBelow: fewer };
  }

  get view(): View {
    return this.#view;
  }

  /** Changes parts of the view, and saves it. */
  change(change: Partial<View>): void {
    this.#view = { ...this.#view, ...change };
    this.#save();
  }

  /** Saves which bot and source are shown. */
  saveShown(shown: Pick<OverviewData, 'bot' | 'scope'>): void {
    this.#shown = shown;
    this.#save();
  }

  #save(): void {
    if (this.#shown === undefined) return;
    const { bot, scope } = this.#shown;
    const { sort, rareBelow } = this.#view;
    this.#host.saveState({ bot, source: scope?.source ?? null, fewer: rareBelow, sort });
  }
}

/** Objects that most parts of the page share. */
export type OverviewContext = Readonly<ReturnType<typeof createOverviewContext>>;

export function createOverviewContext(host: OverviewHost) {
  return {
    host,
    format: new OverviewFormat(document.documentElement.lang),
    announcer: new Announcer(),
    menu: new Menu(),
    viewState: new ViewState(host),
  };
}
