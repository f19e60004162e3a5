import * as vscode from 'vscode';
import { numberText } from '../../base/ui/localeTexts.ts';
import { BACK, type Back, type StepPosition, untilSettled } from '../../base/ui/steps.ts';
import { createPick } from '../../base/ui/window.ts';
import type { IndexedItem, TagIndex } from '../tagIndex.ts';
import { type Accepts, type TagMatch, type TagMatches, TagSearch } from '../tagSearch.ts';
import { itemEntry, searchText } from './itemEntries.ts';

/** Maximum number of matches in a list. VS Code draws and compares each entry after every typed letter. */
export const MAX_SHOWN = 200;

export interface MatchEntry extends vscode.QuickPickItem {
  /** Absent for an entry that is not an item of the catalogue. */
  readonly item?: IndexedItem;
}

/** Disables sorting by label. `sortByLabel` is not in the stable API: versions that do not know it ignore it. */
export function keepOrder(input: vscode.QuickPick<MatchEntry>): void {
  Object.assign(input, { sortByLabel: false, matchOnDescription: false, matchOnDetail: false });
}

/** Source of an index. The first `open` reads the index, each later `open` updates it. */
interface SearchedIndex {
  open(): Promise<TagIndex>;
}

/** Searches of a dialog, which may be shown again after Back. A new search cancels the previous one. */
export class TagFinder {
  readonly #source: SearchedIndex;
  readonly #accepts: Accepts | undefined;
  #index: TagIndex | undefined;
  #search: TagSearch | undefined;
  #controller = new AbortController();

  constructor(source: SearchedIndex, accepts?: Accepts) {
    this.#source = source;
    this.#accepts = accepts;
  }

