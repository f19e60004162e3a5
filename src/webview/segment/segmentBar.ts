import type { SegmentChoices } from '../../segments/completionsAt.ts';
import { problemText } from '../../segments/problemText.ts';
import type { SavedSegment, Vocabulary } from '../../segments/segment.ts';
import { unknownNames } from '../../segments/unknownNames.ts';
import type { GridStrings } from '../../surface/gridStrings.ts';
import { element, icon, lock, isLocked } from '../base/dom.ts';
import type { Format } from '../base/format.ts';
import { button } from './controls.ts';
import { SavedMenu } from './savedMenu.ts';
import { SegmentBox, type ReadText } from './segmentBox.ts';
import { SegmentNames, type LoadedValues } from './segmentNames.ts';

/** ms after the last key before the rows are searched. */
const TYPING = 40;
/** ms after the last key before somebody is told that what is half typed cannot be read. */
const PATIENCE = 600;
const MESSAGE = 'segment-message';

interface BarOptions {
  readonly strings: GridStrings;
  readonly format: Format;
  readonly values: () => Promise<LoadedValues>;
  /** How many loaded customers are in it; `undefined`: something else was asked meanwhile. */
  readonly count: (segment: string) => Promise<number | undefined>;
  /** Loaded customers. */
  readonly loaded: () => number;
  /** The rows are to be narrowed to it. */
  readonly onSegment: (segment: string) => void;
  /** @param hadFocus the keyboard was in it when it was closed */
  readonly onOpen: (isOpen: boolean, hadFocus: boolean) => void;
  /** What is wrong with the text, or unknown in it: to who cannot see it. */
  readonly onSaid: (text: string) => void;
  readonly onSave: (text: string) => void;
  readonly onRemove: (segment: SavedSegment) => void;
}

/** Which customers, as a text; a row of its own below the others. */
export class SegmentBar {
  readonly element: HTMLElement;
  readonly #options: BarOptions;
  readonly #box: SegmentBox;
  readonly #saved: SavedMenu;
  readonly #names: SegmentNames;
  readonly #count = element('output', { class: 'segment-count', 'aria-live': 'off' });
  readonly #message = element('div', {
    ...{ class: 'segment-message', id: MESSAGE, role: 'status', 'aria-live': 'off' },
  });
  readonly #save: HTMLButtonElement;
  /** What the rows are narrowed to. */
  #applied = '';
  #read: ReadText = { text: '', segment: undefined, problem: undefined };
  #typing: ReturnType<typeof setTimeout> | undefined;
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(options: BarOptions) {
    this.#options = options;
    const strings = options.strings.segment;
    this.#names = new SegmentNames(options.values);
    const choices = (): SegmentChoices => this.#names.choices;
    this.#box = new SegmentBox({
      ...{ strings, choices, describedBy: MESSAGE },
      onText: (read) => this.#onText(read),
      onEnter: () => this.#apply(),
      onEscape: () => this.close(),
    });
    this.#saved = new SavedMenu({
      strings,
      onPick: ({ text }) => this.#take(text),
      onRemove: options.onRemove,
    });
    this.#save = button(strings.save, undefined, () => {
      if (!isLocked(this.#save)) options.onSave(this.#read.text.trim());
    });
    const close = button(strings.close, 'close', () => this.close());
    this.element = element(
      'div',
      { class: 'segment-bar', role: 'group', 'aria-label': strings.title },
      element(
        'div',
        { class: 'segment-line' },
        ...[this.#box.element, this.#count, this.#save, this.#saved.element, close],
      ),
      this.#message,
    );
    this.element.addEventListener('keydown', ({ key, defaultPrevented }) => {
      if (key === 'Escape' && !defaultPrevented) this.close();
    });
    this.element.hidden = true;
    this.#showRead();
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else this.open();
  }

  /** With the keyboard in its box. */
  open(): void {
    this.#show();
    this.#box.focus();
  }

  close(): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.#options.onOpen(false, hadFocus);
  }

  /** The rows are narrowed to this now, whoever said so. */
  show(segment: string): void {
    if (segment === this.#applied) return;
    this.#applied = segment;
    clearTimeout(this.#typing);
    this.#read = this.#box.show(segment);
    this.#showRead();
    void this.#showCount();
  }

  /** Somebody else wants to see these customers. A text that cannot be read is shown all the same. */
  showWanted(text: string): void {
    this.#show();
    this.#take(text);
  }

  /** Other rows are loaded now. */
  refresh(): void {
    this.#names.forget();
    if (this.isOpen) void this.#learn();
  }

  takeVocabulary(vocabulary: Vocabulary): void {
    this.#names.vocabulary = vocabulary;
    this.#showRead();
    void this.#showCount();
  }

  takeSaved(saved: readonly SavedSegment[]): void {
    this.#saved.take(saved);
  }

  #show(): void {
    this.element.hidden = false;
    this.#options.onOpen(true, false);
    void this.#learn();
  }

  async #learn(): Promise<void> {
    await this.#names.learn();
    this.#showRead();
    await this.#showCount();
  }

  #onText(read: ReadText): void {
    this.#read = read;
    this.#showRead();
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#apply(), TYPING);
  }

  /** Another text, from elsewhere. */
  #take(text: string): void {
    this.#read = this.#box.show(text);
    this.#showRead();
    this.#apply();
  }

  /** What cannot be read leaves the rows as they are. */
  #apply(): void {
    clearTimeout(this.#typing);
    const { text, problem } = this.#read;
    void this.#showCount();
    if (problem !== undefined || text.trim() === this.#applied) return;
    this.#applied = text.trim();
    this.#options.onSegment(this.#applied);
  }

  #showRead(): void {
    clearTimeout(this.#telling);
    const { text, problem } = this.#read;
    const isNothing = text.trim() === '' || problem !== undefined;
    lock(this.#save, isNothing);
    if (problem === undefined) return this.#say(this.#unknown(), 'info');
    const what = problemText(this.#options.strings.segment.problems, text, problem);
    const isSaid = this.#message.textContent !== '';
    if (isSaid) this.#say(what, 'warning');
    else this.#telling = setTimeout(() => this.#say(what, 'warning'), PATIENCE);
  }

  #say(text: string, kind: 'info' | 'warning'): void {
    if (this.#message.textContent === text) return;
    this.#message.classList.toggle('error', kind === 'warning');
    this.#message.replaceChildren(...(text === '' ? [] : [icon(kind), text]));
    if (text !== '') this.#options.onSaid(text);
  }

  #unknown(): string {
    const { segment } = this.#read;
    if (segment === undefined || !this.#names.isLearnt) return '';
    const { vocabulary, seen, isSeenWhole } = this.#names;
    const unknown = unknownNames(segment, vocabulary, seen).filter(
      // A tag that is not listed may be on a customer all the same.
      ({ by }) => isSeenWhole || by === 'folder' || by === 'folderid',
    );
    if (unknown.length === 0) return '';
    const names = unknown
      .map(({ by, value }) => `${by}:${value}`)
      .join(this.#options.strings.comma);
    return this.#options.strings.segment.unknown.replace('{0}', () => names);
  }

  async #showCount(): Promise<void> {
    const { format, strings, loaded, count } = this.#options;
    const { text, problem } = this.#read;
    if (!this.isOpen) return;
    if (problem !== undefined) this.#count.textContent = '';
    else {
      const found = text.trim() === '' ? loaded() : await count(text.trim());
      if (found !== undefined && this.#read.text === text) {
        this.#count.textContent = format.count(strings.segment.count, found, loaded());
      }
    }
  }
}
