import * as vscode from 'vscode';
import { numberText } from '../../base/ui/localeTexts.ts';
import { BACK, type Back, type StepPosition, untilSettled } from '../../base/ui/steps.ts';
import { createPick } from '../../base/ui/window.ts';
import type { IndexedItem, TagIndex } from '../tagIndex.ts';
import { type Accepts, type TagMatch, type TagMatches, TagSearch } from '../tagSearch.ts';
import { itemEntry } from './itemEntries.ts';

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

export interface FoundQuestion {
  /** @param count of the items to pick from */
  readonly placeholder: (count: number) => string;
  readonly index: SearchedIndex;
  /** Which items can be found; absent: all. */
  readonly accepts?: Accepts;
  /** What to call the bots, by key; one that is not in it is not named. */
  readonly labels?: ReadonlyMap<string, string>;
  /** Items listed first as long as nothing is typed, each with what to add to its description. */
  readonly first?: readonly FirstItem[];
  /** Entry after the first items, which is not an item of the index. */
  readonly draft?: vscode.QuickPickItem | undefined;
  /** Replaces the entry of an item. */
  readonly entryOf?: (match: TagMatch) => vscode.QuickPickItem;
  /** Entries below what is found, for the text that is typed; `alwaysShow` keeps them visible. */
  readonly others?: (typed: string) => readonly vscode.QuickPickItem[];
  /** Button in the title. Pressing it answers the question as one of the other entries does. */
  readonly button?: vscode.QuickInputButton & { readonly onPress: (typed: string) => void };
}

interface FirstItem {
  readonly bot: string;
  readonly id: string;
  readonly note?: string;
}

/**
 * Asks for an item of the index; `undefined`: one of the other entries, or the button. The search is ours: VS Code's own would
 * have to be handed every item, and knows neither paths nor full-width letters. Throws `Cancelled`.
 */
export async function askFound(
  question: FoundQuestion,
  position: StepPosition,
): Promise<IndexedItem | undefined | Back> {
  const input = createPick<FoundEntry>();
  keepOrder(input);
  const finder = new TagFinder(question.index, question.accepts);
  const failure = Promise.withResolvers<never>();
  let shown: Promise<readonly FoundEntry[]> = Promise.resolve([]);
  const search = (): void => {
    shown = show({ input, finder, question, position });
    shown.catch(failure.reject);
  };
  const { button } = question;
  if (button !== undefined) input.buttons = [button];
  const answer = untilSettled<FoundEntry>(input, position, (settle) => [
    input.onDidChangeValue(search),
    input.onDidTriggerButton((pressed) => {
      if (button === undefined || pressed === vscode.QuickInputButtons.Back) return;
      button.onPress(input.value.trim());
      settle({ label: '' });
    }),
    input.onDidAccept(() => {
      const isSearching = input.busy;
      // What is selected belongs to an earlier text as long as the search for this one goes on.
      const pick = async (): Promise<void> => {
        const found = await shown;
        const picked = isSearching ? found[0] : input.selectedItems[0];
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
    answer.catch(() => undefined);
    finder.stop();
    input.dispose();
  }
}

interface Shown {
  readonly input: vscode.QuickPick<FoundEntry>;
  readonly finder: TagFinder;
  readonly question: FoundQuestion;
  readonly position: StepPosition;
}

/** Shows what is found, unless another letter was typed meanwhile; gives it in any case. */
async function show({ input, finder, question, position }: Shown): Promise<readonly FoundEntry[]> {
  input.busy = true;
  const found = await finder.find(input.value);
  if (found === undefined) return [];
  const isAll = input.value.trim() === '';
  const first = isAll ? firstEntries(finder, question) : [];
  const draft = isAll && question.draft !== undefined ? [question.draft] : [];
  const isFirst = new Set(first.map(({ item }) => item));
  const entries = [
    ...first,
    ...draft,
    ...found.matches
      .filter(({ item }) => !isFirst.has(item))
      .slice(0, MOST_SHOWN - first.length)
      .map((match) => entryOf(question, match)),
    ...(question.others?.(input.value.trim()) ?? []),
  ];
  input.items = entries;
  if (isAll) input.placeholder = question.placeholder(found.total);
  input.title = isAll ? position.title : titleText(position, found);
  input.busy = false;
  return entries;
}

/** Says when only a part of what was found is listed. */
export function titleText({ title }: StepPosition, { matches, total }: TagMatches): string {
  if (matches.length === total) return title;
  const [shown, all] = [numberText(matches.length), numberText(total)];
  return vscode.l10n.t('{0} · Showing the first {1} of {2}', title, shown, all);
}

function firstEntries(finder: TagFinder, question: FoundQuestion): readonly FoundEntry[] {
  return (question.first ?? []).flatMap(({ note, ...key }) => {
    const match = finder.known(key);
    if (match === undefined || match.item.state === 'gone') return [];
    const entry = entryOf(question, match);
    if (note === undefined) return [entry];
    return [{ ...entry, description: `${entry.description ?? ''} · ${note}` }];
  });
}

function entryOf(question: FoundQuestion, match: TagMatch): FoundEntry {
  if (question.entryOf === undefined) return foundEntry(match, question.labels);
  return { ...question.entryOf(match), alwaysShow: true, item: match.item };
}

export function foundEntry({ item, path }: TagMatch, labels: FoundQuestion['labels']): FoundEntry {
  const place = [labels?.get(item.bot) ?? [], path].flat();
  return { ...itemEntry(item, place), alwaysShow: true, item };
}
