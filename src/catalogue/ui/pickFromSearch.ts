import * as vscode from 'vscode';
import { numberText } from '../../base/ui/localeTexts.ts';
import { BACK, type Back, type StepPosition, untilSettled } from '../../base/ui/steps.ts';
import { createPick } from '../../base/ui/window.ts';
import type { IndexedItem, TagIndex } from '../tagIndex.ts';
import { type Accepts, type TagMatch, type TagMatches, TagSearch } from '../tagSearch.ts';
import { itemEntry } from './itemEntries.ts';

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
export interface SearchedIndex {
  open(): Promise<TagIndex>;
}

/** Searches of one dialog. A new search cancels the previous one. */
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

  /** Returns an item of the index that the last search used; `undefined` if the item is not in it, or not accepted. */
  matchOf({ bot, id }: Pick<IndexedItem, 'bot' | 'id'>): TagMatch | undefined {
    const index = this.#index;
    const entry = index?.find(bot, id);
    if (index === undefined || entry === undefined) return undefined;
    const { item } = entry;
    if (this.#accepts !== undefined && !this.#accepts(item)) return undefined;
    return { item, path: index.foldersAbove(entry) };
  }

  stop(): void {
    this.#controller.abort();
  }
}

export interface SearchQuestion {
  /** @param count number of items to pick from */
  readonly placeholder: (count: number) => string;
  readonly index: SearchedIndex;
  /** Selects the items that can be found; all if absent. */
  readonly accepts?: Accepts;
  /** Labels of the bots by key. A bot that is not in the map is not named in the entries. */
  readonly labels?: ReadonlyMap<string, string>;
  /** Items to list first while nothing is typed. The note is added to the description of the entry. */
  readonly first?: readonly FirstItem[];
  /** Entry for an input that the user typed earlier and did not finish, listed after `first` while nothing is typed. */
  readonly draftEntry?: vscode.QuickPickItem | undefined;
  readonly entryOf?: (match: TagMatch) => vscode.QuickPickItem;
  /** Returns more entries to list below the matches. Set `alwaysShow`: otherwise VS Code may filter the entries out. */
  readonly otherEntries?: (typed: string) => readonly vscode.QuickPickItem[];
  /** Button in the title. Pressing it ends the dialog, like picking one of the `otherEntries`. */
  readonly button?: vscode.QuickInputButton & { readonly onPress: (typed: string) => void };
}

interface FirstItem {
  readonly bot: string;
  readonly id: string;
  readonly note?: string;
}

/**
 * Uses its own search: that of VS Code needs an entry for every item, and ignores paths and full-width letters.
 * @returns `undefined` if the user picked an entry that is not an item, or pressed the button
 */
export async function pickFromSearch(
  question: SearchQuestion,
  position: StepPosition,
): Promise<IndexedItem | undefined | Back> {
  const input = createPick<MatchEntry>();
  keepOrder(input);
  const finder = new TagFinder(question.index, question.accepts);
  const failure = Promise.withResolvers<never>();
  let latestEntries: Promise<readonly MatchEntry[]> = Promise.resolve([]);
  const search = (): void => {
    latestEntries = searchAndShow(input, finder, question, position);
    latestEntries.catch(failure.reject);
  };
  const { button } = question;
  if (button !== undefined) input.buttons = [button];
  const answer = untilSettled<MatchEntry>(input, position, (settle) => [
    input.onDidChangeValue(search),
    input.onDidTriggerButton((pressed) => {
      if (button === undefined || pressed === vscode.QuickInputButtons.Back) return;
      button.onPress(input.value.trim());
      // An entry without an item, so the result is `undefined`.
      settle({ label: '' });
    }),
    input.onDidAccept(() => {
      // While a search is running, the selected entry still belongs to an earlier text. Then the first entry is picked.
      const isSearching = input.busy;
      const pick = async (): Promise<void> => {
        const entries = await latestEntries;
        const picked = isSearching ? entries[0] : input.selectedItems[0];
        if (picked !== undefined) settle(picked);
      };
      pick().catch(failure.reject);
    }),
  ]);
  search();
  try {
    const picked = await Promise.race([answer, failure.promise]);
    return picked === BACK ? BACK : picked.item;
  } finally {
    // After a failed search, closing the input rejects `answer`, which no caller awaits any more.
    answer.catch(() => undefined);
    finder.stop();
    input.dispose();
  }
}

/** Returns the shown entries; empty if a newer search was started in the meantime. */
async function searchAndShow(
  input: vscode.QuickPick<MatchEntry>,
  finder: TagFinder,
  question: SearchQuestion,
  position: StepPosition,
): Promise<readonly MatchEntry[]> {
  input.busy = true;
  const searchResult = await finder.find(input.value);
  if (searchResult === undefined) return [];
  const isUnfiltered = input.value.trim() === '';
  const leadingEntries = isUnfiltered ? firstEntries(finder, question) : [];
  const draft = isUnfiltered && question.draftEntry !== undefined ? [question.draftEntry] : [];
  const leadingItems = new Set(leadingEntries.map(({ item }) => item));
  const entries = [
    ...leadingEntries,
    ...draft,
    ...searchResult.matches
      .filter(({ item }) => !leadingItems.has(item))
      .slice(0, MAX_SHOWN - leadingEntries.length)
      .map((match) => entryOf(question, match)),
    ...(question.otherEntries?.(input.value.trim()) ?? []),
  ];
  input.items = entries;
  if (isUnfiltered) input.placeholder = question.placeholder(searchResult.total);
  input.title = isUnfiltered ? position.title : titleText(position, searchResult);
  input.busy = false;
  return entries;
}

export function titleText({ title }: StepPosition, { matches, total }: TagMatches): string {
  if (matches.length === total) return title;
  const [shownText, totalText] = [numberText(matches.length), numberText(total)];
  return vscode.l10n.t('{0} · First {1} of {2}', title, shownText, totalText);
}

function firstEntries(finder: TagFinder, question: SearchQuestion): readonly MatchEntry[] {
  return (question.first ?? []).flatMap(({ note, ...key }) => {
    const match = finder.matchOf(key);
    if (match === undefined || match.item.state === 'gone') return [];
    const entry = entryOf(question, match);
    if (note === undefined) return [entry];
    return [{ ...entry, description: `${entry.description ?? ''} · ${note}` }];
  });
}

function entryOf(question: SearchQuestion, match: TagMatch): MatchEntry {
  if (question.entryOf === undefined) return matchEntry(match, question.labels);
  return { ...question.entryOf(match), alwaysShow: true, item: match.item };
}

/** `alwaysShow` prevents VS Code from filtering the entry out. */
export function matchEntry({ item, path }: TagMatch, labels: SearchQuestion['labels']): MatchEntry {
  const containerNames = [labels?.get(item.bot) ?? [], path].flat();
  return { ...itemEntry(item, containerNames), alwaysShow: true, item };
}
