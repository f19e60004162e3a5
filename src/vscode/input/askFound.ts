import * as vscode from 'vscode';
import type { LiveItems } from '../../core/search/liveItems.ts';
import type { IndexedItem, TagIndex } from '../../core/search/tagIndex.ts';
import type { Accepts, TagMatch, TagMatches } from '../../core/search/tagSearch.ts';
import { numberText } from '../kit/numberText.ts';
import { createPick } from '../kit/window.ts';
import { itemEntry } from './itemEntry.ts';
import { BACK, untilSettled, type Back, type StepPosition } from './steps.ts';
import { keepOrder, MOST_SHOWN, TagFinder, type FoundEntry } from './tagFinder.ts';

export interface FoundQuestion {
  /** @param count of the items to pick from */
  readonly placeholder: (count: number) => string;
  readonly index: LiveItems<TagIndex>;
  /** Which items can be found; absent: all. */
  readonly accepts?: Accepts;
  /** What to call the bots, by key; one that is not in it is not named. */
  readonly labels?: ReadonlyMap<string, string>;
  /** The item that stands first as long as nothing is typed, and what is said of it. */
  readonly first?: { readonly bot: string; readonly id: string; readonly note: string };
  /** Stands below what is found; `alwaysShow` keeps it there whatever was typed. */
  readonly other?: vscode.QuickPickItem;
}

/**
 * Asks for an item of the catalogue; `undefined` is the `other` entry. The search is ours: VS Code's own would
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
  const answer = untilSettled<FoundEntry>(input, position, (settle) => [
    input.onDidChangeValue(search),
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
  const first = isAll ? firstEntry(finder, question) : [];
  const entries = [
    ...first,
    ...found.matches
      .filter(({ item }) => item.id !== first[0]?.item?.id)
      .slice(0, MOST_SHOWN - first.length)
      .map((match) => foundEntry(match, question.labels)),
    ...(question.other === undefined ? [] : [question.other]),
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
  return vscode.l10n.t('{0} · First {1} of {2}', title, shown, all);
}

/** The entry that stands first. */
function firstEntry(finder: TagFinder, { first, labels }: FoundQuestion): readonly FoundEntry[] {
  const match = first && finder.known(first);
  if (match === undefined || match.item.state === 'gone') return [];
  const shown = foundEntry(match, labels);
  return [{ ...shown, description: `${shown.description ?? ''} · ${first?.note ?? ''}` }];
}

export function foundEntry({ item, path }: TagMatch, labels: FoundQuestion['labels']): FoundEntry {
  const place = [labels?.get(item.bot) ?? [], path].flat();
  return { ...itemEntry(item, place), alwaysShow: true, item };
}