  /** Searches the index. Returns `undefined` if a newer search was started. */
  async find(query: string): Promise<TagMatches | undefined> {
    this.stop();
    const { signal } = (this.#controller = new AbortController());
    const index = await this.#source.open();
    if (signal.aborted) return undefined;
    if (this.#search === undefined || this.#index !== index) {
      this.#search = new TagSearch(index, this.#accepts);
    }
    this.#index = index;
    return this.#search.find(query, MAX_SHOWN, signal);
  }

  /** Returns an item of the index that the last search used; `undefined` if the item is missing, gone or not accepted. */
  matchOf({ bot, id }: Pick<IndexedItem, 'bot' | 'id'>): TagMatch | undefined {
    const index = this.#index;
    const entry = index?.find(bot, id);
    if (index === undefined || entry === undefined) return undefined;
    const { item } = entry;
    const isAccepted = item.state !== 'gone' && (this.#accepts?.(item) ?? true);
    if (!isAccepted) return undefined;
    return { item, path: index.foldersAbove(entry) };
  }

  stop(): void {
    this.#controller.abort();
  }
}

export interface SearchQuestion {
  /** Text to show while nothing is typed. Absent: the number of items to pick from. */
  readonly placeholder?: string | undefined;
  /** Whether the placeholder counts tags, since the finder finds no folders. Absent: it counts tags and folders. */
  readonly onlyTags?: boolean;
  /** Labels of the bots by key. A bot that is not in the map is not named in the entries. */
  readonly labels?: ReadonlyMap<string, string>;
  /** Items to list first while nothing is typed. The note is added to the description of the entry. */
  readonly first?: readonly FirstItem[];
  /** More entries to list below the matches. VS Code may filter out those without `alwaysShow`. */
  readonly otherEntries?: readonly MatchEntry[];
  /** Button in the title, which ends the dialog. */
  readonly button?: vscode.QuickInputButton;
}

interface FirstItem {
  readonly bot: string;
  readonly id: string;
  readonly note?: string;
}

interface SearchAnswer {
  /** Absent if the user picked an entry that is not an item, or pressed the button. */
  readonly item: IndexedItem | undefined;
  /** Text that the user typed, without spaces around it. */
  readonly typed: string;
  readonly isButtonPressed: boolean;
}

/**
 * Dialog in which the user searches items and picks one. Uses its own search: that of VS Code needs an entry for every
 * item, and ignores paths and full-width letters.
 */
export class SearchPick {
  readonly #finder: TagFinder;
  readonly #question: SearchQuestion;
  readonly #position: StepPosition;
  readonly #input = createPick<MatchEntry>();
  #latestEntries: Promise<readonly MatchEntry[]> = Promise.resolve([]);
  /** Text of the search whose matches are shown. */
  #typed = '';

  constructor(finder: TagFinder, question: SearchQuestion, position: StepPosition) {
    this.#finder = finder;
    this.#question = question;
    this.#position = position;
    keepOrder(this.#input);
    if (question.button !== undefined) this.#input.buttons = [question.button];
  }

  ask(): Promise<SearchAnswer | Back> {
    const input = this.#input;
    const answer = untilSettled<SearchAnswer>(input, this.#position, (settle, fail) => {
      const search = (): void => {
        this.#latestEntries = this.#searchAndShow();
        this.#latestEntries.catch(fail);
      };
      search();
      return [
        input.onDidChangeValue(search),
        input.onDidTriggerButton((pressed) => {
          if (pressed === vscode.QuickInputButtons.Back) return;
          settle({ item: undefined, typed: input.value.trim(), isButtonPressed: true });
        }),
        input.onDidAccept(async () => {
          // While a search is running, the selected entry still belongs to an earlier text. Then the first entry is picked.
          const isSearching = input.busy;
          // A failed search has already called `fail`.
          const entries = await this.#latestEntries.catch(() => []);
          const picked = isSearching ? entries[0] : input.selectedItems[0];
          if (picked === undefined) return;
          settle({ item: picked.item, typed: this.#typed, isButtonPressed: false });
        }),
      ];
    });
    return answer.finally(() => this.#finder.stop());
  }

  /** Returns the shown entries; empty if a newer search was started in the meantime. */
  async #searchAndShow(): Promise<readonly MatchEntry[]> {
    const input = this.#input;
    input.busy = true;
    const searchResult = await this.#finder.find(input.value);
    if (searchResult === undefined) return [];
    this.#typed = input.value.trim();
    const isUnfiltered = this.#typed === '';
    const leadingEntries = isUnfiltered ? this.firstEntries() : [];
    const leadingItems = new Set(leadingEntries.flatMap(({ item }) => item ?? []));
    const entries = [
      ...leadingEntries,
      ...searchResult.matches
        .filter(({ item }) => !leadingItems.has(item))
        .slice(0, MAX_SHOWN - leadingItems.size)
        .map((match) => this.entryOf(match)),
      ...this.otherEntries(this.#typed),
    ];
    input.items = entries;
    if (isUnfiltered) input.placeholder = this.placeholder(searchResult.total);
    const position = this.#position;
    input.title = isUnfiltered ? position.title : titleText(position, searchResult);
    input.busy = false;
    return entries;
  }

  /** @param count number of items to pick from */
  protected placeholder(count: number): string {
    const { placeholder, onlyTags = false } = this.#question;
    return placeholder ?? searchText(count, onlyTags);
  }

  /** Returns the entries to list before the matches while nothing is typed. */
  protected firstEntries(): readonly MatchEntry[] {
    return (this.#question.first ?? []).flatMap(({ note, ...key }) => {
      const match = this.#finder.matchOf(key);
      if (match === undefined) return [];
      const entry = this.entryOf(match);
      if (note === undefined) return [entry];
      return [{ ...entry, description: `${entry.description ?? ''} · ${note}` }];
    });
  }

  protected entryOf(match: TagMatch): MatchEntry {
    return matchEntry(match, this.#question.labels);
  }

  /** Returns the entries to list below the matches. Without `alwaysShow`, VS Code may filter an entry out. */
  protected otherEntries(_typed: string): readonly MatchEntry[] {
    return this.#question.otherEntries ?? [];
  }
}

/** @returns `undefined` if the user picked one of the `otherEntries`, or pressed the button */
export async function pickFromSearch(
  finder: TagFinder,
  question: SearchQuestion,
  position: StepPosition,
): Promise<IndexedItem | undefined | Back> {
  const answer = await new SearchPick(finder, question, position).ask();
  return answer === BACK ? BACK : answer.item;
}

export function titleText({ title }: StepPosition, { matches, total }: TagMatches): string {
  if (matches.length === total) return title;
  const [shownText, totalText] = [numberText(matches.length), numberText(total)];
  return vscode.l10n.t('{0} · First {1} of {2}', title, shownText, totalText);
}

/** `alwaysShow` prevents VS Code from filtering the entry out. */
export function matchEntry({ item, path }: TagMatch, labels: SearchQuestion['labels']): MatchEntry {
  const containerNames = [labels?.get(item.bot) ?? [], path].flat();
  return { ...itemEntry(item, containerNames), alwaysShow: true, item };
}
