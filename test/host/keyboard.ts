import * as vscode from 'vscode';
import { until } from './product.ts';
import type { WindowRecorder } from './windowRecorder.ts';

const { createInputBox } = vscode.window;

/** The person at the keyboard: picks in quick picks, which are not shown, and types into real input boxes. */
export class Keyboard {
  readonly #picks: Pick[] = [];
  readonly #boxes: vscode.InputBox[] = [];
  readonly #hidden = new Set<vscode.InputBox>();

  /** @param recorder has been started, and puts everything back when it is stopped */
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

  /** Picks one in the next quick pick. */
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

  /** Presses a button in the title of the next quick pick. */
  async press(tooltip: string): Promise<void> {
    await until('a quick pick is open', () => this.#picks[0]?.isShown === true);
    this.#picks.shift()?.press(tooltip);
  }

  /** Entries of the next quick pick once `isShown` holds for them, each as `label: description`. */
  async entries(isShown: (entries: readonly string[]) => boolean): Promise<readonly string[]> {
    const entries = () =>
      this.#picks[0]?.items.map(({ label, description }) => `${label}: ${description}`) ?? [];
    await until('the entries are there', () => isShown(entries()));
    return entries();
  }

  /** Title of the next quick pick, once it is filled. */
  async title(): Promise<string | undefined> {
    return (await this.#filled()).title;
  }

  /** Placeholder of the next quick pick, once it is filled. */
  async placeholder(): Promise<string | undefined> {
    return (await this.#filled()).placeholder;
  }

  /** Closes the next quick pick. */
  async escapePick(): Promise<void> {
    await until('a quick pick is open', () => this.#picks[0]?.isShown === true);
    this.#picks.shift()?.hide();
  }

  /** Labels that are ticked in the next quick pick, once it is filled. */
  async ticked(): Promise<readonly string[]> {
    const pick = await this.#filled();
    return pick.selectedItems.map(({ label }) => label);
  }

  /** Ticks entries of the next quick pick, or takes their ticks away, and presses OK. */
  async tick(...labels: readonly string[]): Promise<void> {
    const pick = await this.#filled();
    for (const label of labels) {
      await until(`"${label}" can be ticked`, () => pick.has(label));
      pick.toggle(label);
    }
    this.#picks.shift();
    pick.ok();
  }

  async #filled(): Promise<Pick> {
    await until('a list is filled', () => this.#picks[0]?.isFilled === true);
    return this.#picks[0] as Pick;
  }

  /** The input box that is there, once it asks. */
  async box(): Promise<vscode.InputBox> {
    await until('a question is there', () => this.#boxes[0]?.title !== undefined);
    return this.#boxes[0] as vscode.InputBox;
  }

  /** @returns why it is not taken */
  async typeInVain(text: string): Promise<string> {
    const box = await this.box();
    box.value = text;
    box.validationMessage = undefined;
    await until(`"${text}" is refused`, async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return this.#hidden.has(box) || !['', undefined].includes(saidIn(box));
    });
    return this.#hidden.has(box) ? 'it was taken' : (saidIn(box) ?? '');
  }

  async type(text: string): Promise<void> {
    const box = await this.box();
    box.value = text;
    await until(`"${text}" is taken`, async () => {
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

function saidIn({ validationMessage: said }: vscode.InputBox): string | undefined {
  return typeof said === 'string' ? said : said?.message;
}

/** As much of a quick pick as the product uses. */
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
    const button = this.buttons.find((one) => one.tooltip === tooltip);
    if (button !== undefined) this.#pressed.fire(button);
  }

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    this.#hidden.fire();
  }

  dispose(): void {}
}
