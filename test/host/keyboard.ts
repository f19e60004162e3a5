import * as vscode from 'vscode';
import { until } from './product.ts';
import type { WindowRecorder } from './windowRecorder.ts';

const { createInputBox } = vscode.window;

/** Result of `typeInVain` if the input box accepts the text after all. */
export const ACCEPTED = 'it was taken';

/** Keyboard of a simulated user: picks entries in quick picks, which are not shown, and types into real input boxes. */
export class Keyboard {
  readonly #picks: Pick[] = [];
  readonly #boxes: vscode.InputBox[] = [];
  readonly #hidden = new Set<vscode.InputBox>();

  /** @param recorder recorder that has been started, and that restores the window when it is stopped */
  constructor(recorder: WindowRecorder) {
    recorder.replace({
      createQuickPick: () => {
        const pick = new Pick();
        this.#picks.push(pick);
        return pick;
      },
      createInputBox: () => {
        const box = createInputBox();
        box.onDidHide(() => this.#hidden.add(box));
        this.#boxes.push(box);
        return box;
      },
    });
  }

  /** Picks an entry in the next quick pick. */
  async pick(label: string): Promise<void> {
    await until(`"${label}" can be picked`, () => this.#picks[0]?.has(label) === true);
    this.#picks.shift()?.accept(label);
  }

  /** Types into the next quick pick, and picks an entry. */
  async find(text: string, label: string): Promise<void> {
    await until('a quick pick is open', () => this.#picks[0]?.isShown === true);
    this.#picks[0]?.type(text);
    await this.pick(label);
  }

  /** Presses a button in the title of the next quick pick, which then counts as closed. */
  async press(tooltip: string): Promise<void> {
    await until('a quick pick is open', () => this.#picks[0]?.isShown === true);
    this.#picks.shift()?.press(tooltip);
  }

  /** Returns the entries of the next quick pick, each as `label: description`, as soon as `isShown` accepts them. */
  async entries(isShown: (entries: readonly string[]) => boolean): Promise<readonly string[]> {
    const entries = () =>
      this.#picks[0]?.items.map(({ label, description }) => `${label}: ${description}`) ?? [];
    await until('the entries are there', () => isShown(entries()));
    return entries();
  }

  /** Returns the title of the next quick pick, once it is filled. */
  async title(): Promise<string | undefined> {
    return (await this.#filled()).title;
  }

  /** Returns the placeholder of the next quick pick, once it is filled. */
  async placeholder(): Promise<string | undefined> {
    return (await this.#filled()).placeholder;
  }

  /** Closes the next quick pick. */
  async escapePick(): Promise<void> {
    await until('a quick pick is open', () => this.#picks[0]?.isShown === true);
    this.#picks.shift()?.hide();
  }

  /** Returns the ticked labels of the next quick pick, once it is filled. */
  async ticked(): Promise<readonly string[]> {
    const pick = await this.#filled();
    return pick.selectedItems.map(({ label }) => label);
  }

  /** Toggles entries of the next quick pick, and presses OK. */
  async toggleAndAccept(...labels: readonly string[]): Promise<void> {
    const pick = await this.#filled();
    for (const label of labels) {
      await until(`"${label}" can be ticked`, () => pick.has(label));
      pick.toggle(label);
    }
    this.#picks.shift();
    pick.ok();
  }

  /** Waits until the next quick pick is filled. */
  async waitUntilFilled(): Promise<void> {
    await this.#filled();
  }

  async #filled(): Promise<Pick> {
    await until('a list is filled', () => this.#picks[0]?.isFilled === true);
    return this.#picks[0] as Pick;
  }

  /** Returns the next input box, once it is shown. */
  async box(): Promise<vscode.InputBox> {
    await until('an input box is shown', () => this.#boxes[0]?.title !== undefined);
    return this.#boxes[0] as vscode.InputBox;
  }

  /**
   * Types a text that the input box should reject.
   * @returns the message of the input box, or `ACCEPTED`
   */
  async typeInVain(text: string): Promise<string> {
    const box = await this.box();
    box.value = text;
    box.validationMessage = undefined;
    await until(`"${text}" is refused`, async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return this.#hidden.has(box) || !['', undefined].includes(messageIn(box));
    });
    return this.#hidden.has(box) ? ACCEPTED : (messageIn(box) ?? '');
  }

  async type(text: string): Promise<void> {
    const box = await this.box();
    box.value = text;
    await until(`"${text}" is accepted`, async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return this.#hidden.has(box);
    });
    this.#boxes.shift();
  }

  async escape(): Promise<void> {
    (await this.box()).hide();
    this.#boxes.shift();
  }
}

function messageIn({ validationMessage: validation }: vscode.InputBox): string | undefined {
  return typeof validation === 'string' ? validation : validation?.message;
}

/** Part of the quick pick API that the product uses. */
class Pick {
  items: readonly vscode.QuickPickItem[] = [];
  selectedItems: readonly vscode.QuickPickItem[] = [];
  buttons: readonly vscode.QuickInputButton[] = [];
  busy = false;
  value = '';
  title: string | undefined;
  placeholder: string | undefined;
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #selected = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidChangeSelection = this.#selected.event;
  readonly #typed = new vscode.EventEmitter<string>();
  readonly onDidChangeValue = this.#typed.event;
  readonly #pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly onDidTriggerButton = this.#pressed.event;
  readonly onDidTriggerItemButton = new vscode.EventEmitter<object>().event;
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly onDidHide = this.#hidden.event;
  isShown = false;

  get isFilled(): boolean {
    return !this.busy && this.items.length > 0;
  }

  has(label: string): boolean {
    return !this.busy && this.items.some((item) => item.label === label);
  }

  toggle(label: string): void {
    const { selectedItems } = this;
    this.selectedItems = this.items.filter(
      (item) => selectedItems.includes(item) !== (item.label === label),
    );
    this.#selected.fire(this.selectedItems);
  }

  ok(): void {
    this.#accepted.fire();
  }

  accept(label: string): void {
    this.selectedItems = this.items.filter((item) => item.label === label).slice(0, 1);
    this.#selected.fire(this.selectedItems);
    this.#accepted.fire();
  }

  type(text: string): void {
    this.value = text;
    this.#typed.fire(text);
  }

  press(tooltip: string): void {
    const button = this.buttons.find((candidate) => candidate.tooltip === tooltip);
    if (button === undefined) throw new Error(`The quick pick has no button "${tooltip}".`);
    this.#pressed.fire(button);
  }

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    this.#hidden.fire();
  }

  dispose(): void {}
}
