import * as vscode from 'vscode';
import type { IndexedItem } from '../tagIndex.ts';
import { foldText } from '../textMatch.ts';
import { createPick } from '../../base/ui/window.ts';
import { searchText } from './itemEntries.ts';
import {
  matchEntry,
  type MatchEntry,
  type SearchQuestion,
  keepOrder,
  type TagFinder,
  titleText,
} from './pickFromSearch.ts';
import { untilSettled, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { labeled } from '../../base/ui/localeTexts.ts';

interface ManyQuestion extends Pick<SearchQuestion, 'onlyTags'> {
  /** Entries to list before the matches, and the initial ticks. The input is busy until a promise resolves. */
  readonly first?: FirstEntries | Promise<FirstEntries>;
  /** Placeholder while `first` is loading. */
  readonly loading?: string;
  /** Message if nothing is ticked on OK. If absent, an empty selection is a valid answer. */
  readonly noneMessage?: string;
}

interface FirstEntries {
  /** Entries to list first. An entry is hidden while its texts do not contain every typed word. */
  readonly entries: readonly MatchEntry[];
  /** Whether the placeholder includes these entries in the number of items to pick from. */
  readonly areCounted?: boolean;
  readonly picked: readonly MatchEntry[];
}

/** Asks for several items, like `pickFromSearch`. Ticked entries stay ticked and visible in later searches. */
export function pickManyFromSearch(
  finder: TagFinder,
  question: ManyQuestion,
  position: StepPosition,
): Promise<readonly IndexedItem[] | Back> {
  return new MultiPick(finder, question, position).ask();
}

class MultiPick {
  readonly #question: ManyQuestion;
  readonly #position: StepPosition;
  readonly #finder: TagFinder;
  readonly #input = createPick<MatchEntry>();
  /** Ticked entries, in the order in which they were first picked. */
  #picked: readonly MatchEntry[] = [];
  /** Pick order by key, kept because VS Code briefly reports an empty selection when entries are replaced. */
  readonly #pickOrder = new Map<string | undefined, number>();
  readonly #first: Promise<FirstEntries>;
  #isLoaded = false;

  constructor(finder: TagFinder, question: ManyQuestion, position: StepPosition) {
    this.#finder = finder;
    this.#question = question;
    this.#position = position;
    this.#input.canSelectMany = true;
    keepOrder(this.#input);
    this.#first = this.#load();
  }

  ask(): Promise<readonly IndexedItem[] | Back> {
    const input = this.#input;
    input.placeholder = this.#question.loading;
    const answer = untilSettled<readonly IndexedItem[]>(input, this.#position, (settle, fail) => {
      const search = (): void => void this.#show().catch(fail);
      search();
      return [
        input.onDidChangeValue(search),
        input.onDidChangeSelection((selected) => this.#pick(selected)),
        input.onDidAccept(() => {
          if (!this.#isLoaded) return;
          const pickedItems = this.#picked.flatMap(({ item }) => item ?? []);
          const noneMessage = this.#question.noneMessage;
          if (pickedItems.length > 0 || noneMessage === undefined) settle(pickedItems);
          else input.title = labeled(this.#position.title, noneMessage);
        }),
      ];
    });
    return answer.finally(() => this.#finder.stop());
  }

  #pick(selected: readonly MatchEntry[]): void {
    const orderOf = (entry: MatchEntry): number => this.#pickOrder.get(keyOf(entry)) ?? 0;
    for (const key of selected.map(keyOf)) {
      if (!this.#pickOrder.has(key)) this.#pickOrder.set(key, this.#pickOrder.size);
    }
    this.#picked = selected.toSorted((a, b) => orderOf(a) - orderOf(b));
  }

  async #load(): Promise<FirstEntries> {
    const first = (await this.#question.first) ?? { entries: [], picked: [] };
    this.#pick(first.picked);
    this.#isLoaded = true;
    return first;
  }

  async #show(): Promise<void> {
    const input = this.#input;
    input.busy = true;
    const first = await this.#first;
    const searchResult = await this.#finder.find(input.value);
    if (searchResult === undefined) return;
    const typedWords = foldText(input.value).split(/\s+/);
    const entries = [
      ...first.entries.filter((entry) => containsAll(entry, typedWords)),
      ...searchResult.matches.map((match) => matchEntry(match, undefined)),
    ];
    const foundKeys = new Set(entries.map(keyOf));
    const unmatchedPicked = this.#picked.filter((entry) => !foundKeys.has(keyOf(entry)));
    const pickedKeys = new Set(this.#picked.map(keyOf));
    input.items =
      unmatchedPicked.length === 0
        ? entries
        : [...entries, selectedSeparator(), ...unmatchedPicked];
    input.selectedItems = input.items.filter((entry) => pickedKeys.has(keyOf(entry)));
    const isUnfiltered = input.value.trim() === '';
    if (isUnfiltered) {
      const count = searchResult.total + (first.areCounted === true ? first.entries.length : 0);
      input.placeholder = searchText(count, this.#question.onlyTags === true);
    }
    const position = this.#position;
    input.title = isUnfiltered ? position.title : titleText(position, searchResult);
    input.busy = false;
  }
}

function selectedSeparator(): MatchEntry {
  return { label: vscode.l10n.t('Selected'), kind: vscode.QuickPickItemKind.Separator };
}

function containsAll(
  { label, description, detail }: MatchEntry,
  typedWords: readonly string[],
): boolean {
  const text = foldText([label, description, detail].join(' '));
  return typedWords.every((word) => text.includes(word));
}

/** Returns the key of an entry, unique within one bot. */
function keyOf({ item }: MatchEntry): string | undefined {
  return item?.id;
}
