import type { SavedSegment } from '../../search/segment.ts';
import type { SearchStrings } from '../../search/searchStrings.ts';
import { fill } from '../../base/text.ts';
import { element, iconButton, lock, onClick } from '../../base/page/dom.ts';
import { Popup } from '../../base/page/popup.ts';

interface MenuOptions {
  readonly strings: SearchStrings;
  /** Returns the search to save; empty if there is none, or it cannot be parsed. */
  readonly text: () => string;
  readonly onSave: (text: string) => void;
  readonly onPick: (segment: SavedSegment) => void;
  readonly onRemove: (segment: SavedSegment) => void;
}

/** Menu that saves the search as a segment, and lists the saved segments. */
export class SavedMenu {
  readonly element: HTMLElement;
  readonly #options: MenuOptions;
  readonly #popup: Popup;
  #saved: readonly SavedSegment[] = [];
  /** Content of the menu, once it was opened. */
  #content: HTMLElement | undefined;

  constructor(options: MenuOptions) {
    this.#options = options;
    const { segments } = options.strings;
    const opener = iconButton('star-empty', segments, () => this.#popup.toggle());
    this.#popup = new Popup({
      label: segments,
      button: opener,
      onOpen: (content) => {
        this.#content = content;
        this.#fill();
        content.querySelector('button')?.focus();
      },
    });
    this.element = this.#popup.element;
  }

  showSaved(saved: readonly SavedSegment[]): void {
    this.#saved = saved;
    this.#fill();
  }

  #fill(): void {
    if (this.#content === undefined) return;
    const { strings, text, onSave } = this.#options;
    const saveButton = element('button', { type: 'button', class: 'quiet' }, strings.save);
    onClick(saveButton, () => {
      this.#popup.leave();
      onSave(text());
    });
    lock(saveButton, text() === '');
    this.#content.replaceChildren(
      saveButton,
      ...this.#saved.map((segment) => this.#createLine(segment)),
    );
  }

  #createLine(segment: SavedSegment): HTMLElement {
    const { strings, onPick, onRemove } = this.#options;
    const pickButton = element(
      'button',
      { type: 'button', class: 'quiet saved', title: segment.text },
      element('span', { class: 'text' }, segment.name),
    );
    if (segment.from === 'file')
      pickButton.append(element('span', { class: 'detail' }, strings.inFile));
    pickButton.addEventListener('click', () => {
      this.#popup.leave();
      onPick(segment);
    });
    const removeButton = iconButton('close', fill(strings.removeSaved, segment.name), () => {
      this.#popup.leave();
      onRemove(segment);
    });
    return element('div', { class: 'column-line' }, pickButton, removeButton);
  }
}
