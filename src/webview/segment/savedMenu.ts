import type { SavedSegment } from '../../segments/segment.ts';
import type { SegmentStrings } from '../../surface/segmentStrings.ts';
import { element, icon } from '../base/dom.ts';
import { Popup } from '../controls/popup.ts';
import { button } from './controls.ts';

interface MenuOptions {
  readonly strings: SegmentStrings;
  readonly onPick: (segment: SavedSegment) => void;
  readonly onRemove: (segment: SavedSegment) => void;
}

/** The segments that have a name: to be chosen, and removed. */
export class SavedMenu {
  readonly element: HTMLElement;
  readonly #options: MenuOptions;
  readonly #popup: Popup;
  #saved: readonly SavedSegment[] = [];
  /** While it is open. */
  #content: HTMLElement | undefined;

  constructor(options: MenuOptions) {
    this.#options = options;
    const { strings } = options;
    const opener = element(
      'button',
      { type: 'button', class: 'quiet' },
      strings.saved,
      icon('chevron-down'),
    );
    this.#popup = new Popup({
      ...{ label: strings.saved, button: opener },
      onOpen: (content) => {
        this.#content = content;
        this.#fill();
        content.querySelector('button')?.focus();
      },
    });
    opener.addEventListener('click', () => this.#popup.toggle());
    this.element = this.#popup.element;
  }

  take(saved: readonly SavedSegment[]): void {
    this.#saved = saved;
    this.#fill();
  }

  #fill(): void {
    if (this.#content === undefined) return;
    const lines = this.#saved.map((one) => this.#line(one));
    this.#content.replaceChildren(...(lines.length > 0 ? lines : [this.#options.strings.noSaved]));
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
