import type * as vscode from 'vscode';
import type { IndexedItem, TagIndex } from '../tagIndex.ts';
import { TagSearch, type Accepts, type TagMatch, type TagMatches } from '../tagSearch.ts';

/** What VS Code is given of all that was found: it draws and compares each entry at every letter. */
export const MOST_SHOWN = 200;

export interface FoundEntry extends vscode.QuickPickItem {
  /** Absent: the entry that is none of the catalogue's items. */
  readonly item?: IndexedItem;
}

/** VS Code would sort by label. The switch is in no stable typing; where it is not known it does nothing. */
export function keepOrder(input: vscode.QuickPick<FoundEntry>): void {
  Object.assign(input, { sortByLabel: false, matchOnDescription: false, matchOnDetail: false });
}

/** An index that is read when it is first searched, or brought up to date. */
export interface SearchedIndex {
  open(): Promise<TagIndex>;
}

/** The searches of one dialog, of which only the latest counts. */
export class TagFinder {
  readonly #live: SearchedIndex;
  readonly #accepts: Accepts | undefined;
  #index: TagIndex | undefined;
  #search: TagSearch | undefined;
  #running = new AbortController();

  /** @param accepts which items can be found; absent: all */
  constructor(live: SearchedIndex, accepts?: Accepts) {
    this.#live = live;
    this.#accepts = accepts;
  }

  /** @returns `undefined` when another search was started meanwhile */
  async find(query: string): Promise<TagMatches | undefined> {
    this.stop();
    const { signal } = (this.#running = new AbortController());
    const index = await this.#live.open();
    if (signal.aborted) return undefined;
    if (this.#search === undefined || this.#index !== index) {
      this.#search = new TagSearch(index, this.#accepts);
    }
    this.#index = index;
    return this.#search.find(query, MOST_SHOWN, signal);
  }

  /** Of what was searched last: not one that was taken off the list meanwhile. */
  known({ bot, id }: Pick<IndexedItem, 'bot' | 'id'>): TagMatch | undefined {
    const index = this.#index;
    const entry = index?.find(bot, id);
    if (index === undefined || entry === undefined) return undefined;
    const { item, folder } = entry;
    if (this.#accepts !== undefined && !this.#accepts(item)) return undefined;
    return { item, path: folder === undefined ? [] : index.pathOf(folder).names };
  }

  stop(): void {
    this.#running.abort();
  }
}
