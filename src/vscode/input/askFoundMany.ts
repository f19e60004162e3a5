import * as vscode from 'vscode';
import type { LiveItems } from '../../core/search/liveItems.ts';
import type { IndexedItem, TagIndex } from '../../core/search/tagIndex.ts';
import type { Accepts } from '../../core/search/tagSearch.ts';
import { createPick } from '../kit/window.ts';
import { foundEntry, titleText, type FoundQuestion } from './askFound.ts';
import { untilSettled, type Back, type StepPosition } from './steps.ts';
import { keepOrder, TagFinder, type FoundEntry } from './tagFinder.ts';
import { labelled } from '../kit/counts.ts';

interface ManyQuestion extends Pick<FoundQuestion, 'placeholder'> {
  readonly index: LiveItems<TagIndex>;
  readonly accepts: Accepts;
  /** Stands before what is found, where it has what is typed in its label or description. */
  readonly before: readonly FoundEntry[];
  /** Said when it is accepted without any. */
  readonly none: string;
  /** A second choice, as a button in the title. */
  readonly toggle?: Toggle;
}

/** A button that is on or off. */
export interface Toggle {
  isOn: boolean;
  /** What a click does now. */
  readonly button: (isOn: boolean) => vscode.QuickInputButton;
  /** Stands in the title as long as it is on. */
  readonly said: string;
}

/** Like `askFound` for at least one item. What was picked stays so, and in sight, whatever is searched for next. */
export async function askFoundMany(
  question: ManyQuestion,
  position: StepPosition,
): Promise<readonly IndexedItem[] | Back> {
  const pick = new FoundPick(question, position);
  try {
    return await pick.ask();
  } finally {
    pick.stop();
  }
}

class FoundPick {
  readonly #question: ManyQuestion;
  readonly #position: StepPosition;
  readonly #finder: TagFinder;
  readonly #input = createPick<FoundEntry>();
  readonly #failure = Promise.withResolvers<never>();
  /** In the order in which they were picked. */
  #picked: readonly FoundEntry[] = [];

  constructor(question: ManyQuestion, position: StepPosition) {
    this.#question = question;
    this.#position = position;
    this.#finder = new TagFinder(question.index, question.accepts);
    this.#input.canSelectMany = true;
    keepOrder(this.#input);
  }

  async ask(): Promise<readonly IndexedItem[] | Back> {
    const input = this.#input;
    const search = (): void => void this.#show().catch(this.#failure.reject);
    const { toggle } = this.#question;
    const position = { ...this.#position, title: this.#title };
    if (toggle !== undefined) input.buttons = [toggle.button(toggle.isOn)];
    const answer = untilSettled<readonly IndexedItem[]>(input, position, (settle) => [
      input.onDidTriggerButton((button) => {
        if (toggle !== undefined && button !== vscode.QuickInputButtons.Back) this.#switch(toggle);
      }),
      input.onDidChangeValue(search),
      input.onDidChangeSelection((selected) => this.#pick(selected)),
      input.onDidAccept(() => {
        const picked = this.#picked.flatMap(({ item }) => item ?? []);
        if (picked.length > 0) settle(picked);
        else input.title = labelled(this.#title, this.#question.none);
      }),
    ]);
    answer.catch(() => undefined);
    search();
    return Promise.race([answer, this.#failure.promise]);
  }

  stop(): void {
    this.#finder.stop();
    this.#input.dispose();
  }

  get #title(): string {
    const { toggle } = this.#question;
    const { title } = this.#position;
    return toggle?.isOn === true ? `${title} · ${toggle.said}` : title;
  }

  #switch(toggle: Toggle): void {
    toggle.isOn = !toggle.isOn;
    const others = this.#input.buttons.filter((one) => one === vscode.QuickInputButtons.Back);
    this.#input.buttons = [...others, toggle.button(toggle.isOn)];
    this.#input.title = this.#title;
  }

  #pick(selected: readonly FoundEntry[]): void {
    const now = new Set(selected.map(keyOf));
    const kept = this.#picked.filter((entry) => now.delete(keyOf(entry)));
    this.#picked = [...kept, ...selected.filter((entry) => now.has(keyOf(entry)))];
  }

  async #show(): Promise<void> {
    const input = this.#input;
    input.busy = true;
    const found = await this.#finder.find(input.value);
    if (found === undefined) return;
    const typed = input.value.trim().toLowerCase();
    const entries = [
      ...this.#question.before.filter(({ label, description }) =>
        `${label} ${description}`.toLowerCase().includes(typed),
      ),
      ...found.matches.map((match) => foundEntry(match, undefined)),
    ];
    const isFound = new Set(entries.map(keyOf));
    const others = this.#picked.filter((entry) => !isFound.has(keyOf(entry)));
    const picked = new Set(this.#picked.map(keyOf));
    input.items = others.length === 0 ? entries : [...entries, separator(), ...others];
    input.selectedItems = input.items.filter((entry) => picked.has(keyOf(entry)));
    const isAll = input.value.trim() === '';
    if (isAll) input.placeholder = this.#question.placeholder(found.total);
    const position = { ...this.#position, title: this.#title };
    input.title = isAll ? position.title : titleText(position, found);
    input.busy = false;
  }
}

function separator(): FoundEntry {
  return { label: vscode.l10n.t('Picked'), kind: vscode.QuickPickItemKind.Separator };
}

/** Of one bot. */
function keyOf({ item }: FoundEntry): string | undefined {
  return item?.id;
}
