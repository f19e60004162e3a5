import type { SavedSegment } from '../../segments/segment.ts';
import type { SearchStrings } from '../../surface/searchStrings.ts';
import { element, isLocked, lock } from '../base/dom.ts';
import { Popup } from '../controls/popup.ts';
import { button } from './controls.ts';

interface MenuOptions {
  readonly strings: SearchStrings;
  /** What can be saved; empty: nothing. */
  readonly text: () => string;
  readonly onSave: (text: string) => void;
  readonly onPick: (segment: SavedSegment) => void;
  readonly onRemove: (segment: SavedSegment) => void;
}

/** Saves the search under a name, and lists the segments that have one: to be chosen, and removed. */
export class SavedMenu {
  readonly element: HTMLElement;
  readonly #options: MenuOptions;
  readonly #popup: Popup;
  #saved: readonly SavedSegment[] = [];
  /** While it is open. */
  #content: HTMLElement | undefined;

  constructor(options: MenuOptions) {
    this.#options = options;
    const { segments } = options.strings;
    const opener = button(segments, 'star-empty', () => this.#popup.toggle());
    this.#popup = new Popup({
      ...{ label: segments, button: opener },
      onOpen: (content) => {
        this.#content = content;
        this.#fill();
        content.querySelector('button')?.focus();
      },
    });
    this.element = this.#popup.element;
  }

  take(saved: readonly SavedSegment[]): void {
    this.#saved = saved;
    this.#fill();
  }

  #fill(): void {
    if (this.#content === undefined) return;
    const { strings, text, onSave } = this.#options;
    const save = button(strings.save, undefined, () => {
      if (isLocked(save)) return;
      this.#popup.leave();
      onSave(text());
    });
    lock(save, text() === '');
    const lines = this.#saved.map((one) => this.#line(one));
    this.#content.replaceChildren(save, ...(lines.length > 0 ? lines : [strings.noSaved]));
  }

  #line(segment: SavedSegment): HTMLElement {
    const { strings, onPick, onRemove } = this.#options;
    const pick = element(
      'button',
      { type: 'button', class: 'quiet saved', title: segment.text },
      element('span', { class: 'text' }, segment.name),
    );
    if (segment.from === 'file') pick.append(element('span', { class: 'detail' }, strings.inFile));
    pick.addEventListener('click', () => {
      this.#popup.leave();
      onPick(segment);
    });
    const remove = button(
      strings.removeSaved.replace('{0}', () => segment.name),
      'close',
      () => {
        this.#popup.leave();
        onRemove(segment);
      },
    );
    return element('div', { class: 'column-line' }, pick, remove);
  }
}
